package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Planning relies on a column without NULL: only where the engine leaves rows with NULL out, or the database has none. */
class WithoutNullTest {
    @TempDir
    Path folder;

    /** A type with values that are read as NULL is never without NULL, whatever its constraint says: the policy is told so. */
    @Test
    void aConstraintIsNotEnoughWhereValuesAreReadAsNull() throws IOException, SQLException {
        Path file = folder.resolve("t.duckdb");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (uid INTEGER NOT NULL, i INTEGER NOT NULL, s VARCHAR NOT NULL,"
                    + " b BOOLEAN NOT NULL, d DATE NOT NULL, t TIMESTAMP NOT NULL, h HUGEINT NOT NULL)");
        }
        for (String word : List.of("true", "false")) {
            PolicyFile.Checked checked = check(
                    "duckdb: t.duckdb",
                    "{uid: INTEGER, i: {nullable: W}, s: {nullable: W}, b: {nullable: W}, d: {nullable: W}, t: {nullable: W}, h: {nullable: W}}"
                            .replace("W", word));
            assertThat(checked.errors())
                    .extracting(Finding::path)
                    .isEqualTo(
                            word.equals("true")
                                    ? List.of()
                                    : List.of(
                                            "tables.t.columns.d.nullable",
                                            "tables.t.columns.t.nullable",
                                            "tables.t.columns.h.nullable"));
        }
    }

    /** Each column is declared by each database, with its own type or another one, and with each word on NULL. */
    @Test
    void onlyWhatTheDatabaseEnforcesOfItsOwnTypeOrWhatIsLeftOutOfAFile() throws IOException, SQLException {
        List<String> wrong = new ArrayList<>();
        List<String> expectedErrors = new ArrayList<>();
        List<String> names = new ArrayList<>();
        StringBuilder stored = new StringBuilder("uid INTEGER NOT NULL");
        StringBuilder columns = new StringBuilder("{uid: INTEGER");
        List<Boolean> nullable = new ArrayList<>();
        for (boolean enforced : new boolean[] {true, false}) {
            for (String type : List.of("", "INTEGER", "BIGINT")) {
                for (String word : List.of("", "true", "false")) {
                    String name = "c" + names.size();
                    names.add(name);
                    stored.append(", ").append(name).append(" INTEGER").append(enforced ? " NOT NULL" : "");
                    columns.append(", ").append(name).append(": {bounds: [0, 9]");
                    columns.append(type.isEmpty() ? "" : ", type: " + type);
                    columns.append(word.isEmpty() ? "" : ", nullable: " + word).append('}');
                    boolean sure = enforced && !type.equals("BIGINT");
                    nullable.add(!sure || word.equals("true"));
                    if (word.equals("false") && !sure) {
                        expectedErrors.add("tables.t.columns." + name + ".nullable");
                    }
                }
            }
        }
        columns.append('}');
        Path file = folder.resolve("t.duckdb");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (" + stored + ")");
        }
        PolicyFile.Checked checked = check("duckdb: t.duckdb", columns.toString());
        assertThat(checked.errors()).extracting(Finding::path).isEqualTo(expectedErrors);
        List<Column> read = checked.tables().get(0).table().columns();
        for (int i = 0; i < names.size(); i++) {
            Column column = read.get(i + 1);
            if (column.nullable() != nullable.get(i) || column.bounds().isEmpty()) {
                wrong.add(column.toString());
            }
        }
        assertThat(wrong).isEmpty();
        Files.writeString(folder.resolve("t.csv"), "uid," + String.join(",", names) + "\n");
        String typed = columns.toString()
                .replace("{bounds: [0, 9],", "{type: INTEGER, bounds: [0, 9],")
                .replace("{bounds: [0, 9]}", "{type: INTEGER, bounds: [0, 9]}")
                .replaceAll("(type: INTEGER, bounds: .0, 9.), type: [A-Z]+", "$1");
        for (Column column : check("file: t.csv", typed)
                .policy()
                .orElseThrow()
                .tables()
                .get(0)
                .table()
                .columns()) {
            boolean without = typed.contains(column.name() + ": {type: INTEGER, bounds: [0, 9], nullable: false}");
            assertThat(column.nullable()).as(column.name()).isEqualTo(!without);
        }
    }

    private PolicyFile.Checked check(String place, String columns) throws IOException {
        Path file = Files.writeString(
                folder.resolve("tacit.yaml"),
                "dataset: shop\ntables: {t: {" + place + ", person: uid, columns: " + columns
                        + "}}\nanalysts: {ada: []}\naccounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}\n");
        return PolicyFile.check(file, Shop.ENGINE);
    }
}
