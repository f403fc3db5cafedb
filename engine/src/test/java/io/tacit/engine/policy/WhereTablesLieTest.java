package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.TextEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which file a table of a policy is read from, and how: every way to say it, each beside others that it must not be. */
class WhereTablesLieTest {
    @TempDir
    Path folder;

    @BeforeEach
    void makeFiles() throws IOException, SQLException {
        Files.createDirectories(folder.resolve("data"));
        for (String place : List.of("", "data/")) {
            Files.writeString(folder.resolve(place + "t.csv"), "uid\n1\n");
            Files.writeString(folder.resolve(place + "t.jsonl"), "{\"uid\": 1}\n");
            for (String file : List.of("one", "two")) {
                try (Connection connection =
                                DriverManager.getConnection("jdbc:duckdb:" + folder.resolve(place + file + ".duckdb"));
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE TABLE t (uid INTEGER)");
                    statement.execute("CREATE TABLE other (uid INTEGER)");
                }
            }
        }
    }

    @Test
    void theNearestWordDecides() throws IOException {
        assertThat(source("", "file: t.csv")).isEqualTo(csv("t.csv"));
        assertThat(source("files: data", "file: t.csv")).isEqualTo(csv("data/t.csv"));
        assertThat(source("files: data", "file: ../t.csv").toString())
                .isEqualTo(csv("data/../t.csv").toString());
        assertThat(source("files: data", "file: " + folder.resolve("t.csv"))).isEqualTo(csv("t.csv"));
        assertThat(source("", "file: t.jsonl")).isEqualTo(new Source.Json(folder.resolve("t.jsonl")));
        assertThat(source("", "duckdb: one.duckdb")).isEqualTo(duckDb("one.duckdb", "t"));
        assertThat(source("files: data", "duckdb: one.duckdb")).isEqualTo(duckDb("data/one.duckdb", "t"));
        assertThat(source("files: data, duckdb: two.duckdb", "")).isEqualTo(duckDb("data/two.duckdb", "t"));
        assertThat(source("duckdb: two.duckdb", "table: other")).isEqualTo(duckDb("two.duckdb", "other"));
        assertThat(source("duckdb: two.duckdb", "table: MAIN.Other")).isEqualTo(duckDb("two.duckdb", "other"));
        assertThat(source("duckdb: two.duckdb", "duckdb: one.duckdb, table: other"))
                .isEqualTo(duckDb("one.duckdb", "other"));
        assertThat(source("duckdb: two.duckdb", "file: t.csv")).isEqualTo(csv("t.csv"));
    }

    @Test
    void theFormatIsTheOneThatIsWritten() throws IOException {
        Path file = folder.resolve("t.csv");
        assertThat(source("", "file: t.csv, quoted: false"))
                .isEqualTo(new Source.Csv(file, new CsvFormat(',', false), List.of("uid")));
        assertThat(source("", "file: t.csv, quoted: true, delimiter: \";\""))
                .isEqualTo(new Source.Csv(file, new CsvFormat(';', true), List.of("uid")));
        assertThat(source("", "file: t.csv, format: json")).isEqualTo(new Source.Json(file));
        for (TextEncoding encoding : TextEncoding.values()) {
            assertThat(source("", "file: t.csv, encoding: " + encoding.shown()))
                    .isEqualTo(new Source.Csv(file, new CsvFormat(',', true, encoding), List.of("uid")));
        }
    }

    /**
     * A schema file beside the data says how it is read unless the policy does: by any one of four keys, or by the types of
     * all its columns. What the policy then leaves out is what is usual.
     */
    @Test
    void whatIsKeptBesideAFileCountsWhereThePolicySaysNothing() throws IOException {
        Files.writeString(
                folder.resolve("t.csv.tacit.yaml"),
                "format: csv\n"
                        + "delimiter: \"|\"\n"
                        + "quoted: false\n"
                        + "encoding: latin1\n"
                        + "columns:\n"
                        + "  - name: uid\n"
                        + "    type: DATE\n");
        List<String> keys = List.of("format: csv", "delimiter: \";\"", "quoted: false", "encoding: iso-8859-15");
        for (int said = 0; said < 16; said++) {
            List<String> chosen = new ArrayList<>(List.of("file: t.csv"));
            for (int i = 0; i < keys.size(); i++) {
                if ((said >> i & 1) == 1) {
                    chosen.add(keys.get(i));
                }
            }
            CsvFormat ofPolicy = new CsvFormat(
                    chosen.contains(keys.get(1)) ? ';' : ',',
                    !chosen.contains(keys.get(2)),
                    chosen.contains(keys.get(3)) ? TextEncoding.LATIN_9 : TextEncoding.UTF_8);
            for (String uid : List.of("INTEGER", "{type: INTEGER}", "{hidden: false}")) {
                boolean typed = uid.contains("INTEGER");
                PolicyFile.Checked checked = check("", String.join(", ", chosen), "{uid: " + uid + "}");
                assertThat(checked.errors().isEmpty())
                        .as("%s of type %s: %s", chosen, uid, checked.errors())
                        .isEqualTo(typed || said == 0);
                if (!checked.errors().isEmpty()) {
                    continue;
                }
                SourceTable table = checked.policy().orElseThrow().tables().get(0);
                assertThat(table.source())
                        .as("%s of type %s", chosen, uid)
                        .isEqualTo(new Source.Csv(
                                folder.resolve("t.csv"),
                                said == 0 && !typed ? new CsvFormat('|', false, TextEncoding.LATIN_1) : ofPolicy,
                                List.of("uid")));
                assertThat(table.table().columns().get(0).type()).hasToString(typed ? "INTEGER" : "DATE");
            }
        }
    }

    /** Where one column has no type in the policy, all that the policy leaves open is what the schema file says. */
    @Test
    void someTypesLeaveTheRestToTheSchemaFile() throws IOException {
        Files.writeString(folder.resolve("two.csv"), "uid,x\n1,2\n");
        Files.writeString(
                folder.resolve("two.csv.tacit.yaml"),
                "format: csv\ndelimiter: \",\"\nquoted: false\ncolumns:\n  - name: uid\n    type: DATE\n  - name: x\n"
                        + "    type: TIME\n");
        for (boolean first : List.of(false, true)) {
            for (boolean second : List.of(false, true)) {
                PolicyFile.Checked checked = check(
                        "",
                        "file: two.csv",
                        "{uid: " + (first ? "BIGINT" : "{hidden: false}") + ", x: "
                                + (second ? "{type: DOUBLE}" : "{hidden: false}") + "}");
                SourceTable table = checked.policy().orElseThrow().tables().get(0);
                assertThat(table.source())
                        .isEqualTo(new Source.Csv(
                                folder.resolve("two.csv"), new CsvFormat(',', first && second), List.of("uid", "x")));
                assertThat(table.table().columns())
                        .extracting(column -> column.type().sql())
                        .containsExactly(first ? "BIGINT" : "DATE", second ? "DOUBLE" : "TIME");
            }
        }
    }

    /** Bounds and values are of a type: they go with it where the policy names another, and stay where it names the same. */
    @Test
    void anotherTypeHasNoBoundsOfTheOldOne() throws IOException {
        Files.writeString(folder.resolve("two.csv"), "uid,x\n1,2\n");
        Files.writeString(
                folder.resolve("two.csv.tacit.yaml"),
                "format: csv\ndelimiter: \",\"\nquoted: true\ncolumns:\n  - name: uid\n    type: INTEGER\n  - name: x\n"
                        + "    type: INTEGER\n    bounds: [1, 9]\n    values: [\"2\", \"3\"]\n");
        for (String type : List.of("INTEGER", "BIGINT", "DOUBLE", "VARCHAR", "")) {
            for (boolean longer : List.of(false, true)) {
                String says = type.isEmpty() ? "{hidden: false}" : longer ? "{type: " + type + "}" : type;
                PolicyFile.Checked checked = check("", "file: two.csv", "{uid: {hidden: false}, x: " + says + "}");
                assertThat(checked.errors()).as(says).isEmpty();
                Column x = checked.policy()
                        .orElseThrow()
                        .tables()
                        .get(0)
                        .table()
                        .column("x")
                        .orElseThrow();
                boolean same = type.isEmpty() || type.equals("INTEGER");
                assertThat(x.type().sql()).isEqualTo(type.isEmpty() ? "INTEGER" : type);
                assertThat(x.bounds().isPresent()).as(says).isEqualTo(same);
                assertThat(x.domain().isPresent()).as(says).isEqualTo(same);
            }
        }
    }

    @Test
    void whatCouldMeanTwoPlacesOrNoneIsRefused() throws IOException {
        for (List<String> wrong : List.of(
                List.of("", ""),
                List.of("", "table: t"),
                List.of("", "file: t.csv, table: t"),
                List.of("", "file: t.csv, duckdb: one.duckdb"),
                List.of("", "file: t.csv, postgres: \"jdbc:postgresql:d\""),
                List.of("", "duckdb: one.duckdb, spark: \"sc://h\""),
                List.of("duckdb: one.duckdb, postgres: \"jdbc:postgresql:d\"", "file: t.csv"),
                List.of("postgres: \"jdbc:postgresql:d\", spark: \"sc://h\"", "file: t.csv"),
                List.of("", "file: one.duckdb"),
                List.of("", "duckdb: t.csv"),
                List.of("", "file: none.csv"),
                List.of("", "duckdb: none.duckdb"),
                List.of("duckdb: one.duckdb", "table: none"),
                List.of("duckdb: one.duckdb", "postgres: \"jdbc:postgresql:d\""),
                List.of("duckdb: one.duckdb", "spark: \"sc://h\""),
                List.of("duckdb: one.duckdb", "table: s.t"),
                List.of("duckdb: one.duckdb", "delimiter: \";\""),
                List.of("", "file: t.jsonl, delimiter: \";\""))) {
            assertThat(check(wrong.get(0), wrong.get(1)).policy())
                    .as(wrong.toString())
                    .isEmpty();
        }
    }

    private Source source(String sources, String place) throws IOException {
        PolicyFile.Checked checked = check(sources, place);
        assertThat(checked.errors()).isEmpty();
        return checked.policy().orElseThrow().tables().get(0).source();
    }

    private PolicyFile.Checked check(String sources, String place) throws IOException {
        return check(sources, place, "{uid: INTEGER}");
    }

    private PolicyFile.Checked check(String sources, String place, String columns) throws IOException {
        Path file = Files.writeString(
                folder.resolve("tacit.yaml"),
                "dataset: shop\n" + (sources.isEmpty() ? "" : "sources: {" + sources + "}\n") + "tables: {t: {" + place
                        + (place.isEmpty() ? "" : ", ") + "person: uid, columns: " + columns + "}}\n"
                        + "analysts: {ada: []}\n"
                        + "accounts: {all:"
                        + " {members: [ada],"
                        + " budget: {epsilon: 1,"
                        + " delta: 1e-6}}}\n");
        return PolicyFile.check(file, Shop.ENGINE);
    }

    private Source csv(String file) {
        return new Source.Csv(folder.resolve(file), new CsvFormat(',', true), List.of("uid"));
    }

    private Source duckDb(String file, String table) {
        return new Source.DuckDb(folder.resolve(file), table);
    }
}
