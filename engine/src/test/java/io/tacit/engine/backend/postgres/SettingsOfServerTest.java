package io.tacit.engine.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.KeySql;
import io.tacit.engine.dialect.postgres.PostgresDialect;
import io.tacit.engine.dialect.postgres.PostgresText;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever a database sets for its sessions, a query means the same and writes nothing: walked is each setting that a user may
 * change, with each of its values.
 */
@NullUnmarked
@Tag("process")
class SettingsOfServerTest {
    /** Values of settings that are no words of a list. */
    private static final List<List<String>> OTHERS = List.of(
            List.of("DateStyle", "German, DMY"),
            List.of("DateStyle", "SQL, MDY"),
            List.of("TimeZone", "Asia/Kolkata"),
            List.of("extra_float_digits", "-15"),
            List.of("extra_float_digits", "3"),
            List.of("lock_timeout", "1h"),
            List.of("search_path", "public, pg_catalog"),
            List.of("statement_timeout", "1h"));

    /** Functions that would be taken for the server's own, were their schema looked into first. */
    private static final List<String> HOSTILE = List.of(
            "CREATE FUNCTION public.length(text) RETURNS integer LANGUAGE sql AS 'SELECT 7'",
            "CREATE FUNCTION public.upper(text) RETURNS text LANGUAGE sql AS 'SELECT ''hostile'''",
            "CREATE FUNCTION public.differ(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT NOT $1"
                    + " OPERATOR(pg_catalog.=) $2'",
            "CREATE OPERATOR public.= (LEFTARG = text, RIGHTARG = text, FUNCTION = public.differ)",
            "CREATE TABLE written (n integer)",
            "CREATE FUNCTION public.writes() RETURNS integer LANGUAGE sql VOLATILE AS 'INSERT INTO public.written VALUES"
                    + " (1) RETURNING n'",
            "CREATE VIEW writing AS SELECT 1 AS id, public.writes() AS n",
            "CREATE TABLE p (id integer, s text, x double precision, d date, t timestamptz, u timestamp, f boolean, n"
                    + " numeric(9, 2), o time)",
            "INSERT INTO p VALUES (1, 'a\\b''c', 0.1, '2024-02-03', '2024-02-03 04:05:06.7+00', '2024-02-03 04:05:06',"
                    + " true, 1.50, '04:05'), (2, 'NULL', 1e22, '0044-03-15 BC', '1900-01-01 00:00+00',"
                    + " '0044-03-15 BC', false, -0.01, '00:00'), (3, NULL, 5e-324, NULL, NULL, NULL, NULL, NULL, NULL)");

    private static final List<Column> COLUMNS = List.of(
            Column.nullable("id", ColumnType.INTEGER),
            Column.nullable("s", ColumnType.VARCHAR),
            Column.nullable("x", ColumnType.DOUBLE),
            Column.nullable("d", ColumnType.DATE),
            Column.nullable("t", ColumnType.TIMESTAMP),
            Column.nullable("u", ColumnType.TIMESTAMP),
            Column.nullable("f", ColumnType.BOOLEAN),
            Column.nullable("n", ColumnType.decimal(9, 2)),
            Column.nullable("o", ColumnType.TIME));

    /** What the texts of a query could mean otherwise. */
    private static final List<String> TEXTS = List.of(
            PostgresText.text("a\\b'c"),
            "CAST(length(" + PostgresText.text("\\n") + ") AS text)",
            "upper('a')",
            "CAST('a' = CAST('b' AS text) AS text)",
            "CAST(NULL = (NULL) AS text)",
            "CAST(CAST('2024-02-03' AS date) AS text)",
            "CAST(CAST(0.1 AS double precision) + CAST(0.2 AS double precision) AS text)",
            "CAST(ARRAY[CAST(NULL AS text), 'NULL'] AS text)",
            "CAST(CAST('{NULL,\"NULL\"}' AS text[]) AS text)",
            "CAST(CAST('2024-02-03 00:00:00+00' AS timestamptz) AS text)");

    private static final String TEXTS_MEAN =
            "[a\\b'c, 2, A, false, null, 2024-02-03, 0.30000000000000004, {NULL,\"NULL\"},"
                    + " {NULL,\"NULL\"}, 2024-02-03 00:00:00+00, ";

    private final String url = TestServer.database();

    private SourceTable table(String name, List<Column> columns) {
        return new SourceTable(new Table(name, columns, new Protection.UnitColumn("id")), new Source.Server(url, name));
    }

    private PostgresEngine engine() {
        return new PostgresEngine(new DuckDbEngine(new DuckDbSettings(64, 1, message -> {})), 60, message -> {});
    }

    /** What is read of the table and of rows beside it, and what constants mean. */
    private List<String> meaning() {
        List<String> rows = new ArrayList<>();
        try (Backend backend = engine().open(List.of(table("p", COLUMNS)))) {
            backend.createWorkTable("beside", COLUMNS.subList(0, 2));
            backend.fillWorkTable(
                    "beside", List.of(new Object[] {1, "NULL"}, new Object[] {2, null}, new Object[] {3, "a\\\"{},"}));
            KeySql keys = PostgresDialect.DIALECT.keys();
            List<String> texts = new ArrayList<>(TEXTS);
            for (Column column : COLUMNS) {
                texts.add(keys.text(keys.canonical("p." + column.name(), column.type()), column.type()));
            }
            texts.add("beside.s");
            String sql = "SELECT " + String.join(", ", texts) + " FROM p JOIN beside ON beside.id = p.id";
            backend.check(sql, texts.size(), 0);
            backend.run(sql, texts.size(), 0, (values, none) -> rows.add(Arrays.toString(values)));
        }
        rows.sort(null);
        return rows;
    }

    /** Each round sets every setting to another of its values. */
    private List<List<String>> rounds() throws SQLException {
        List<List<String>> rounds = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet settings = statement.executeQuery(
                        "SELECT name, CASE vartype WHEN 'bool' THEN ARRAY['on', 'off'] ELSE enumvals END FROM pg_settings"
                                + " WHERE context = 'user' AND vartype IN ('bool', 'enum') AND category !~"
                                + " '^(Developer|Query Tuning|Reporting)'")) {
            while (settings.next()) {
                String[] values = (String[]) settings.getArray(2).getArray();
                for (int i = 0; i < values.length; i++) {
                    in(rounds, i).add(settings.getString(1) + " = '" + values[i] + "'");
                }
            }
        }
        Set<String> seen = new TreeSet<>();
        for (List<String> other : OTHERS) {
            in(rounds, seen.add(other.get(0)) ? 0 : 1)
                    .add(other.get(0) + " = "
                            + (other.get(0).equals("search_path") ? other.get(1) : "'" + other.get(1) + "'"));
        }
        return rounds;
    }

    private static List<String> in(List<List<String>> rounds, int round) {
        while (rounds.size() <= round) {
            rounds.add(new ArrayList<>());
        }
        return rounds.get(round);
    }

    /** Sets what can be set for a whole database, and says how much that is. */
    private int set(List<String> settings) throws SQLException {
        int set = 0;
        String name = url.replaceAll(".*/([a-z0-9]+)\\?.*", "$1");
        try (Connection connection = DriverManager.getConnection(url.replace("/" + name + "?", "/postgres?"));
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER DATABASE " + name + " RESET ALL");
            for (String setting : settings) {
                try {
                    statement.execute("ALTER DATABASE " + name + " SET " + setting);
                    set++;
                } catch (SQLException onlyInATransaction) {
                    assertThat(setting).contains("transaction_");
                }
            }
        }
        return set;
    }

    @Test
    void noSettingOfADatabaseChangesAMeaning() throws SQLException {
        TestServer.run(url, HOSTILE);
        List<String> expected = meaning();
        assertThat(expected).hasSize(3).allMatch(row -> row.startsWith(TEXTS_MEAN));
        List<List<String>> rounds = rounds();
        assertThat(rounds).hasSizeGreaterThan(3);
        int set = 0;
        for (List<String> round : rounds) {
            set += set(round);
            assertThat(meaning()).as(round.toString()).isEqualTo(expected);
            nothingIsWritten(round);
        }
        assertThat(set).isGreaterThan(50);
    }

    /** Neither by a view of the owner's that calls a function, nor otherwise; and no longer than is said. */
    private void nothingIsWritten(List<String> round) throws SQLException {
        ServerRefusals refusals = new ServerRefusals(message -> {});
        try (Connection connection = new ServerAddress(url).connect(9, refusals);
                Statement statement = connection.createStatement()) {
            List<String> own = new ArrayList<>();
            for (String setting : List.of("statement_timeout", "lock_timeout", "transaction_isolation")) {
                try (ResultSet value = statement.executeQuery("SHOW " + setting)) {
                    value.next();
                    own.add(value.getString(1));
                }
            }
            assertThat(own).as(round.toString()).containsExactly("9s", "1min", "repeatable read");
            SQLException refused =
                    catchThrowableOfType(SQLException.class, () -> statement.execute("SELECT n FROM public.writing"));
            assertThat(refused.getSQLState()).as(round.toString()).isEqualTo("25006");
        }
        assertThat(TestServer.texts(url, "SELECT n FROM public.written")).isEmpty();
    }
}
