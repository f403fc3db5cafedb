package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.AuditLog.Decision;
import io.tacit.engine.ledger.AuditLog.Line;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What is written of a query stands in its own place, so that the owner reads the right person, price and reason. */
@NullUnmarked
class QueryLogTest {
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
    private static final Duration PASSED = Duration.ofHours(2);

    /** A log that is kept in memory. */
    private static final class Lines implements AuditLog {
        private final List<Line> all = new ArrayList<>();

        @Override
        public void ready() {
            assertThat(all).isEmpty();
        }

        @Override
        public void write(Line line) {
            all.add(line);
        }

        @Override
        public List<Line> newest(int most, Optional<String> analyst) {
            return all;
        }

        @Override
        public Map<String, String> texts(Set<String> ids) {
            return Map.of();
        }
    }

    private static Line written(Decision decision, Refusal refusal) {
        Lines lines = new Lines();
        OwnerWords words = new OwnerWords();
        words.accept("for the owner");
        new QueryLog(lines, "ann", "budget", words)
                .write(
                        new QueryLog.Asked("id-7", AT, "SELECT 1", System.nanoTime() - PASSED.toNanos()),
                        decision,
                        refusal,
                        "0.5",
                        "1e-9");
        return lines.all.get(0);
    }

    @Test
    void everyPartIsInItsPlace() {
        Line line = written(Decision.ANSWERED, null);
        assertThat(line)
                .isEqualTo(new Line(
                        "id-7",
                        AT,
                        "ann",
                        "budget",
                        "SELECT 1",
                        Decision.ANSWERED,
                        "",
                        "",
                        "0.5",
                        "1e-9",
                        line.millis(),
                        "for the owner"));
        assertThat(Duration.ofMillis(line.millis())).isBetween(PASSED, PASSED.plusHours(1));
    }

    @Test
    void aRefusalIsNamedByItsCodeAndItsRule() {
        Line line = written(Decision.REFUSED, new Refusal(ErrorCode.BAD_OPTION, "The rule.", "The advice."));
        assertThat(line.decision()).isEqualTo(Decision.REFUSED);
        assertThat(line.code()).isEqualTo(ErrorCode.BAD_OPTION.code());
        assertThat(line.reason()).isEqualTo("The rule.");
    }
}
