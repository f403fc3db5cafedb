package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.ForwardingBackend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two groups that print the same keys are never answered as if they were one. */
@NullUnmarked
class SameKeysTest {
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);

    @TempDir
    Path folder;

    /** An engine that prints all keys in small letters, as one with a mistake might. */
    private static final class SmallLetters extends ForwardingBackend {
        SmallLetters(Backend engine) {
            super(engine);
        }

        @Override
        public void run(String sql, int keyCount, int integerCount, RowSink sink) {
            super.run(sql, keyCount, integerCount, (keys, integers) -> {
                for (int i = 0; i < keys.length; i++) {
                    keys[i] = keys[i] == null ? null : keys[i].toLowerCase(Locale.ROOT);
                }
                sink.row(keys, integers);
            });
        }
    }

    private Answer answer(String sql, String... more) {
        People people = People.ordinary().with(more);
        var tables = List.of(people.table(folder));
        try (AuditedRun audited = AuditedRun.open(tables, SLACK, People.SETTINGS);
                Backend engine = new SmallLetters(DuckDbBackend.open(tables, People.SETTINGS))) {
            return audited.prepare(sql).run(engine, ZeroNoise::new);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM t GROUP BY g",
                "SELECT g, i, COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM t WHERE i = 1 GROUP BY g, i",
                "SELECT g, MEDIAN(x, contribution_bounds_per_row => (0, 9)) AS m FROM t GROUP BY g",
                "SELECT n, COUNT(*) AS c FROM (SELECT g, COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM t GROUP BY g)"
                        + " q GROUP BY n"
            })
    void theyAreRefusedWhenBothAppear(String sql) {
        String[] twins = {
            "101,A,1,1,1,1,1,x", "102,A,1,1,1,1,1,x", "103,A,1,1,1,1,1,x", "104,a,1,1,1,1,1,x", "105,a,1,1,1,1,1,x"
        };
        assertThatThrownBy(() -> answer(sql, twins)).isInstanceOfSatisfying(Refusal.class, refusal -> {
            assertThat(refusal.code()).isEqualTo(ErrorCode.ENGINE);
            assertThat(refusal.getMessage()).contains("Two groups would have the same keys");
        });
    }

    /** What is hidden decides nothing: with the one person in group A or without, the answer is the same. */
    @Test
    void aHiddenTwinChangesNothing() {
        String sql = "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM t GROUP BY g";
        assertThat(answer(sql, "101,A,1,1,1,1,1,x").rows())
                .isEqualTo(answer(sql).rows());
    }

    @Test
    void theSameKeyInTwoColumnsIsNoTwin() {
        String sql = "SELECT g, g AS h, COUNT(*, contribution_bounds_per_group => (0, 2)) AS n FROM t GROUP BY g";
        assertThat(answer(sql).rows()).hasSize(3);
    }
}
