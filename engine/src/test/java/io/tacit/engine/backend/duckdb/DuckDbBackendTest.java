package io.tacit.engine.backend.duckdb;

import static io.tacit.engine.backend.duckdb.BackendFixture.COMMAS;
import static io.tacit.engine.backend.duckdb.BackendFixture.column;
import static io.tacit.engine.backend.duckdb.BackendFixture.rows;
import static io.tacit.engine.backend.duckdb.BackendFixture.settings;
import static io.tacit.engine.backend.duckdb.BackendFixture.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.duckdb.SqlText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
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

class DuckDbBackendTest {
    @TempDir
    Path folder;

    @Test
    void castsTextTotallyToDeclaredTypes() throws IOException {
        SourceTable table = csv(
                "b,i,l,d,f,v,t,s,w\n"
                        + "true,7,12923.0,1.005,1e3, x ,2011-10-06,2011-10-06 16:20:00,16:20:00\n"
                        + "maybe,x,1e99,1e40,abc,\"\"\"\",2011-02-30,infinity,24:00:00\n",
                column("b", ColumnType.BOOLEAN),
                column("i", ColumnType.INTEGER),
                column("l", ColumnType.BIGINT),
                column("d", ColumnType.decimal(18, 2)),
                column("f", ColumnType.DOUBLE),
                column("v", ColumnType.VARCHAR),
                column("t", ColumnType.DATE),
                column("s", ColumnType.TIMESTAMP),
                column("w", ColumnType.TIME));
        String sql = "SELECT b::VARCHAR, i::VARCHAR, l::VARCHAR, d::VARCHAR, f::VARCHAR, v, t::VARCHAR, s::VARCHAR,"
                + " w::VARCHAR FROM t";
        try (DuckDbBackend backend = DuckDbBackend.open(List.of(table), settings(1))) {
            assertThat(rows(backend, sql, 9, 0))
                    .containsExactly(
                            "[null, null, null, null, null, \", null, null, null][]",
                            "[true, 7, 12923, 1.01, 1000.0,  x , 2011-10-06, 2011-10-06 16:20:00, 16:20:00][]");
        }
    }

    @Test
    void readsParquetDuckDbAndJsonWithTheirNames() throws IOException, SQLException {
        Path parquet = folder.resolve("od[d] *na'me?.parquet");
        Path database = folder.resolve("file.duckdb");
        Path json = Files.writeString(folder.resolve("x.json"), "[\n{\"id\": \"7\", \"a b\": 5},\n{\"id\": 8}\n]\n");
        String rows = "SELECT 7 AS id, 5::DECIMAL(38,0) AS \"a \"\"b\"\" [ü]\", 'x'::ENUM('x', 'y') AS e";
        duckDb("COPY (" + rows + ") TO " + SqlText.text(parquet.toString()) + " (FORMAT parquet)");
        duckDb("ATTACH " + SqlText.text(database.toString()) + " AS f; CREATE SCHEMA f.\"s 1\";"
                + " CREATE TABLE f.\"s 1\".\"t\"\"t\" AS " + rows + "; CREATE TABLE f.u AS " + rows);
        Column id = column("id", ColumnType.BIGINT);
        Column odd = column("a \"b\" [ü]", ColumnType.INTEGER);
        Column text = column("e", ColumnType.VARCHAR);
        List<SourceTable> tables = List.of(
                table("par\"quet", new Source.Parquet(parquet), id, odd, text),
                table("first", new Source.DuckDb(database, "s 1.t\"t"), id, odd, text),
                table("second", new Source.DuckDb(database, "u"), id, odd, text),
                table("json", new Source.Json(json), id, column("a b", ColumnType.INTEGER)));
        try (DuckDbBackend backend = DuckDbBackend.open(tables, settings(2))) {
            for (String name : List.of("par\"quet", "first", "second")) {
                String sql = "SELECT e, CAST(id AS HUGEINT), CAST(\"a \"\"b\"\" [ü]\" AS HUGEINT) FROM "
                        + SqlText.name(name);
                assertThat(rows(backend, sql, 1, 2)).containsExactly("[x][7, 5]");
            }
            assertThat(rows(backend, "SELECT \"a b\"::VARCHAR, CAST(id AS HUGEINT) FROM json", 1, 1))
                    .containsExactly("[5][7]", "[null][8]");
        }
    }

    @Test
    void returnsIntegersExactly() {
        String large = "170141183460469231731687303715884105727";
        try (DuckDbBackend backend = DuckDbBackend.open(List.of(), settings(1))) {
            String sql = "SELECT k, v FROM (VALUES ('ä\"€', " + large + "::HUGEINT), (NULL, -" + large
                    + "::HUGEINT), ('', -1::HUGEINT)) t(k, v)";
            assertThat(rows(backend, sql, 1, 1))
                    .containsExactlyInAnyOrder("[ä\"€][" + large + "]", "[null][-" + large + "]", "[][-1]");
            String many = "SELECT (i % 10000)::VARCHAR, sum(i)::HUGEINT FROM range(100000) t(i) GROUP BY i % 10000";
            assertThat(rows(backend, many, 1, 1)).hasSize(10_000).contains("[0][450000]", "[9999][549990]");
        }
    }

    @Test
    void checksWhatThePartialQueryReturns() {
        try (DuckDbBackend backend = DuckDbBackend.open(List.of(), settings(1))) {
            backend.check("SELECT 'a', 1::HUGEINT", 1, 1);
            assertThatThrownBy(() -> backend.check("SELECT 'a', 1::BIGINT", 1, 1))
                    .isInstanceOf(Refusal.class);
            assertThatThrownBy(() -> backend.check("SELECT 1::HUGEINT, 'a'", 1, 1))
                    .isInstanceOf(Refusal.class);
            assertThatThrownBy(() -> backend.check("SELECT 'a'", 1, 1)).isInstanceOf(Refusal.class);
            assertThatThrownBy(() -> backend.check("SELECT nothing FROM nowhere", 1, 0))
                    .isInstanceOf(Refusal.class);
            backend.check("SELECT error('not run when checked')::VARCHAR", 1, 0);
        }
    }

    @Test
    void attack24FailuresOfTheEngineAreAlikeAndQuoteNothing() throws IOException {
        List<String> log = new ArrayList<>();
        SourceTable table = csv("id,v\n1,secret42\n", column("id", ColumnType.BIGINT), column("v", ColumnType.VARCHAR));
        try (DuckDbBackend backend =
                DuckDbBackend.open(List.of(table), settings(1).withOwnerLog(log::add))) {
            List<Refusal> refusals = new ArrayList<>();
            for (String sql : List.of(
                    "SELECT 'k', CAST(v AS HUGEINT) FROM t",
                    "SELECT error(v)::VARCHAR, 1::HUGEINT FROM t",
                    "SELECT 'k', CAST(NULL AS HUGEINT) FROM t",
                    "SELECT nothing FROM nowhere",
                    "SELEKT")) {
                refusals.add(catchThrowableOfType(Refusal.class, () -> backend.run(sql, 1, 1, (keys, integers) -> {})));
            }
            assertThat(refusals)
                    .extracting(Refusal::getMessage)
                    .containsOnly(refusals.get(0).getMessage());
            assertThat(refusals).allSatisfy(refusal -> {
                assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE);
                assertThat(refusal.getMessage()).doesNotContain("secret");
                assertThat(refusal.getCause()).isNull();
            });
            assertThat(log).hasSize(5).anyMatch(line -> line.contains("secret42"));
        }
    }

    @Test
    void refusesSourcesThatCannotBeOpened() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.parquet"), "PAR1 but nothing else");
        SourceTable table = table("p", new Source.Parquet(broken), column("id", ColumnType.BIGINT));
        Refusal refusal = catchThrowableOfType(
                Refusal.class,
                () -> DuckDbBackend.open(List.of(table), settings(1)).close());
        assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_UNREADABLE);
        assertThat(refusal.getMessage()).contains("broken.parquet").doesNotContain(folder.toString());
    }

    private SourceTable csv(String text, Column... columns) throws IOException {
        return table("t", new Source.Csv(Files.writeString(folder.resolve("t.csv"), text), COMMAS), columns);
    }

    private static void duckDb(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
