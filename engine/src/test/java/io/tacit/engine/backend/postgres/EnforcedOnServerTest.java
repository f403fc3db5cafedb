package io.tacit.engine.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What is read of a server's declarations holds for every row that the server takes. Walked are all forms of indexes and
 * constraints by which a table {@code t} of a schema may say that its columns k and v have no value twice, no NULL, or only
 * values of another table; of each the server is asked to store rows that would break it.
 */
@NullUnmarked
@Tag("process")
class EnforcedOnServerTest {
    private static final int NEWEST = 18;

    /** What is stored, each on its own and taken back. The first stores nothing: the table may have rows. */
    private static final List<String> STORED = List.of(
            "",
            "INSERT INTO t VALUES (1, 1), (1, 2)",
            "INSERT INTO t VALUES (1, 1), (2, 1)",
            "INSERT INTO t VALUES (1, 1), (1, 1)",
            "INSERT INTO t VALUES (-1, -1), (-1, -2)",
            "INSERT INTO t VALUES (-1, -1), (-1, -1)",
            "INSERT INTO t VALUES (NULL, 1)",
            "INSERT INTO t VALUES (1, NULL)",
            "INSERT INTO child VALUES (1, 1), (1, 1)",
            "INSERT INTO child VALUES (NULL, 1)",
            "INSERT INTO child VALUES (1, NULL)",
            "INSERT INTO t VALUES (1, 1); INSERT INTO child VALUES (1, 1)");

    private static final List<List<String>> KEYS = List.of(List.of("k"), List.of("v"), List.of("k", "v"));
    private static final String PLAIN = "CREATE TABLE t (k integer, v integer)";

    /** A form of a table: the first and the last version of the server that has it, and the statements that make it. */
    private record Form(int first, int last, List<String> statements) {
        static Form of(String... statements) {
            return new Form(0, Integer.MAX_VALUE, List.of(statements));
        }

        static Form newest(String... statements) {
            return new Form(NEWEST, Integer.MAX_VALUE, List.of(statements));
        }

        static Form older(String... statements) {
            return new Form(0, NEWEST - 1, List.of(statements));
        }
    }

    /** Forms that are read as a key wherever the server allows no value of k twice. */
    private static final List<Form> KEYS_OR_NONE = List.of(
            Form.of(PLAIN),
            Form.of("CREATE TABLE t (k integer PRIMARY KEY, v integer)"),
            Form.of("CREATE TABLE t (k integer UNIQUE, v integer)"),
            Form.of("CREATE TABLE t (k integer, v integer, UNIQUE (k, v))"),
            Form.of("CREATE TABLE t (k integer, v integer, UNIQUE (v, k), UNIQUE (v))"),
            Form.of("CREATE TABLE t (k integer, v integer, PRIMARY KEY (k) INCLUDE (v))"),
            Form.of("CREATE TABLE t (k integer, v integer, UNIQUE (v) INCLUDE (k))"),
            Form.of("CREATE TABLE t (k integer UNIQUE DEFERRABLE, v integer)"),
            Form.of("CREATE TABLE t (k integer UNIQUE DEFERRABLE INITIALLY DEFERRED, v integer)"),
            Form.of("CREATE TABLE t (k integer, v integer, PRIMARY KEY (k) DEFERRABLE INITIALLY DEFERRED)"),
            Form.of(PLAIN, "CREATE INDEX ON t (k)"),
            Form.of(PLAIN, "CREATE UNIQUE INDEX ON t (k DESC NULLS LAST)"),
            Form.of(PLAIN, "CREATE UNIQUE INDEX i ON t (k)", "ALTER TABLE t ADD UNIQUE USING INDEX i"),
            Form.of(PLAIN, "CREATE UNIQUE INDEX ON t (k) WHERE k > 0"),
            Form.of(PLAIN, "CREATE UNIQUE INDEX ON t (k) WHERE v = 1"),
            Form.of(PLAIN, "CREATE UNIQUE INDEX ON t (k) INCLUDE (v) WHERE k > 0"),
            Form.of(PLAIN, "CREATE UNIQUE INDEX ON t ((v + 0))"),
            Form.of(PLAIN, "CREATE UNIQUE INDEX ON t (k, (v + 0))"),
            Form.of(PLAIN, "CREATE UNIQUE INDEX ON t ((v + 0), k)"),
            Form.of(PLAIN, "CREATE UNIQUE INDEX ON t (k, (v + 0)) WHERE k > 0"),
            // An index of a whole without those of its parts checks nothing.
            Form.of(
                    PLAIN + " PARTITION BY RANGE (k)",
                    "CREATE TABLE child PARTITION OF t FOR VALUES FROM (-9) TO (9)",
                    "CREATE UNIQUE INDEX ON ONLY t (k)"),
            Form.of(
                    PLAIN + " PARTITION BY RANGE (k)",
                    "CREATE TABLE child PARTITION OF t FOR VALUES FROM (-9) TO (9)",
                    "CREATE UNIQUE INDEX ON t (k)"),
            // Keys of the parts are none of the whole.
            Form.of(
                    PLAIN + " PARTITION BY LIST (v)",
                    "CREATE TABLE child PARTITION OF t FOR VALUES IN (1)",
                    "CREATE TABLE rest PARTITION OF t DEFAULT",
                    "CREATE UNIQUE INDEX ON child (k)",
                    "CREATE UNIQUE INDEX ON rest (k)"),
            Form.of("CREATE TABLE t (k integer PRIMARY KEY, v integer)", "CREATE TABLE child () INHERITS (t)"),
            Form.of(
                    "CREATE TABLE t (k integer UNIQUE, v integer)",
                    "CREATE TABLE child (k integer PRIMARY KEY, v integer)",
                    "ALTER TABLE child INHERIT t"),
            Form.of(
                    "CREATE TABLE child (k integer PRIMARY KEY, v integer)",
                    "CREATE VIEW t AS SELECT k, v FROM child UNION ALL SELECT k, v FROM child"),
            Form.of("CREATE MATERIALIZED VIEW t AS SELECT 1 AS k, 1 AS v", "CREATE UNIQUE INDEX ON t (k)"),
            Form.newest("CREATE TABLE t (k integer, v integer, UNIQUE NULLS NOT DISTINCT (k))"),
            Form.newest(PLAIN, "CREATE UNIQUE INDEX ON t (k) NULLS NOT DISTINCT WHERE k > 0"));

    /** Forms under which the server allows no value of k twice, and which are read as no key all the same. */
    private static final List<Form> KEYS_UNREAD = List.of(
            Form.of(PLAIN, "CREATE UNIQUE INDEX ON t (k) WHERE k IS NOT NULL"),
            Form.of(PLAIN, "CREATE UNIQUE INDEX ON t (abs(k))"),
            Form.of("CREATE TABLE t (k integer, v integer, EXCLUDE USING btree (k WITH =))"));

    /** Forms by which NULL may be kept out of k. */
    private static final List<Form> WITHOUT_NULL = List.of(
            Form.of(PLAIN),
            Form.of("CREATE TABLE t (k integer NOT NULL, v integer)"),
            Form.of("CREATE TABLE t (k integer, v integer NOT NULL)"),
            Form.of("CREATE TABLE t (k integer PRIMARY KEY, v integer)"),
            Form.of("CREATE TABLE t (k integer GENERATED BY DEFAULT AS IDENTITY, v integer)"),
            Form.older(
                    "CREATE TABLE t (k integer NOT NULL, v integer)",
                    "CREATE TABLE child (k integer, v integer) INHERITS (t)",
                    "ALTER TABLE child ALTER k DROP NOT NULL"),
            Form.of(PLAIN, "CREATE TABLE child (k integer NOT NULL, v integer)", "ALTER TABLE child INHERIT t"),
            Form.of(
                    "CREATE TABLE t (k integer NOT NULL, v integer) PARTITION BY RANGE (v)",
                    "CREATE TABLE child PARTITION OF t DEFAULT"),
            Form.of(
                    "CREATE TABLE child (k integer NOT NULL, v integer)",
                    "CREATE VIEW t AS SELECT NULLIF(k, k) AS k, v FROM child"),
            Form.of("CREATE TABLE t (k integer CHECK (k > 0), v integer)"),
            Form.newest(PLAIN, "INSERT INTO t VALUES (NULL, 1)", "ALTER TABLE t ADD CONSTRAINT c NOT NULL k NOT VALID"),
            Form.newest(
                    PLAIN,
                    "ALTER TABLE t ADD CONSTRAINT c NOT NULL k NOT VALID",
                    "ALTER TABLE t VALIDATE CONSTRAINT c"),
            Form.newest(
                    "CREATE TABLE t (k integer, v integer, CONSTRAINT c NOT NULL k NO INHERIT)",
                    "CREATE TABLE child () INHERITS (t)"));

    /** Forms by which k may be that of a row of the table {@code other}, which has none. */
    private static final List<Form> REFERENCES = List.of(
            Form.of(PLAIN),
            Form.of("CREATE TABLE t (k integer REFERENCES other, v integer)"),
            Form.of("CREATE TABLE t (k integer, v integer REFERENCES other)"),
            Form.of("CREATE TABLE t (k integer, v integer, FOREIGN KEY (k, v) REFERENCES other (k, v) MATCH FULL)"),
            Form.of(
                    PLAIN,
                    "INSERT INTO t VALUES (1, 1)",
                    "ALTER TABLE t ADD FOREIGN KEY (k) REFERENCES other NOT VALID"),
            Form.of(PLAIN, "ALTER TABLE t ADD FOREIGN KEY (k) REFERENCES other NOT VALID"),
            Form.newest("CREATE TABLE t (k integer REFERENCES other NOT ENFORCED, v integer)"));

    private final List<String> databases = new ArrayList<>();
    private int forms;

    /** The addresses of an old server and of the newest, if there is one here. */
    private List<String> databases() {
        databases.add(TestServer.database());
        if (!System.getProperty("tacit.postgres.newer", "").isEmpty()) {
            databases.add(TestServer.newerDatabase());
        }
        return databases;
    }

    /** What is asked of a table: its description, and what the server answers about its rows. */
    @FunctionalInterface
    private interface Check {
        void of(DatabaseSchema.Relation read, Rows rows) throws SQLException;
    }

    /** Whether a query finds a row after something was stored. */
    @FunctionalInterface
    private interface Rows {
        boolean mayBe(String query) throws SQLException;
    }

    private void each(List<Form> all, Check check) throws SQLException {
        for (String url : databases()) {
            try (Connection connection = DriverManager.getConnection(url)) {
                int version = connection.getMetaData().getDatabaseMajorVersion();
                for (Form form : all) {
                    if (form.first() <= version && version <= form.last()) {
                        check(url, connection, form, check);
                    }
                }
            }
        }
    }

    private void check(String url, Connection connection, Form form, Check check) throws SQLException {
        String schema = "form" + forms++;
        List<String> statements = new ArrayList<>(List.of(
                "CREATE SCHEMA " + schema,
                "SET search_path = " + schema,
                "CREATE TABLE other (k integer PRIMARY KEY, v integer, UNIQUE (k, v))"));
        statements.addAll(form.statements());
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
        DatabaseSchema.Relation read = new PostgresEngine(
                        new DuckDbEngine(new DuckDbSettings(64, 1, message -> {})), 60, message -> {})
                .server(url, (schema + ".t")::equals)
                .tables()
                .get(0);
        check.of(read, query -> mayBe(connection, query));
    }

    private static boolean mayBe(Connection connection, String query) throws SQLException {
        connection.setAutoCommit(false);
        boolean found = false;
        for (String stored : STORED) {
            try (Statement statement = connection.createStatement()) {
                // As any user may wish; the rows are seen before they are checked.
                statement.execute("SET CONSTRAINTS ALL DEFERRED");
                statement.execute(stored);
                try (ResultSet row = statement.executeQuery(query)) {
                    found |= row.next();
                }
            } catch (SQLException isNotStored) {
                assertThat(isNotStored.getSQLState()).matches("23.*|0A000|42P01|42809|55000");
            } finally {
                connection.rollback();
            }
        }
        connection.setAutoCommit(true);
        return found;
    }

    private static boolean mayHaveTwins(Rows rows, List<String> key) throws SQLException {
        String columns = String.join(", ", key);
        return rows.mayBe(
                "SELECT 1 FROM t WHERE (" + columns + ") IS NOT NULL GROUP BY " + columns + " HAVING count(*) > 1");
    }

    /** One that an order has twice could belong to two people. */
    @Test
    void aKeyIsNeverTwiceInWhatTheServerTakes() throws SQLException {
        each(KEYS_OR_NONE, (read, rows) -> {
            for (List<String> key : KEYS) {
                boolean declared =
                        read.unique().stream().anyMatch(unique -> unique.containsAll(key) && key.containsAll(unique));
                boolean implied = read.unique().stream().anyMatch(key::containsAll);
                boolean twice = mayHaveTwins(rows, key);
                assertThat(declared && twice)
                        .as(read + " may have twins of " + key)
                        .isFalse();
                if (key.equals(List.of("k"))) {
                    assertThat(implied || twice)
                            .as(read + " has no twins of " + key)
                            .isTrue();
                }
            }
        });
    }

    /** The engine does not prove conditions and expressions. */
    @Test
    void someFormsAreNotReadAlthoughTheyWouldBeKeys() throws SQLException {
        each(KEYS_UNREAD, (read, rows) -> {
            assertThat(mayHaveTwins(rows, List.of("k"))).isFalse();
            assertThat(read.unique()).isEmpty();
        });
    }

    @Test
    void aColumnThatIsReadAsNeverNullHoldsNone() throws SQLException {
        Set<Boolean> seen = new TreeSet<>();
        each(WITHOUT_NULL, (read, rows) -> {
            for (Column column : read.columns()) {
                boolean nullable = column.nullable();
                assertThat(rows.mayBe("SELECT 1 FROM t WHERE " + column.name() + " IS NULL"))
                        .as(read + " " + column.name())
                        .isEqualTo(nullable);
                seen.add(nullable);
            }
        });
        assertThat(seen).hasSize(2);
    }

    @Test
    void aReferenceIsKeptByEveryRow() throws SQLException {
        Set<Boolean> seen = new TreeSet<>();
        each(REFERENCES, (read, rows) -> {
            for (String column : List.of("k", "v")) {
                boolean kept = read.references().stream()
                        .anyMatch(reference -> reference.column().equals(column)
                                && reference.table().endsWith(".other")
                                && reference.target().equals("k"));
                boolean broken = rows.mayBe("SELECT 1 FROM t WHERE " + column + " IS NOT NULL");
                assertThat(kept && broken).as(read + " " + column).isFalse();
                seen.add(kept);
            }
        });
        assertThat(seen).hasSize(2);
    }
}
