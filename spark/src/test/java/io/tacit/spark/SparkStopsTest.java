package io.tacit.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.DeadNetwork;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A step of a cluster ends when it is stopped, also where the network is dead; a session means what it should. */
@NullUnmarked
@Tag("process")
class SparkStopsTest {
    /** Two minutes in which nothing is computed. */
    private static final String SLOW =
            "SELECT max(slept) FROM (SELECT java_method('java.lang.Thread', 'sleep', CAST(1000 AS BIGINT)) AS slept"
                    + " FROM range(0, 120, 1, 1))";

    private static final ServerRefusals FAILURES = new ServerRefusals(message -> {});

    @Test
    void aDeadNetworkKeepsNobodyWaiting() throws InterruptedException {
        LocalCluster cluster = LocalCluster.started();
        try (DeadNetwork network = new DeadNetwork(cluster.port());
                Cluster through = new Cluster(
                        () -> ClusterAddress.connect(
                                "sc://localhost:" + network.port(), Optional.of(cluster.token()), FAILURES),
                        0,
                        FAILURES)) {
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Throwable> run = CompletableFuture.supplyAsync(() -> {
                try {
                    through.stoppable(session -> {
                        begun.countDown();
                        return session.sql(SLOW).head();
                    });
                    return new AssertionError("it has an answer");
                } catch (Refusal refusal) {
                    return refusal;
                }
            });
            begun.await();
            Thread.sleep(2_000);
            network.die();
            through.running().cancel();
            assertThat(run.join())
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CANCELLED));
        }
    }

    @Test
    void theTimeLimitStopsIt() {
        List<String> owner = new CopyOnWriteArrayList<>();
        try (Cluster cluster = new Cluster(new ClusterAddress(TestCluster.URL), 1, new ServerRefusals(owner::add))) {
            assertThatThrownBy(
                            () -> cluster.stoppable(session -> session.sql(SLOW).head()))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE));
            assertThat(owner).anyMatch(message -> message.contains("CANCELED"));
            assertThat(cluster.<Long>step(
                            session -> session.sql("SELECT 1L").head().getLong(0)))
                    .isEqualTo(1L);
        }
    }

    /** Whatever the cluster was started with. */
    @Test
    void sessionsSetWhatCouldChangeAMeaning() {
        for (List<String> setting : List.of(
                List.of("spark.sql.timestampType", "TIMESTAMP_LTZ"),
                List.of("spark.sql.caseSensitive", "true"),
                List.of("spark.sql.ansi.enabled", "true"),
                List.of("spark.sql.session.timeZone", "UTC"))) {
            assertThat(TestCluster.owner().conf().get(setting.get(0))).isEqualTo(setting.get(1));
        }
        assertThat(TestCluster.owner()
                        .sql("SELECT typeof(CAST('2024-01-01' AS TIMESTAMP))")
                        .head()
                        .getString(0))
                .isEqualTo("timestamp");
    }
}
