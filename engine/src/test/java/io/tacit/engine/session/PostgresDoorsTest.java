package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.source.DeclareSource;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.postgresql.PGProperty;

/** Ways past what a PostgreSQL server is asked for: options of addresses, errors that a value makes, wrong declarations. */
@org.jspecify.annotations.NullUnmarked
@Tag("process")
class PostgresDoorsTest {
    private static final Defaults DEFAULTS = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 100, 0.95);

    /** Options of the driver that neither load a class, nor name a file of settings, nor change a session. */
    private static final Set<String> HARMLESS = Set.of(
            "user",
            "ApplicationName",
            "ssl",
            "sslmode",
            "sslrootcert",
            "sslcert",
            "sslkey",
            "gssEncMode",
            "channelBinding",
            "connectTimeout",
            "loginTimeout",
            "socketTimeout",
            "tcpKeepAlive",
            "targetServerType",
            "loadBalanceHosts",
            "hostRecheckSeconds");

    private final String url = TestServer.database();

    private SourceTable table(String name, Protection protection) {
        return DeclareSource.onServer(
                        name,
                        url,
                        name,
                        protection,
                        Map.of(),
                        EngineOfSources.with(new DuckDbSettings(256, 1, log -> {})))
                .table();
    }

    private static TacitSession open(SourceTable... tables) {
        return TacitSession.open(List.of(tables), DEFAULTS, new DuckDbSettings(256, 1, log -> {}), ZeroNoise::new);
    }

    private static DatabaseSchema schema(String address) {
        return EngineOfSources.with(new DuckDbSettings(256, 1, log -> {})).server(address, name -> true);
    }

    /** Such as socketFactory, which makes an object of any class, or options, which sets what a session means. */
    @Test
    void noOptionOfAnAddressLoadsClassesOrChangesSessions() {
        List<String> accepted = new ArrayList<>();
        for (PGProperty property : PGProperty.values()) {
            try {
                schema("jdbc:postgresql://localhost:1/shop?" + property.getName() + "=");
                accepted.add(property.getName());
            } catch (Refusal refusal) {
                boolean byName = refusal.getMessage().contains("option")
                        || property.getName().endsWith("assword");
                if (!byName) {
                    accepted.add(property.getName());
                }
            }
        }
        assertThat(accepted).containsExactlyInAnyOrderElementsOf(HARMLESS);
        for (String address : List.of(
                url + "&socketFactory=java.io.FileOutputStream&socketFactoryArg=/tmp/x",
                url + "&service=other",
                url + "&%6fptions=-csearch_path%3Dpublic",
                url + "&",
                url + "&?options=x")) {
            assertThatThrownBy(() -> schema(address)).hasMessageContaining("option that is not accepted");
        }
        assertThatThrownBy(() -> schema("jdbc:postgresql://me:hush@localhost/shop"))
                .hasMessageContaining("PGPASSWORD")
                .hasMessageNotContainingAny("hush");
    }

    /** A FULL JOIN without an equality is one that the server reads and cannot plan. */
    @Test
    void whatTheServerCannotPlanCostsNothing() {
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE t (id integer, x integer)",
                        "INSERT INTO t SELECT i, i FROM generate_series(1, 100) AS i",
                        "CREATE TABLE c (k integer, l integer)",
                        "INSERT INTO c VALUES (1, 1), (2, 2)"));
        try (TacitSession session =
                open(table("t", new Protection.UnitColumn("id")), table("c", new Protection.Public()))) {
            String sql =
                    "SELECT COUNT(*) FROM t JOIN (SELECT COALESCE(a.k, b.l) AS k FROM c AS a FULL JOIN c AS b ON a.k <"
                            + " b.l) AS d ON t.x = d.k";
            assertThatThrownBy(() -> session.query(sql))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE));
            assertThat(session.spent().epsilon().toString()).isEqualTo("0");
        }
    }

    /**
     * Values whose text is longer than a text may be, or that are as long as one may be: each is an error of the server where
     * it is converted, searched by a regular expression, or put together with another.
     */
    @Test
    void veryLongValuesAreNoErrors() {
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE t (id integer, j jsonb, a text, b text)",
                        "INSERT INTO t SELECT 1, (SELECT jsonb_agg(1e131071) FROM generate_series(1, 9000)),"
                                + " repeat('x', 140000000), NULL",
                        "UPDATE t SET b = a",
                        "INSERT INTO t VALUES (2, '1', '2024-01-02', 'b')"));
        SourceTable people = table("t", new Protection.UnitColumn("id"));
        assertThat(people.table().column("j")).isEmpty();
        try (TacitSession session = open(people)) {
            String both = "(" + "a || ".repeat(7) + "b IS NULL)";
            String sql = "SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t WHERE " + both
                    + " <> (TRIM(a) IS NULL) OR " + both
                    + " <> (CAST(a AS DATE) IS NULL) AND CAST(a AS DOUBLE) IS NULL";
            assertThat(AnswerText.of(session.query(sql))).contains("1");
        }
    }

    /** A table from which others inherit shows their rows, for which its keys do not hold. */
    @Test
    void keysOfATableThatOthersInheritFromAreNoKeys() {
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE parent (id integer PRIMARY KEY)",
                        "CREATE TABLE child () INHERITS (parent)",
                        "CREATE TABLE parts (id integer PRIMARY KEY) PARTITION BY RANGE (id)",
                        "CREATE TABLE part PARTITION OF parts FOR VALUES FROM (1) TO (10)",
                        "INSERT INTO parent VALUES (1)",
                        "INSERT INTO child VALUES (1)"));
        DatabaseSchema schema = schema(url);
        assertThat(schema.table("parent").orElseThrow().unique()).isEmpty();
        assertThat(schema.table("parts").orElseThrow().unique()).containsExactly(List.of("id"));
    }
}
