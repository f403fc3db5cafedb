package io.tacit.privacy.audit;

import java.util.List;

/**
 * δ(ε) of discrete Gaussian noise on one integer or several, summed over the integers near them: slightly less than the
 * true one, whatever is proven of it. For small variances; the work grows with the product of the deviations.
 *
 * @param changed the integers that one person changes, at least one
 */
record ExactGaussian(List<Changed> changed) {
    /** Beyond so many deviations less than 10^−30 is left out. */
    private static final int DEVIATIONS = 12;

    /** More than the rounding errors of all sums. */
    private static final double ROUNDED_DOWN = 1 - 1e-10;

    /**
     * An integer with noise.
     *
     * @param variance σ²
     * @param distance by how much one person changes it, at least 1
     */
    record Changed(double variance, int distance) {}

    ExactGaussian {
        changed = List.copyOf(changed);
    }

    /** Σ max(0, P(x) − e^ε·P′(x)), rounded down. */
    double delta(double epsilon) {
        return delta(0, 1, epsilon) * ROUNDED_DOWN;
    }

    /** @param left ε less the loss of the integers before this one */
    private double delta(int place, double probability, double left) {
        if (place == changed.size()) {
            return left < 0 ? -probability * Math.expm1(left) : 0;
        }
        Changed one = changed.get(place);
        int reach = (int) Math.ceil(DEVIATIONS * Math.sqrt(one.variance())) + one.distance();
        double all = 0;
        for (int z = -reach; z <= reach; z++) {
            all += Math.exp(-(double) z * z / 2 / one.variance());
        }
        double sum = 0;
        for (int z = -reach; z <= reach; z++) {
            double own = Math.exp(-(double) z * z / 2 / one.variance()) / all;
            // ln P(z)/P(z + Δ): the other person's integer is less by Δ.
            double loss = one.distance() * (2.0 * z + one.distance()) / 2 / one.variance();
            sum += delta(place + 1, probability * own, left - loss);
        }
        return sum;
    }
}
