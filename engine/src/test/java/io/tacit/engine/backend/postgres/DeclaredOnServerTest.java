package io.tacit.engine.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a PostgreSQL server declares, against what its owner wrote: which columns, keys, foreign keys and partitions there are. */
@Tag("process")
class DeclaredOnServerTest {
    private final String url = TestServer.database();
    /** What each table or view must be read as, by the statement that makes it. */
    private final Map<String, String> expected = new TreeMap<>();

    private DatabaseSchema schema(String address, Predicate<String> wanted) {
        return new PostgresEngine(new DuckDbEngine(new DuckDbSettings(64, 1, message -> {})), 60, message -> {})
                .server(address, wanted);
    }

    private void relation(String name, String described, String... statements) {
        TestServer.run(url, List.of(statements));
        expected.put(name, described);
    }

    private static String described(DatabaseSchema.Relation relation) {
        StringBuilder text = new StringBuilder();
        for (Column column : relation.columns()) {
            text.append(column.name()).append(' ').append(column.type().sql()).append(column.nullable() ? "? " : " ");
        }
        relation.declared()
                .unread()
                .forEach(unread -> text.append('-')
                        .append(unread.name())
                        .append(' ')
                        .append(unread.type())
                        .append(' '));
        relation.unique().forEach(key -> text.append(key));
        relation.references()
                .forEach(reference -> text.append('>')
                        .append(reference.column())
                        .append(':')
                        .append(reference.table())
                        .append('.')
                        .append(reference.target()));
        relation.whole().ifPresent(whole -> text.append("part of ").append(whole));
        return text.toString().strip();
    }

    private void isReadAsExpected(String address) {
        Map<String, String> read = new TreeMap<>();
        schema(address, name -> true).tables().forEach(relation -> read.put(relation.name(), described(relation)));
        assertThat(read).isEqualTo(expected);
    }

    /** A key is what no two rows that a query sees may share, now and later. */
    @Test
    void aKeyIsWhatNoTwoRowsShare() {
        relation("a01", "k INTEGER [k]", "CREATE TABLE a01 (k integer PRIMARY KEY)");
        relation("a02", "k INTEGER? [k]", "CREATE TABLE a02 (k integer UNIQUE)");
        relation("a03", "k INTEGER l INTEGER [l, k]", "CREATE TABLE a03 (k integer, l integer, PRIMARY KEY (l, k))");
        relation(
                "a04",
                "k INTEGER? l INTEGER? [k][k, l]",
                "CREATE TABLE a04 (k integer UNIQUE, l integer, UNIQUE (k, l))");
        relation("a05", "k INTEGER? [k]", "CREATE TABLE a05 (k integer)", "CREATE UNIQUE INDEX ON a05 (k DESC)");
        relation("a06", "k INTEGER? v INTEGER? [k]", "CREATE TABLE a06 (k integer, v integer, UNIQUE (k) INCLUDE (v))");
        relation("a07", "k INTEGER?", "CREATE TABLE a07 (k integer)", "CREATE INDEX ON a07 (k)");
        relation(
                "a08",
                "k INTEGER?",
                "CREATE TABLE a08 (k integer)",
                "CREATE UNIQUE INDEX ON a08 (k) WHERE k > 0",
                "CREATE UNIQUE INDEX ON a08 (abs(k))",
                "CREATE UNIQUE INDEX ON a08 (k, abs(k))");
        relation("a09", "k INTEGER?", "CREATE TABLE a09 (k integer UNIQUE DEFERRABLE)");
        relation("a10", "k INTEGER?", "CREATE TABLE a10 (k integer, EXCLUDE USING btree (k WITH =))");
        relation(
                "a11",
                "k INTEGER? [k]",
                "CREATE MATERIALIZED VIEW a11 AS SELECT 1 AS k",
                "CREATE UNIQUE INDEX ON a11 (k)");
        relation("a12", "k INTEGER?", "CREATE TABLE a12 (k integer PRIMARY KEY)");
        relation("a13", "k INTEGER", "CREATE TABLE a13 () INHERITS (a12)");
        relation("a14", "k INTEGER [k]", "CREATE TABLE a14 (k integer PRIMARY KEY) PARTITION BY RANGE (k)");
        relation("a15", "k INTEGER [k]part of a14", "CREATE TABLE a15 PARTITION OF a14 FOR VALUES FROM (0) TO (9)");
        // A column that was dropped keeps its number: the others keep theirs.
        relation(
                "a16",
                "k INTEGER? l INTEGER? [l]",
                "CREATE TABLE a16 (gone integer, k integer, l integer UNIQUE)",
                "ALTER TABLE a16 DROP COLUMN gone");
        relation("a17", "k INTEGER?", "CREATE VIEW a17 AS SELECT k FROM a01");
        isReadAsExpected(url);
    }

    /** The server makes an index that it could not finish, and keeps it. */
    @Test
    void anIndexThatCouldNotBeMadeIsNoKey() throws SQLException {
        relation("broken", "k INTEGER?", "CREATE TABLE broken AS SELECT 1 AS k UNION ALL SELECT 1");
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE UNIQUE INDEX CONCURRENTLY ON broken (k)");
        } catch (SQLException asIntended) {
            assertThat(asIntended.getSQLState()).isEqualTo("23505");
        }
        assertThat(TestServer.texts(url, "SELECT indexrelid FROM pg_index WHERE NOT indisvalid"))
                .hasSize(1);
        isReadAsExpected(url);
    }

    /** What the server tells apart may be one value here: then it is no key, alone or with others. */
    @Test
    void aKeyIsOneOfTheValuesThatAreRead() {
        relation("plain", "t TIME? [t]", "CREATE TABLE plain (t time UNIQUE)");
        relation("stamp", "t TIMESTAMP? [t]", "CREATE TABLE stamp (t timestamptz UNIQUE)");
        relation(
                "zoned",
                "t TIME? k INTEGER? [k]",
                "CREATE DOMAIN dial AS timetz",
                "CREATE TABLE zoned (t timetz UNIQUE, k integer UNIQUE, UNIQUE (k, t))",
                "INSERT INTO zoned VALUES ('10:00+01', 1), ('10:00+02', 2)");
        relation("dials", "t TIME?", "CREATE TABLE dials (t dial PRIMARY KEY)");
        // Of a column that has no type here the name says that the key has another part.
        relation("partly", "k INTEGER? -j JSONB [k, j]", "CREATE TABLE partly (k integer, j jsonb, UNIQUE (k, j))");
        isReadAsExpected(url);
    }

    /** Other rules than a foreign key of one column, checked for all rows, lead to nobody. */
    @Test
    void aReferenceHoldsForEveryRow() {
        relation(
                "p",
                "id INTEGER other INTEGER? [id][other]",
                "CREATE TABLE p (id integer PRIMARY KEY, other integer UNIQUE)");
        relation("q", "a INTEGER b INTEGER [a, b]", "CREATE TABLE q (a integer, b integer, PRIMARY KEY (a, b))");
        relation("c1", "x INTEGER? >x:p.id", "CREATE TABLE c1 (x integer REFERENCES p)");
        relation(
                "c2",
                "y INTEGER? x INTEGER? >x:p.other",
                "CREATE TABLE c2 (y integer, x integer REFERENCES p (other))");
        relation(
                "c3",
                "x INTEGER? y INTEGER? >y:p.id>x:p.id",
                "CREATE TABLE c3 (x integer, y integer REFERENCES p)",
                "ALTER TABLE c3 ADD FOREIGN KEY (x) REFERENCES p");
        relation(
                "c4",
                "x INTEGER? y INTEGER?",
                "CREATE TABLE c4 (x integer, y integer, FOREIGN KEY (x, y) REFERENCES q)");
        relation(
                "c5",
                "x INTEGER?",
                "CREATE TABLE c5 (x integer)",
                "ALTER TABLE c5 ADD FOREIGN KEY (x) REFERENCES p NOT VALID");
        relation(
                "c6",
                "x INTEGER? >x:old.p.id",
                "CREATE SCHEMA old",
                "CREATE TABLE old.p (id text, n integer PRIMARY KEY)",
                "ALTER TABLE old.p DROP COLUMN id",
                "ALTER TABLE old.p RENAME n TO id",
                "CREATE TABLE c6 (x integer REFERENCES old.p)");
        relation("old.p", "id INTEGER [id]");
        relation("old.c", "x INTEGER? >x:p.id", "CREATE TABLE old.c (x integer REFERENCES public.p)");
        // A draft follows it; rows of c8 that lead nowhere are nobody's.
        relation("c7", "x INTEGER? >x:p.id", "CREATE TABLE c7 (x integer REFERENCES p)");
        relation("c8", "x INTEGER?", "CREATE TABLE c8 () INHERITS (c7)");
        relation("c9", "x INTEGER? >x:p.id", "CREATE TABLE c9 (x integer REFERENCES p) PARTITION BY RANGE (x)");
        relation("c9a", "x INTEGER? >x:p.idpart of c9", "CREATE TABLE c9a PARTITION OF c9 FOR VALUES FROM (0) TO (9)");
        isReadAsExpected(url);
    }

    /** Only a table keeps NULL out, and only values that have a counterpart here are none. */
    @Test
    void aColumnHasNoNullOnlyWhereTheServerSaysSo() {
        relation(
                "n",
                "a BOOLEAN b INTEGER c INTEGER d BIGINT e DOUBLE? f DOUBLE? g VARCHAR h VARCHAR i DATE? j TIME?"
                        + " k TIMESTAMP? l TIMESTAMP? m DECIMAL(5,2)? n INTEGER?",
                "CREATE TABLE n (a boolean NOT NULL, b smallint NOT NULL, c integer NOT NULL, d bigint NOT NULL, e real"
                        + " NOT NULL, f double precision NOT NULL, g text NOT NULL, h uuid NOT NULL, i date NOT NULL,"
                        + " j time NOT NULL, k timestamp NOT NULL, l timestamptz NOT NULL, m numeric(5,2) NOT NULL, n"
                        + " integer CHECK (n IS NOT NULL))");
        relation("v", "a BOOLEAN? b INTEGER?", "CREATE VIEW v AS SELECT a, b FROM n");
        relation(
                "elsewhere",
                "id INTEGER?",
                "CREATE FOREIGN DATA WRAPPER nothing",
                "CREATE SERVER nowhere FOREIGN DATA WRAPPER nothing",
                "CREATE FOREIGN TABLE elsewhere (id integer NOT NULL) SERVER nowhere");
        isReadAsExpected(url);
    }

    /** Of every type: a domain of it, with the digits of that, is read as the type itself, or as little as that. */
    @Test
    void aDomainIsReadAsTheTypeBelowIt() {
        List<String> types = List.of(
                "boolean",
                "smallint",
                "integer",
                "bigint",
                "real",
                "double precision",
                "numeric",
                "numeric(5,2)",
                "numeric(9,0)",
                "numeric(38,38)",
                "numeric(39,1)",
                "text",
                "varchar",
                "varchar(7)",
                "char(3)",
                "name",
                "uuid",
                "json",
                "jsonb",
                "mood",
                "date",
                "time",
                "time(3)",
                "timetz(2)",
                "timestamp",
                "timestamp(3)",
                "timestamptz(0)",
                "interval",
                "bytea",
                "integer[]");
        TestServer.run(url, List.of("CREATE TYPE mood AS ENUM ('glad', 'sad')", "CREATE TABLE domains ()"));
        for (int i = 0; i < types.size(); i++) {
            TestServer.run(
                    url,
                    List.of(
                            "CREATE DOMAIN below" + i + " AS " + types.get(i) + " NOT NULL",
                            "ALTER TABLE domains ADD type" + i + " " + types.get(i) + ", ADD domain" + i + " below"
                                    + i));
        }
        DatabaseSchema.Relation read = schema(url, name -> true).tables().get(0);
        Map<String, String> kinds = new TreeMap<>();
        read.columns().forEach(column -> kinds.put(column.name(), column.type().sql() + column.nullable()));
        read.declared().unread().forEach(unread -> kinds.put(unread.name(), "unread"));
        assertThat(kinds).hasSize(2 * types.size());
        for (int i = 0; i < types.size(); i++) {
            assertThat(kinds.get("domain" + i)).as(types.get(i)).isEqualTo(kinds.get("type" + i));
        }
        assertThat(kinds.values()).contains("DECIMAL(5,2)true", "DECIMAL(9,0)true", "DECIMAL(38,38)true", "unread");
    }

    /** However deep a partition lies, it is part of the largest table of those above it that the user may read. */
    @Test
    void aPartOfAPartIsPartOfTheLargestThatMayBeRead() {
        String deeper = " PARTITION OF %s FOR VALUES FROM (0) TO (9) PARTITION BY RANGE (k)";
        TestServer.run(url, List.of("DROP ROLE IF EXISTS reader_of_parts", "CREATE ROLE reader_of_parts LOGIN"));
        relation("g1", "k INTEGER?", "CREATE TABLE g1 (k integer) PARTITION BY RANGE (k)");
        relation("g2", "k INTEGER? part of g1", "CREATE TABLE g2" + deeper.formatted("g1"));
        relation("g3", "k INTEGER? part of g1", "CREATE TABLE g3" + deeper.formatted("g2"));
        relation("g4", "k INTEGER? part of g1", "CREATE TABLE g4 PARTITION OF g3 FOR VALUES FROM (0) TO (9)");
        isReadAsExpected(url);

        // Of the whole the user sees nothing, and of one table between two parts neither.
        expected.clear();
        relation("g2", "k INTEGER?", "GRANT SELECT ON g2 TO reader_of_parts");
        relation("g4", "k INTEGER? part of g2", "GRANT SELECT ON g4 TO reader_of_parts");
        isReadAsExpected(TestServer.as(url, "reader_of_parts"));
        TestServer.run(url, List.of("DROP OWNED BY reader_of_parts", "DROP ROLE reader_of_parts"));
    }

    /** What the user may not read is not there, and what is there keeps its keys whole. */
    @Test
    void aUserSeesWhatHeMayRead() {
        TestServer.run(
                url,
                List.of(
                        "DROP ROLE IF EXISTS reader_of_some",
                        "CREATE ROLE reader_of_some LOGIN",
                        "CREATE TABLE closed (id integer PRIMARY KEY)",
                        "CREATE SCHEMA shut",
                        "CREATE TABLE shut.open (id integer)",
                        "GRANT SELECT ON shut.open TO reader_of_some",
                        "CREATE SCHEMA \"dotted.name\"",
                        "CREATE TABLE \"dotted.name\".t (id integer)",
                        "CREATE TABLE \"dotted.table\" (id integer)",
                        "GRANT USAGE ON SCHEMA \"dotted.name\" TO reader_of_some",
                        "GRANT SELECT ON \"dotted.name\".t, \"dotted.table\" TO reader_of_some",
                        "CREATE SCHEMA other",
                        "GRANT USAGE ON SCHEMA other TO reader_of_some",
                        "CREATE INDEX named ON closed (id)",
                        "CREATE SEQUENCE counted",
                        "CREATE TABLE unread (id integer)",
                        "GRANT INSERT, UPDATE, DELETE ON unread TO reader_of_some"));
        relation(
                "other.Some \"odd\" name",
                "id INTEGER? x 'y VARCHAR? [id, hidden]>id:closed.id",
                "CREATE TABLE other.\"Some \"\"odd\"\" name\" (id integer REFERENCES closed, hidden integer, \"x 'y\""
                        + " text, UNIQUE (id, hidden))",
                "GRANT SELECT (id, \"x 'y\") ON other.\"Some \"\"odd\"\" name\" TO reader_of_some");
        relation(
                "all_of_it",
                "id INTEGER?",
                "CREATE TABLE all_of_it (id integer)",
                "GRANT SELECT ON all_of_it TO reader_of_some");
        String reader = TestServer.as(url, "reader_of_some");
        isReadAsExpected(reader);
        DatabaseSchema one = schema(reader, name -> name.equals("all_of_it"));
        assertThat(one.names())
                .containsExactlyElementsOf(
                        new ArrayList<>(expected.keySet()).stream().sorted().toList());
        assertThat(one.tables()).extracting(DatabaseSchema.Relation::name).containsExactly("all_of_it");
        TestServer.run(url, List.of("DROP OWNED BY reader_of_some", "DROP ROLE reader_of_some"));
    }
}
