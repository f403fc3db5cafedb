package io.tacit.engine.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.junit.jupiter.api.Test;

/** What is wanted of EXPLAIN, bounds that are dates and the column of a person: which are taken, and as what. */
class ConstantsOfClausesTest {
    /** The error and the confidence that EXPLAIN PRIVACY is asked for. */
    @Test
    void whatIsWantedOfExplainLiesBetweenItsEnds() {
        List<String> wrong = new ArrayList<>();
        List<String> numbers = new ArrayList<>(List.of(
                "-1", "0", "1e-12", "0.5", "0.99999999999999999999", "1", "1.0", "1.0000000001", "20", "2e1", "1e20"));
        numbers.addAll(List.of("1e30", "1.000000001e30", "1e31"));
        for (String number : numbers) {
            BigDecimal value = new BigDecimal(number);
            boolean isError = value.signum() > 0 && value.compareTo(new BigDecimal("1e30")) <= 0;
            boolean isConfidence = value.signum() > 0 && value.compareTo(BigDecimal.ONE) < 0;
            Map.of("error = " + number, isError, "error = 1, confidence = " + number, isConfidence)
                    .forEach((options, taken) -> {
                        if (wanted(options).isPresent() != taken) {
                            wrong.add(options + (taken ? " is refused" : " is taken"));
                        }
                    });
        }
        assertThat(wrong).isEmpty();
        assertThat(wanted("ERROR = 10, Confidence = 0.9"))
                .contains(new WantedError(BigDecimal.TEN, Optional.of(new BigDecimal("0.9"))));
        for (String options : List.of(
                "confidence = 0.9",
                "error = 1, error = 1",
                "error = 1, ERROR = 2",
                "epsilon = 1",
                "error = 1, delta = 0")) {
            assertThat(wanted(options)).as(options).isEmpty();
        }
    }

    private static Optional<WantedError> wanted(String options) {
        try {
            return VisitTables.analyze("EXPLAIN PRIVACY (" + options + ") SELECT COUNT(*) FROM visits")
                    .wanted();
        } catch (Refusal refusal) {
            assertThat(refusal.code()).as(options).isNotEqualTo(ErrorCode.INVALID_QUERY);
            return Optional.empty();
        }
    }

    /** A bound that is a date is one of the years 1 to 9999, in microseconds since 1970. */
    @Test
    void boundsAreDatesOfTheUsualYears() {
        for (String time : List.of(
                "0001-01-01 00:00:00",
                "0001-01-01 00:00:00.000001",
                "1582-10-10 00:00:00",
                "1969-12-31 23:59:59.999999",
                "1970-01-01 00:00:00",
                "2024-02-29 12:34:56.789",
                "9999-01-01 00:00:00",
                "9999-12-31 23:59:59.999999")) {
            LocalDateTime moment = LocalDateTime.parse(time.replace(' ', 'T'));
            assertThat(bounds("TIMESTAMP '" + time + "'"))
                    .as(time)
                    .contains(micros(moment).stripTrailingZeros());
            assertThat(bounds("DATE '" + time.substring(0, 10) + "'"))
                    .as(time)
                    .contains(micros(moment.toLocalDate().atStartOfDay()).stripTrailingZeros());
        }
        for (String time : List.of(
                "DATE '0000-12-31'",
                "DATE '10000-01-01'",
                "DATE '+10000-01-01'",
                "DATE '2023-02-29'",
                "DATE '2024-1-1'",
                "DATE '-0001-01-01'",
                "TIMESTAMP '0000-12-31 23:59:59'",
                "TIMESTAMP '2024-02-30 00:00:00'",
                "TIMESTAMP '2024-02-28 24:00:00'",
                "DATE 'today'")) {
            assertThat(bounds(time)).as(time).isEmpty();
        }
    }

    private static BigDecimal micros(LocalDateTime moment) {
        return BigDecimal.valueOf(ChronoUnit.MICROS.between(LocalDateTime.parse("1970-01-01T00:00:00"), moment));
    }

    private static Optional<BigDecimal> bounds(String time) {
        String bounds = "contribution_bounds_per_row => (" + time + ", " + time + ")";
        try {
            RelNode node = VisitTables.analyze("SELECT MAX(CURRENT_DATE + day, " + bounds + ") FROM visits")
                    .relation();
            while (!(node instanceof Aggregate)) {
                node = node.getInput(0);
            }
            Bounds read = ((PrivateAggregate)
                            ((Aggregate) node).getAggCallList().get(0).getAggregation())
                    .bounds()
                    .orElseThrow();
            assertThat(read.times()).isTrue();
            assertThat(read.low()).isEqualTo(read.high());
            return Optional.of(read.low());
        } catch (Refusal refusal) {
            return Optional.empty();
        }
    }

    /** A column that identifies the person may stand behind names of its table, in quotes of either kind. */
    @Test
    void thePersonsColumnMayHaveItsTable() {
        Map.of(
                        "id",
                        "id",
                        "members.id",
                        "id",
                        "main.members.id",
                        "id",
                        "'id'",
                        "id",
                        "\"The id\"",
                        "The id",
                        "members.\"The id\"",
                        "The id")
                .forEach((written, column) ->
                        assertThat(person(written)).as(written).contains(column));
        for (String written : List.of("members.*", "1", "''", "TRUE", "NULL")) {
            assertThat(person(written)).as(written).isEmpty();
        }
    }

    private static Optional<String> person(String written) {
        try {
            return VisitTables.analyze("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(privacy_unit_column = " + written
                            + ") COUNT(*) FROM visits")
                    .clauses()
                    .get(0)
                    .options()
                    .privacyUnitColumn();
        } catch (Refusal refusal) {
            return Optional.empty();
        }
    }
}
