package io.tacit.engine.backend.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class DuckDbProgressTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});

    /** Asking neither waits for the query nor keeps it from being stopped. */
    @Test
    void aLongQueryTellsHowFarItIs() throws InterruptedException {
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(), SETTINGS)) {
            assertThat(database.progress()).isEmpty();
            database.execute("CREATE TEMP TABLE t AS SELECT range AS x FROM range(2000000)");
            CompletableFuture<Throwable> running =
                    CompletableFuture.supplyAsync(() -> catchThrowable(() -> database.rows(
                            "SELECT SUM(LENGTH(REPEAT(MD5(CAST(x AS VARCHAR)), 200 + CAST(x % 7 AS INTEGER)))) FROM t",
                            row -> {})));
            OptionalDouble told = OptionalDouble.empty();
            while (told.isEmpty() && !running.isDone()) {
                Thread.sleep(5);
                told = database.progress();
            }
            database.cancel();
            assertThat(told).isPresent();
            assertThat(told.getAsDouble()).isBetween(0.0, 1.0);
            assertThat(running.join())
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CANCELLED));
            assertThat(database.progress()).isEmpty();
        }
    }
}
