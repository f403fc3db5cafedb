package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.privacy.number.Rational;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A process of PostgreSQL that crashes takes the questions of everybody with it. Those of others run once more for the same
 * charge; the one whose process it was fails, and the next one is answered.
 */
@NullUnmarked
@Tag("process")
class PostgresCrashTest {
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
    private static final String SLOW = "SELECT COUNT(DISTINCT id) AS n FROM slow";
    private static final String QUICK = "SELECT COUNT(DISTINCT id) AS n FROM quick";

    private static EmbeddedPostgres server;
    private static String url;

    @BeforeAll
    static void start() throws IOException {
        server = TestServer.builder().setServerConfig("fsync", "off").start();
        url = server.getJdbcUrl("postgres", "postgres");
        TestServer.run(
                url,
                List.of(
                        "CREATE VIEW slow AS SELECT i AS id FROM generate_series(1, 30) AS i,"
                                + " LATERAL pg_sleep(0.1 + 0 * i) AS p",
                        "CREATE VIEW quick AS SELECT i AS id FROM generate_series(1, 7) AS i",
                        "CREATE VIEW beside AS SELECT i AS id FROM generate_series(1, 9999) AS i,"
                                + " LATERAL pg_sleep(1 + 0 * i) AS p"));
    }

    @AfterAll
    static void stop() throws IOException {
        server.close();
    }

    private static SourceTable table(String name) {
        return new SourceTable(
                new Table(name, List.of(Column.nullable("id", ColumnType.INTEGER)), new Protection.UnitColumn("id")),
                new Source.Server(url, name));
    }

    private static TacitSession session(AtomicInteger runs) {
        return TacitSession.open(
                List.of(table("slow"), table("quick"), table("beside")),
                SLACK,
                EngineOfSources.with(People.SETTINGS),
                People.SETTINGS,
                () -> {
                    runs.incrementAndGet();
                    return new ZeroNoise();
                });
    }

    /**
     * The process that sleeps over a view, once there is one: a shorter statement may be over before its process is ended,
     * and a connection that is found broken between two statements is rightly made anew for the same question.
     */
    private static String process(String view) throws InterruptedException {
        while (true) {
            List<String> found = TestServer.texts(
                    url,
                    "SELECT pid::text FROM pg_stat_activity WHERE state = 'active' AND wait_event = 'PgSleep' AND query"
                            + " LIKE '%" + view + "%'");
            if (!found.isEmpty()) {
                return found.get(0);
            }
            Thread.sleep(20);
        }
    }

    private static void crash(String process) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-9", process).start().waitFor()).isZero();
    }

    private static CompletableFuture<Object> asked(TacitSession session, String sql) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return session.query(sql).rows().get(0).values().get(0);
            } catch (Refusal refusal) {
                return refusal;
            }
        });
    }

    @Test
    void whoDiesWithAnotherIsAnsweredForOneChargeAndWhoCrashedFails() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        try (TacitSession ada = session(new AtomicInteger());
                TacitSession bob = session(runs)) {
            CompletableFuture<Object> crashed = asked(ada, "SELECT COUNT(DISTINCT id) AS n FROM beside");
            String hers = process("beside");
            CompletableFuture<Object> victim = asked(bob, SLOW);
            assertThat(process("slow")).isNotEqualTo(hers);
            crash(hers);

            assertThat(crashed.join())
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE));
            assertThat(ada.spent().epsilon()).isEqualTo(Rational.of(20));
            assertThat(victim.join()).isEqualTo(30L);
            assertThat(bob.spent().epsilon()).isEqualTo(Rational.of(20));
            assertThat(runs).as("noise is drawn for one run").hasValue(1);

            assertThat(ada.query(QUICK).rows().get(0).values()).containsExactly(7L);
            assertThat(bob.query(QUICK).rows().get(0).values()).containsExactly(7L);
        }
    }

    /** A connection that somebody ends is no crash: the question fails, and the next one has a new connection. */
    @Test
    void aConnectionThatIsEndedIsMadeAnewForTheNextQuestion() throws Exception {
        try (TacitSession session = session(new AtomicInteger())) {
            CompletableFuture<Object> ended = asked(session, SLOW);
            TestServer.texts(url, "SELECT pg_terminate_backend(" + process("slow") + ")::text");
            assertThat(ended.join())
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE));
            assertThat(catchThrowableOfType(Refusal.class, () -> session.query("SELECT nothing FROM quick")))
                    .isNotNull();
            assertThat(session.query(QUICK).rows().get(0).values()).containsExactly(7L);
        }
    }
}
