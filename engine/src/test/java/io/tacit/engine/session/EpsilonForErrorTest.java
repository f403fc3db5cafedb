package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.accounting.Accuracy;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
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

    @Test
    void isNotKnownForMeansAndBoundsThatAreFound() {
        assertThat(epsilon("SELECT AVG(x) FROM t", BigDecimal.TEN)).isNull();
        assertThat(epsilon("SELECT SUM(x) FROM t", BigDecimal.TEN)).isNull();
        assertThat(epsilon("SELECT MEDIAN(x) FROM t", BigDecimal.TEN)).isNull();
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
