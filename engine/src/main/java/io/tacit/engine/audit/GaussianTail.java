package io.tacit.engine.audit;

import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.number.NormalTail;

/** The tail of the discrete Gaussian law, term by term: not as the thresholds compute it. */
final class GaussianTail {
    /** The width from which on the tail of the continuous law is exact to more digits than are asked for. */
    private static final double WIDE = 1e5;

    /** The number of deviations beyond which terms are less than a double's last digit. */
    private static final int REACH = 12;

    private GaussianTail() {}

    static double of(DiscreteGaussian law, double from) {
        double variance = law.variance().toDoubleNearest();
        double deviation = Math.sqrt(variance);
        if (deviation > WIDE) {
            // Half a step to the side of less: never more than the true tail.
            return NormalTail.above((from + 0.5) / deviation);
        }
        double all = 1;
        for (double j = Math.ceil(REACH * deviation); j >= 1; j--) {
            all += 2 * Math.exp(-j * j / (2 * variance));
        }
        double beyond = 0;
        double first = from * from / (2 * variance);
        for (double j = Math.ceil(REACH * deviation); j >= 0; j--) {
            beyond += Math.exp(-((from + j) * (from + j) / (2 * variance) - first));
        }
        return beyond / all * Math.exp(-first);
    }
}
