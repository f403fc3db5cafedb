package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.release.SeededNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The noise of COUNT, SUM and AVG has the declared scale, end to end.
 *
 * <p>6,000 groups of 30 people each give 6,000 independent draws of every noise. The mean of |Z| of a Laplace law of
 * scale b is b, with a standard deviation of b, so the mean of 6,000 lies within 5.5 standard errors, 7.1 %, of b but
 * for a chance of 4e-8; with three columns and the law's small discreteness the test is wrong less than once in a
 * million runs. Half the noise, a missing C_u or a missing split are off by 50 % or more.
 */
@NullUnmarked
@Tag("statistical")
class NoiseTest {
    private static final int GROUPS = 6000;
    private static final int PEOPLE = 30;

    @TempDir
    Path folder;

    @Test
    void countSumAndAverageHaveTheDeclaredScale() {
        List<String> lines = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            for (int person = 0; person < PEOPLE; person++) {
                lines.add(group * PEOPLE + person + ",g" + group + ",5,2.00,1,1,1,s");
            }
        }
        // Two parts share epsilon 8: the people who select, the count and the mean are read off three portions of a
        // person, the sum is a state alone. So each has 4.
        Defaults defaults = new Defaults(new BigDecimal("8"), new BigDecimal("0.1"), 2, 0.95);
        List<Double> count = new ArrayList<>();
        List<Double> sum = new ArrayList<>();
        List<Double> centred = new ArrayList<>();
        try (TacitSession session = TacitSession.open(
                List.of(People.of(lines).table(folder)), defaults, People.IN_ORDER, SeededNoise.of(106))) {
            Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = LAPLACE,"
                    + " group_selection_strategy = LAPLACE_THRESHOLD) g, COUNT(x CLAMPED BETWEEN 0 AND 1) AS n,"
                    + " SUM(d, contribution_bounds_per_group => (0, 3)) AS s,"
                    + " AVG(x, contribution_bounds_per_group => (0, 10)) AS a FROM t GROUP BY g");
            assertThat(answer.rows()).hasSize(GROUPS);
            for (AnswerRow row : answer.rows()) {
                double n = ((Number) row.values().get(1)).doubleValue();
                count.add(n - PEOPLE);
                sum.add(((Number) row.values().get(2)).doubleValue() - 2 * PEOPLE);
                // Everybody's mean is the middle of the bounds, so what is off it is the centred sum's noise alone.
                centred.add((((Number) row.values().get(3)).doubleValue() - 5) * Math.max(1, n));
            }
        }
        double share = 8.0 / 2;
        // The count is the sum of two noises of scale b, rounded: P(|Z₁ + Z₂| ≥ t) = e^(−t/b)·(1 + t/2b).
        double rounded = 0;
        for (int k = 1; k < 60; k++) {
            double steps = (k - 0.5) * share / 2;
            rounded += Math.exp(-steps) * (1 + steps / 2);
        }
        assertThat(meanMagnitude(count)).isBetween(0.929 * rounded, 1.071 * rounded);
        assertThat(meanMagnitude(sum)).isBetween(0.929 * 2 * 3 / share, 1.071 * 2 * 3 / share);
        // The difference of two noises of half the range has the mean magnitude 3b/2.
        assertThat(meanMagnitude(centred)).isBetween(0.929 * 1.5 * 2 * 5 / share, 1.071 * 1.5 * 2 * 5 / share);
    }

    /**
     * The variance of 6,000 draws lies within 5.5 of its standard errors, √(2/6000), of the declared one: 10 %. A false
     * alarm has a chance of 4e-8.
     */
    @Test
    void gaussianNoiseHasTheDeclaredVariance() {
        List<String> lines = new ArrayList<>();
        for (int group = 0; group < GROUPS; group++) {
            for (int person = 0; person < PEOPLE; person++) {
                lines.add(group * PEOPLE + person + ",g" + group + ",5,2.00,1,1,1,s");
            }
        }
        Defaults defaults = new Defaults(new BigDecimal("8"), new BigDecimal("0.1"), 2, 0.95);
        try (TacitSession session = TacitSession.open(
                List.of(People.of(lines).table(folder)), defaults, People.IN_ORDER, SeededNoise.of(106))) {
            Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(noise = GAUSSIAN)"
                    + " g, SUM(d, contribution_bounds_per_group => (0, 3)) AS s FROM t GROUP BY g");
            assertThat(answer.rows()).hasSize(GROUPS);
            double declared = answer.releases().get(0).aggregates().get(0).scale();
            double squares = 0;
            for (AnswerRow row : answer.rows()) {
                double noise = ((Number) row.values().get(1)).doubleValue() - 2 * PEOPLE;
                squares += noise * noise;
            }
            assertThat(declared).isGreaterThan(1);
            assertThat(squares / GROUPS).isBetween(0.9 * declared * declared, 1.1 * declared * declared);
        }
    }

    private static double meanMagnitude(List<Double> noise) {
        return noise.stream().mapToDouble(Math::abs).average().orElseThrow();
    }
}
