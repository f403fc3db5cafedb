package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ends of an interval of dates or timestamps are given back as they were, before 1970 and after. */
@org.jspecify.annotations.NullUnmarked
class EndsOfIntervalsTest {
    private static final List<LocalDate> DAYS = List.of(
            LocalDate.of(1, 1, 1),
            LocalDate.of(1899, 12, 31),
            LocalDate.of(1969, 12, 31),
            LocalDate.of(1970, 1, 1),
            LocalDate.of(1970, 1, 2),
            LocalDate.of(2000, 2, 29),
            LocalDate.of(9999, 12, 31));

    private static final List<LocalDateTime> TIMES = List.of(
            LocalDateTime.of(1700, 1, 1, 0, 0, 0, 1000),
            LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000),
            LocalDateTime.of(1970, 1, 1, 0, 0),
            LocalDateTime.of(1970, 1, 1, 0, 0, 0, 1000),
            LocalDateTime.of(2020, 3, 29, 2, 30, 0, 999_999_000),
            LocalDateTime.of(2250, 12, 31, 23, 59, 59, 1000));

    @Test
    void datesComeBack() {
        for (LocalDate low : DAYS) {
            for (LocalDate high : DAYS.subList(DAYS.indexOf(low), DAYS.size())) {
                ConfidenceInterval interval = ConfidenceInterval.ofTimes(low, high);
                assertThat(interval.low()).isEqualTo((double) low.toEpochDay());
                assertThat(interval.high()).isEqualTo((double) high.toEpochDay());
                assertThat(interval.lowOf(LocalDate.EPOCH)).isEqualTo(low);
                assertThat(interval.highOf(LocalDate.EPOCH)).isEqualTo(high);
                assertThat(interval.halfWidth()).isEqualTo((high.toEpochDay() - low.toEpochDay()) / 2.0);
            }
        }
    }

    @Test
    void timestampsComeBackToTheMicrosecond() {
        for (LocalDateTime low : TIMES) {
            for (LocalDateTime high : TIMES.subList(TIMES.indexOf(low), TIMES.size())) {
                ConfidenceInterval interval = ConfidenceInterval.ofTimes(low, high);
                assertThat(interval.lowOf(LocalDateTime.MIN)).isEqualTo(low);
                assertThat(interval.highOf(LocalDateTime.MIN)).isEqualTo(high);
            }
        }
        assertThat(ConfidenceInterval.ofTimes(TIMES.get(1), TIMES.get(3))).isEqualTo(new ConfidenceInterval(-1, 1));
    }

    @Test
    void besideAnythingElseTheyAreNumbers() {
        ConfidenceInterval interval = new ConfidenceInterval(-2.5, 4);
        List<Object> values = new ArrayList<>(List.of(1, 2L, 0.5, "1970-01-01", true, LocalTime.NOON));
        values.add(null);
        for (Object value : values) {
            assertThat(interval.lowOf(value)).isEqualTo(-2.5);
            assertThat(interval.highOf(value)).isEqualTo(4.0);
        }
        assertThat(interval.halfWidth()).isEqualTo(3.25);
    }
}
