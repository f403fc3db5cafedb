package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.accounting.Accuracy;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The epsilon for a wanted error: what the theory says where the whole budget is one state's, and enough everywhere.
 */
@org.jspecify.annotations.NullUnmarked
class EpsilonForErrorTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"10, 1", "3, 1", "100, 1", "10, 4", "1000, 25"})
    void isTheLeastWhereOneStateHasTheWholeBudget(long error, long most) {
        Rational least = Accuracy.epsilon(BigInteger.valueOf(most), BigInteger.valueOf(error), Rational.of(95, 100))
                .value();
        BigDecimal rounded = new BigDecimal(least.numerator())
                .divide(new BigDecimal(least.denominator()), new MathContext(3, RoundingMode.CEILING));
        String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = LAPLACE)"
                + " COUNT(*, contribution_bounds_per_group => (0, " + most + ")) FROM t";
        assertThat(new BigDecimal(epsilon(sql, BigDecimal.valueOf(error)))).isEqualByComparingTo(rounded);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "20 | g, COUNT(*, contribution_bounds_per_group => (0, 2)) FROM t GROUP BY g",
                "500 | g, SUM(x, contribution_bounds_per_group => (0, 40)), COUNT(*) FROM t GROUP BY g",
                "0.5 | SUM(d, contribution_bounds_per_group => (-1, 1)) FROM t",
                "50 | g, COUNT(DISTINCT s, contribution_bounds_per_group => (0, 3)) FROM t GROUP BY g"
            })
    void isEnoughWhateverIsChosen(BigDecimal error, String rest) {
        String before = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = %s, delta = 1e-9) ";
        String epsilon = epsilon(String.format(before, "1") + rest, error);
        assertThat(plusMinus(String.format(before, epsilon) + rest)).isLessThanOrEqualTo(error.doubleValue());
        String less = new BigDecimal(epsilon).multiply(new BigDecimal("0.98")).toPlainString();
        assertThat(plusMinus(String.format(before, less) + rest)).isGreaterThan(error.doubleValue());
    }

    /** At each size of the error, with three digits: what is found reaches it, and one step of its last digit less does not. */
    @Test
    void isTheLeastOfThreeDigitsAtEverySize() {
        String before = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = %s, delta = 1e-9, noise = LAPLACE) ";
        String rest = "COUNT(*, contribution_bounds_per_group => (0, 30)) FROM t";
        try (TacitSession session = People.ordinary().exactly(folder)) {
            for (String error : List.of("5", "7.5", "90", "1234", "5000000")) {
                BigDecimal found = new BigDecimal(
                        found(session, String.format(before, "1") + rest, new BigDecimal(error), Optional.empty()));
                assertThat(found.precision()).as(error).isLessThanOrEqualTo(3);
                BigDecimal step =
                        found.round(new MathContext(1, RoundingMode.DOWN)).ulp().movePointLeft(2);
                assertThat(reached(session, String.format(before, found.toPlainString()) + rest))
                        .as(error)
                        .isLessThanOrEqualTo(Double.parseDouble(error));
                assertThat(reached(
                                session,
                                String.format(before, found.subtract(step).toPlainString()) + rest))
                        .as(error)
                        .isGreaterThan(Double.parseDouble(error));
            }
        }
    }

    /** The confidence that is asked for counts, not that of the intervals; without one it is theirs. */
    @Test
    void isThatOfTheConfidenceThatIsAskedFor() {
        String block = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1, delta = 1e-9, noise = LAPLACE%s)"
                + " COUNT(*, contribution_bounds_per_group => (0, 30)) FROM t";
        BigDecimal error = BigDecimal.valueOf(50);
        try (TacitSession session = People.ordinary().exactly(folder)) {
            List<BigDecimal> all = new ArrayList<>();
            for (String confidence : List.of("0.5", "0.9", "0.99")) {
                String own =
                        found(session, String.format(block, ", confidence = " + confidence), error, Optional.empty());
                for (String intervals : List.of("", ", confidence = 0.8")) {
                    assertThat(found(session, String.format(block, intervals), error, Optional.of(confidence)))
                            .isEqualTo(own);
                }
                all.add(new BigDecimal(own));
            }
            assertThat(all).isSorted().doesNotHaveDuplicates();
        }
    }

    /** What stands in the statement is nearer than what stands beside it: the error of each, both, or none. */
    @Test
    void theErrorInTheStatementCountsFirst() {
        String count = "SELECT COUNT(*, contribution_bounds_per_group => (0, 3)) FROM t";
        try (TacitSession session = People.ordinary().exactly(folder)) {
            for (String inside : List.of("", "PRIVACY (error = 7) ", "PRIVACY (error = 7, confidence = 0.5) ")) {
                for (Optional<BigDecimal> beside :
                        List.of(Optional.<BigDecimal>empty(), Optional.of(BigDecimal.valueOf(90)))) {
                    String sql = inside.isEmpty() ? count : "EXPLAIN " + inside + count;
                    Explanation explanation =
                            beside.map(error -> session.explain(sql, error)).orElseGet(() -> session.explain(sql));
                    BigDecimal counts = inside.isEmpty() ? beside.orElse(null) : BigDecimal.valueOf(7);
                    assertThat(explanation.wantedError())
                            .as("%s, %s", inside, beside)
                            .isEqualTo(counts);
                    assertThat(explanation.releases().get(0).aggregates().get(0).epsilonForError())
                            .isEqualTo(
                                    counts == null
                                            ? null
                                            : inside.contains("confidence")
                                                    ? session.explain(sql)
                                                            .releases()
                                                            .get(0)
                                                            .aggregates()
                                                            .get(0)
                                                            .epsilonForError()
                                                    : found(session, count, counts, Optional.empty()));
                }
            }
        }
    }

    /** With 20, the largest that there is, an error is reached that no epsilon makes less. */
    @Test
    void isAtMostTwentyAndElseNotThere() {
        String sql = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = %s, delta = 1e-9, noise = LAPLACE)"
                + " COUNT(*, contribution_bounds_per_group => (0, 1000000)) FROM t";
        try (TacitSession session = People.ordinary().exactly(folder)) {
            double least = reached(session, String.format(sql, "20"));
            BigDecimal error = new BigDecimal(least);
            String most = found(session, String.format(sql, "1"), error, Optional.empty());
            assertThat(new BigDecimal(most)).isBetween(new BigDecimal("19.9"), BigDecimal.valueOf(20));
            assertThat(reached(session, String.format(sql, most))).isLessThanOrEqualTo(least);
            assertThat(found(session, String.format(sql, "1"), error.subtract(BigDecimal.ONE), Optional.empty()))
                    .isNull();
        }
    }

    @Test
    void isNotKnownForMeansAndBoundsThatAreFound() {
        assertThat(epsilon("SELECT AVG(x) FROM t", BigDecimal.TEN)).isNull();
        assertThat(epsilon("SELECT SUM(x) FROM t", BigDecimal.TEN)).isNull();
        assertThat(epsilon("SELECT MEDIAN(x) FROM t", BigDecimal.TEN)).isNull();
    }

    private static String found(TacitSession session, String sql, BigDecimal error, Optional<String> confidence) {
        Explanation explanation = confidence.isEmpty()
                ? session.explain(sql, error)
                : session.explain(
                        "EXPLAIN PRIVACY (error = " + error + ", confidence = " + confidence.get() + ") " + sql);
        return explanation.releases().get(0).aggregates().get(0).epsilonForError();
    }

    private static double reached(TacitSession session, String sql) {
        return session.explain(sql).releases().get(0).aggregates().get(0).expectedPlusMinus();
    }

    private String epsilon(String sql, BigDecimal error) {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            return session.explain(sql, error)
                    .releases()
                    .get(0)
                    .aggregates()
                    .get(0)
                    .epsilonForError();
        }
    }

    private double plusMinus(String sql) {
        try (TacitSession session = People.ordinary().exactly(folder)) {
            return session.explain(sql).releases().get(0).aggregates().get(0).expectedPlusMinus();
        }
    }
}
