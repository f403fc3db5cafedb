package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.Likeness;
import io.tacit.engine.backend.OnServer;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.DeclareSource;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A session over people's rows in a real PostgreSQL, as its owner sets it up. */
@org.jspecify.annotations.NullUnmarked
@Tag("process")
class PostgresSessionTest {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 100, 0.95);

    private final List<String> log = new ArrayList<>();
    private final String url = TestServer.database();

    private SourceTable table(String name, Protection protection, String user) {
        return DeclareSource.onServer(
                        name,
                        TestServer.as(url, user),
                        name,
                        protection,
                        Map.of(),
                        EngineOfSources.with(new DuckDbSettings(256, 1, log::add)))
                .table();
    }

    private TacitSession open(SourceTable... tables) {
        return TacitSession.open(List.of(tables), DEFAULTS, new DuckDbSettings(256, 1, log::add), ZeroNoise::new);
    }

    private static String answer(TacitSession session, String sql) {
        return AnswerText.of(session.query(sql));
    }

    /** At most so many rows of a person count, each for itself, also where rows are alike and people differ in letters only. */
    @Test
    void rowsOfAPersonCountWithinOneLimit() {
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE lines (id text, k text, x double precision)",
                        "INSERT INTO lines SELECT 'u' || i, (ARRAY['a', 'b'])[1 + i % 2], 1 FROM generate_series(1,"
                                + " 200) AS i",
                        "INSERT INTO lines SELECT 'heavy', 'a', 1 FROM generate_series(1, 100)",
                        "INSERT INTO lines SELECT 'HEAVY', 'b', i FROM generate_series(1, 100) AS i"));
        try (TacitSession session = open(table("lines", new Protection.UnitColumn("id"), "postgres"))) {
            assertThat(answer(
                            session,
                            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = 3) k, COUNT(*) AS n,"
                                    + " SUM(x, contribution_bounds_per_row => (0, 1)) AS s FROM lines GROUP BY k ORDER"
                                    + " BY k"))
                    .isEqualTo("""
                        k | n   | s
                        a | 103 | 103.0
                        b | 103 | 103.0
                        (2 rows)
                        """);
        }
    }

    /** Whatever a column's collation takes for equal, here texts are equal byte for byte; CHAR(n) has no padding. */
    @Test
    void keysAreEqualByteForByte() {
        TestServer.run(
                url,
                List.of(
                        "CREATE COLLATION caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                        "CREATE TABLE p (id text COLLATE caseless, k text COLLATE caseless, c char(5), x numeric)",
                        "INSERT INTO p SELECT 'u' || i, (ARRAY['a', 'A', 'a ', 'e\u0301', 'é'])[1 + i % 5],"
                                + " (ARRAY['a', 'a ', 'b'])[1 + i % 3], i FROM generate_series(1, 150) AS i",
                        "INSERT INTO p SELECT upper(id), k, c, x FROM p"));
        SourceTable people = table("p", new Protection.UnitColumn("id"), "postgres");
        assertThatThrownBy(() -> table("p", new Protection.UnitColumn(List.of("id", "nobody")), "postgres"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.PRIVACY_UNIT));
        for (String written : List.of("P", "public.p", "Public.P")) {
            assertThat(table(written, new Protection.UnitColumn("id"), "postgres")
                            .table()
                            .columns())
                    .as(written)
                    .isEqualTo(people.table().columns());
        }
        // A numeric without digits has no type here.
        assertThat(people.table().columns()).hasSize(3);
        try (TacitSession session = open(people)) {
            assertThat(answer(session, "SELECT COUNT(DISTINCT id) FROM p")).contains("300");
            assertThat(answer(session, "SELECT k, COUNT(*) AS n FROM p GROUP BY k"))
                    .isEqualTo("""
                        k  | n
                        A  | 60
                        a  | 60
                        a  | 60
                        e\u0301 | 60
                        é  | 60
                        (5 rows)
                        """);
            assertThat(answer(session, "SELECT c, COUNT(*) AS n FROM p GROUP BY c"))
                    .isEqualTo("""
                        c | n
                        a | 200
                        b | 100
                        (2 rows)
                        """);
            assertThat(answer(session, "SELECT COUNT(*) AS n FROM p WHERE k = 'a' AND k LIKE 'a%' AND 'B' < k"))
                    .contains("60");
        }
    }

    /** NULL is a public group like any other, and not that of the empty text, with which it is found. */
    @Test
    void eachPublicGroupHasItsOwnPeople() {
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE p AS SELECT i AS id, (ARRAY['', 'a', 'B'])[1 + i % 3] AS k FROM"
                                + " generate_series(1, 90) AS i",
                        "CREATE TABLE kinds AS SELECT unnest(ARRAY['', 'a', 'b', NULL]) AS k"));
        try (TacitSession session = open(
                table("p", new Protection.UnitColumn("id"), "postgres"),
                table("kinds", new Protection.Public(), "postgres"))) {
            assertThat(answer(
                            session,
                            "SELECT COALESCE(k, 'none') AS k, n FROM (SELECT kinds.k, COUNT(*,"
                                    + " contribution_bounds_per_group => (0, 1)) AS n FROM kinds LEFT JOIN p ON kinds.k"
                                    + " = p.k GROUP BY kinds.k) AS q ORDER BY k"))
                    .isEqualTo("""
                        k    | n
                             | 30
                        a    | 30
                        b    | 0
                        none | 0
                        (4 rows)
                        """);
        }
    }

    /** A user who may only read, and only a view of some rows and columns, by a policy of rows. */
    @Test
    void aReaderOfAViewIsEnough() {
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE hidden (id integer, city text, secret text, ok boolean)",
                        "INSERT INTO hidden SELECT i, 'x', 's' || i, i % 2 = 0 FROM generate_series(1, 100) AS i",
                        "ALTER TABLE hidden ENABLE ROW LEVEL SECURITY",
                        "DROP ROLE IF EXISTS reader_of_views",
                        "CREATE ROLE reader_of_views LOGIN",
                        "CREATE POLICY ok ON hidden FOR SELECT TO reader_of_views USING (ok)",
                        "GRANT SELECT (id, city) ON hidden TO reader_of_views",
                        "GRANT SELECT (ok) ON hidden TO reader_of_views",
                        "CREATE VIEW people AS SELECT id, city FROM hidden WHERE id <= 50",
                        "GRANT SELECT ON people TO reader_of_views"));
        SourceTable view = table("people", new Protection.UnitColumn("id"), "reader_of_views");
        SourceTable rows = table("hidden", new Protection.UnitColumn("id"), "reader_of_views");
        assertThat(rows.table().column("secret")).isEmpty();
        try (TacitSession session = open(view, rows)) {
            assertThat(answer(session, "SELECT COUNT(*) FROM people")).contains("50");
            assertThat(answer(session, "SELECT COUNT(*) FROM hidden")).contains("50");
        }
    }

    /** One refusal for an error, a time limit and a lost connection; the next query connects anew. */
    @Test
    void whateverFailsIsRefusedAlike() {
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE t (id integer, v text)",
                        "INSERT INTO t VALUES (1, 'secret42'), (2, 'x'), (3, 'y')",
                        "CREATE FUNCTION public.boom(text) RETURNS text LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION"
                                + " ''the value is %'', $1; END'",
                        "CREATE VIEW failing AS SELECT id, public.boom(v) AS v FROM t",
                        "CREATE VIEW killed AS SELECT id, v, pg_terminate_backend(pg_backend_pid()) AS dead FROM t"));
        Protection person = new Protection.UnitColumn("id");
        try (TacitSession session = open(
                table("t", person, "postgres"),
                table("failing", person, "postgres"),
                table("killed", person, "postgres"))) {
            List<String> messages = new ArrayList<>();
            for (String sql : List.of(
                    "SELECT v, COUNT(*) FROM failing GROUP BY v", "SELECT dead, COUNT(*) FROM killed GROUP BY dead")) {
                assertThatThrownBy(() -> session.query(sql)).isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE);
                    messages.add(refusal.getMessage());
                });
                assertThat(answer(session, "SELECT COUNT(DISTINCT id) FROM t")).contains("3");
            }
            assertThat(messages).hasSize(2).containsOnly(messages.get(0)).noneMatch(text -> text.contains("secret42"));
            assertThat(log).anyMatch(text -> text.contains("secret42"));
        }
    }

    /** At most C_u groups of each person count, the same ones whenever they are asked for. */
    @Test
    void theLimitOfGroupsHolds() {
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE g (id integer, k integer)",
                        "INSERT INTO g SELECT i, k FROM generate_series(1, 200) AS i, generate_series(1, 10) AS k"));
        String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 3) k, COUNT(*,"
                + " contribution_bounds_per_group => (0, 1)) AS n FROM g GROUP BY k";
        try (TacitSession session = open(table("g", new Protection.UnitColumn("id"), "postgres"))) {
            Answer answer = session.query(sql);
            assertThat(answer.rows().stream()
                            .mapToLong(row -> ((Number) row.values().get(1)).longValue()))
                    .hasSize(10)
                    // Of 200 people with 3 of 10 groups each, 60 are expected in a group.
                    .allMatch(n -> n > 25 && n < 100)
                    .satisfies(all ->
                            assertThat(all.stream().mapToLong(n -> n).sum()).isEqualTo(600));
            assertThat(session.query(sql).rows()).isEqualTo(answer.rows());
        }
    }

    /** What an owner asks of files still goes to the engine for files; of a server, to the server. */
    @Test
    void repeatedKeysAreCountedWhereTheRowsAre() {
        DataEngine engine = EngineOfSources.with(new DuckDbSettings(256, 1, log::add));
        DataEngine.Key key = new DataEngine.Key("orders", List.of("customer"));
        SourceTable file = SampleTables.all().stream()
                .filter(table -> table.table().name().equals("orders"))
                .findFirst()
                .orElseThrow();
        SourceTable server = OnServer.load(url, List.of(file)).get(0);
        Map<DataEngine.Key, Long> here = engine.repeats(List.of(file), List.of(key));
        assertThat(here.get(key)).isPositive();
        assertThat(engine.repeats(List.of(server), List.of(key))).isEqualTo(here);
    }

    @Test
    void valuesAreLookedAtWhereTheRowsAre() {
        DataEngine engine = EngineOfSources.with(new DuckDbSettings(256, 1, log::add));
        TestServer.run(
                url,
                List.of("CREATE TABLE seen AS SELECT i % 100 AS id, 'u' || i || '@example.org' AS a, '192.168.7.' || i"
                        + " AS b, '+49 30 1234' || (100 + i) AS c, DATE '1950-03-05' + i * 123 AS d, 'She came"
                        + " because of her knee, visit ' || i AS e, 'login' || (i % 100) AS f, 'DE44 5001 0517"
                        + " 5407 32' || (10 + i % 80) AS g, 'code ' || (i % 40) AS h, DATE '2019-03-05' + i * 3 AS"
                        + " j, NULL::text AS k FROM generate_series(1, 200) AS i"));
        DatabaseSchema.Relation seen =
                engine.server(url, name -> name.equals("seen")).tables().get(0);
        SourceTable table = new SourceTable(
                new Table("seen", seen.columns(), new Protection.Public()), new Source.Server(url, "seen"));
        assertThat(engine.looks(table, Optional.of("id")))
                .isEqualTo(Map.of(
                        "a", Likeness.EMAIL,
                        "b", Likeness.NETWORK,
                        "c", Likeness.PHONE,
                        "d", Likeness.BIRTH,
                        "e", Likeness.FREE_TEXT,
                        "f", Likeness.ONE_EACH,
                        "g", Likeness.BANK));
    }

    @Test
    void anAddressWithAPasswordIsRefused() {
        assertThatThrownBy(() -> open(new SourceTable(table("t", "id"), new Source.Server(url + "&password=hush", "t")))
                        .query("SELECT COUNT(*) FROM t"))
                .hasMessageContaining("PGPASSWORD")
                .hasMessageNotContainingAny("hush");
    }

    private static io.tacit.engine.catalog.Table table(String name, String person) {
        return new io.tacit.engine.catalog.Table(
                name,
                Stream.of(person)
                        .map(each -> io.tacit.engine.catalog.Column.nullable(
                                each, io.tacit.engine.catalog.ColumnType.INTEGER))
                        .toList(),
                new Protection.UnitColumn(person));
    }
}
