package io.tacit.experiments.figure;

import io.tacit.privacy.audit.Subject;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * A sum of one number of each person, clamped to [−r, r], with Laplace noise of a given scale, and perhaps divided by
 * the exact number of people. Whether that is private depends on the scale: some of these are wrong on purpose, for the
 * tester to find, and nothing else may use them.
 *
 * @param radius r, more than 0
 * @param scale b of the noise, a multiple of 2^−20
 * @param divided whether the sum is divided by the exact number of people, at least 1
 */
record ClampedSum(double radius, double scale, boolean divided) {
    private static final double STEPS = 1 << 20;

    /** It as a subject of the tester, whose noise is drawn by the engine's own sampler. */
    Subject subject() {
        Rational steps = Rational.of(BigDecimal.valueOf(scale * STEPS));
        DiscreteLaplaceSampler noise = new DiscreteLaplace(steps).sampler();
        return Subject.ofNumber((data, bits) -> {
            BigInteger exact = BigInteger.valueOf(Math.round(sum(data) * STEPS));
            return exact.add(noise.draw(bits)).doubleValue() / STEPS / divisor(data);
        });
    }

    /** P(low ≤ answer < high), up to the steps of the noise. */
    double between(List<Double> data, double low, double high) {
        double divisor = divisor(data);
        return LaplaceShare.between(low * divisor, high * divisor, sum(data), scale);
    }

    private double sum(List<Double> data) {
        return data.stream()
                .mapToDouble(value -> Math.max(-radius, Math.min(radius, value)))
                .sum();
    }

    private double divisor(List<Double> data) {
        return divided ? Math.max(1, data.size()) : 1;
    }
}
