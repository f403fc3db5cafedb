package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.audit.ReplayRuns.Level;
import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.audit.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL passes the tester's own queries, over people who are made up there. One in {@value #USUAL_SHARE} is asked, and
 * one of the subjects of black boxes; {@code -Dtacit.postgres=1} asks all.
 */
@NullUnmarked
@Tag("process")
class ServerAuditTest {
    private static final int USUAL_SHARE = 12;
    private static final int SHARE = Integer.getInteger("tacit.postgres", USUAL_SHARE);
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});

    private final String url = TestServer.database();

    @Test
    void postgresPassesReplay() {
        List<Verdict> verdicts = new ArrayList<>();
        int[] asked = new int[1];
        try (InventedPlace place = InventedPlace.on(url)) {
            ReplayRuns.builtIn(
                    Level.QUICK, place, name -> asked[0]++ % SHARE != 0, (name, verdict) -> verdicts.add(verdict));
            assertThat(verdicts.size() + place.lacking().size())
                    .isGreaterThan(ReplayRuns.verdicts(Level.QUICK) / SHARE - 1);
            assertThat(verdicts.size()).isGreaterThan(ReplayRuns.verdicts(Level.QUICK) / SHARE * 3 / 4);
            // Single columns of queries among them.
            assertThat(place.lacking()).hasSizeLessThan(80);
        }
        assertThat(verdicts.stream().filter(verdict -> !verdict.passed())).isEmpty();
        assertThat(verdicts).allMatch(verdict -> verdict.trials() == 4);
        assertThat(schemas()).isEmpty();
    }

    @Test
    void postgresPassesBlackBoxes() {
        try (InventedPlace place = InventedPlace.on(url)) {
            BlackBoxAudit audit = BlackBoxAudit.of(SessionFactory.at(place, SETTINGS));
            if (SHARE > 1) {
                audit = audit.only("A group with one person more, laplace");
            }
            List<Verdict> verdicts = audit.run(BlackBoxAudit.Level.QUICK, new BlackBoxAudit.Progress() {
                @Override
                public void query(String subject, int done, int of) {}

                @Override
                public void verdict(Verdict verdict) {}
            });
            assertThat(verdicts).isNotEmpty().allMatch(Verdict::passed).allMatch(verdict -> verdict.trials() > 0);
        }
        assertThat(schemas()).isEmpty();
    }

    /** A user who may read only makes nobody up, and is told what to do. */
    @Test
    void aUserWhoMayOnlyReadIsRefused() {
        TestServer.run(url, List.of("CREATE USER looker"));
        assertThatThrownBy(() -> InventedPlace.on(TestServer.as(url, "looker")).put(List.of()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("database for tests");
    }

    /** Whoever stops the tester, or cuts its connections, finds no schema of it. */
    @Test
    void schemasGoAwayAfterAnInterruptAndWithoutTheirConnection() {
        InventedPlace place = InventedPlace.on(url);
        place.put(List.of());
        place.put(List.of());
        assertThat(schemas()).hasSize(2);
        TestServer.texts(
                url,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <>"
                        + " pg_backend_pid() AND application_name = 'tacit'");
        Thread.currentThread().interrupt();
        place.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(schemas()).isEmpty();
    }

    /** A server may refuse what stands beside the schema. */
    @Test
    void nothingIsLeftOfASchemaThatWasHalfMade() {
        TestServer.run(
                url,
                List.of(
                        "CREATE FUNCTION never() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION"
                                + " ''no''; END'",
                        "CREATE EVENT TRIGGER never ON ddl_command_start WHEN TAG IN ('CREATE COLLATION') EXECUTE"
                                + " FUNCTION never()"));
        assertThatThrownBy(() -> InventedPlace.on(url).put(List.of())).hasMessageContaining("made-up tables");
        assertThat(schemas()).isEmpty();
    }

    /** A schema that stays is named, so that somebody can remove it; the others go. */
    @Test
    void aSchemaThatStaysIsNamed() {
        InventedPlace place = InventedPlace.on(url);
        place.put(List.of());
        place.put(List.of());
        String stays = schemas().get(0);
        TestServer.run(
                url,
                List.of(
                        "CREATE FUNCTION stay() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN IF current_query()"
                                + " LIKE ''%" + stays + "%'' THEN RAISE EXCEPTION ''no''; END IF; END'",
                        "CREATE EVENT TRIGGER stay ON ddl_command_start WHEN TAG IN ('DROP SCHEMA') EXECUTE FUNCTION"
                                + " stay()"));
        assertThatThrownBy(place::close).hasMessageContaining("DROP SCHEMA " + stays + " CASCADE");
        assertThat(schemas()).containsExactly(stays);
    }

    private List<String> schemas() {
        return TestServer.texts(url, "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'tacit%'");
    }
}
