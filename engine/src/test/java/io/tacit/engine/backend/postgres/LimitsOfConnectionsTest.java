package io.tacit.engine.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every connection to a server has the limits that were asked for, also one that stands for another which was lost. */
@NullUnmarked
@Tag("process")
class LimitsOfConnectionsTest {
    private static final String KILL = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
            + " current_database() AND pid <> pg_backend_pid()";

    private final String url = TestServer.database();
    private final List<String> log = new ArrayList<>();
    private final ServerRefusals refusals = new ServerRefusals(log::add);

    @TempDir
    private Path folder;

    private static String shown(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private static String shown(Server server, String sql) {
        return server.step(connection -> shown(connection, sql));
    }

    /** This side waits longer than the server works, and for ever where that has no limit. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 3_600})
    void thisSideWaitsLongerThanTheServerWorks(int seconds) throws SQLException {
        try (Connection connection = new ServerAddress(url).connect(seconds, refusals)) {
            assertThat(shown(connection, "SELECT setting FROM pg_settings WHERE name = 'statement_timeout'"))
                    .isEqualTo(String.valueOf(1_000L * seconds));
            assertThat(connection.getNetworkTimeout()).isEqualTo(seconds == 0 ? 0 : 1_000 * (seconds + 30));
            assertThat(connection.isReadOnly()).isTrue();
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    /** The step in which a connection was lost fails; the next has a new one with the same limits and settings. */
    @Test
    void aConnectionThatWasLostIsMadeAnew() {
        String limits = "SELECT string_agg(name || '=' || setting, ' ' ORDER BY name) FROM pg_settings WHERE source ="
                + " 'session'";
        try (Server server = new Server(new ServerAddress(url), 9, refusals)) {
            String before = shown(server, limits);
            assertThat(before).contains("statement_timeout=9000", "default_transaction_read_only=on");
            String process = shown(server, "SELECT pg_backend_pid()");
            TestServer.run(url, List.of(KILL));
            assertThat(shown(server, limits)).isEqualTo(before);
            assertThat(shown(server, "SELECT pg_backend_pid()")).isNotEqualTo(process);
            Refusal lost = catchThrowableOfType(
                    Refusal.class,
                    () -> server.step(connection -> {
                        TestServer.run(url, List.of(KILL));
                        return shown(connection, "SELECT 1");
                    }));
            assertThat(lost.code()).isEqualTo(ErrorCode.ENGINE);
            assertThat(shown(server, limits)).isEqualTo(before);
        }
    }

    /** A step reads the rows of its beginning, and leaves no transaction open behind it, whether it fails or not. */
    @Test
    void aStepIsATransactionOfItsOwn() {
        TestServer.run(url, List.of("CREATE TABLE t AS SELECT 1 AS id"));
        String count = "SELECT count(*) FROM public.t";
        try (Server server = new Server(new ServerAddress(url), 9, refusals)) {
            assertThat(server.<List<String>>step(connection -> {
                        String first = shown(connection, count);
                        TestServer.run(url, List.of("INSERT INTO t VALUES (2)"));
                        return List.of(first, shown(connection, count));
                    }))
                    .containsExactly("1", "1");
            assertThat(shown(server, count)).isEqualTo("2");
            catchThrowableOfType(Refusal.class, () -> shown(server, "SELECT 1 / 0 FROM public.t"));
            assertThat(TestServer.texts(
                            url,
                            "SELECT state FROM pg_stat_activity WHERE application_name = 'tacit' AND datname ="
                                    + " current_database()"))
                    .containsExactly("idle");
            assertThat(shown(server, count)).isEqualTo("2");
        }
    }

    /** What a database has not is told with its name; files are looked at by the engine for files. */
    @Test
    void aTableOrColumnThatIsNotThereIsNamed() throws IOException {
        TestServer.run(url, List.of("CREATE TABLE \"T\" (id text)"));
        PostgresEngine engine =
                new PostgresEngine(new DuckDbEngine(new DuckDbSettings(64, 1, message -> {})), 60, log::add);
        assertThat(missing(engine, "T", "ID")).contains("no column ID", "The table T");
        assertThat(missing(engine, "t", "id")).contains("no table t");
        assertThat(missing(engine, "public.T", "id")).contains("no table public.T");
        engine.open(List.of(table("id", new Source.Server(url, "T")))).close();
        Files.writeString(folder.resolve("t.csv"), "id\n" + "ada@example.org\n".repeat(9));
        SourceTable file = table("id", new Source.Csv(folder.resolve("t.csv"), new CsvFormat(',', true)));
        assertThat(engine.looks(file, Optional.empty())).containsOnlyKeys("id");
    }

    private static SourceTable table(String column, Source source) {
        return new SourceTable(
                new Table(
                        "declared",
                        List.of(Column.nullable(column, ColumnType.VARCHAR)),
                        new Protection.UnitColumn(column)),
                source);
    }

    private String missing(PostgresEngine engine, String name, String column) {
        Refusal refusal = catchThrowableOfType(
                Refusal.class, () -> engine.open(List.of(table(column, new Source.Server(url, name)))));
        assertThat(refusal.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA);
        return refusal.getMessage();
    }
}
