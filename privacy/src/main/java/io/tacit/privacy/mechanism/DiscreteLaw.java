package io.tacit.privacy.mechanism;

import io.tacit.privacy.number.NormalTail;

/** Probabilities of a discrete Gaussian in doubles, to about 5 digits or more: for intervals and reports alone. */
final class DiscreteLaw {
    /** From this σ on a midpoint rule with its first correction is as good as the sum. */
    private static final double LARGE = 16;

    /** Terms that are smaller by this factor are left out. */
    private static final double NEGLIGIBLE = 1e-17;

    private final double sigma;
    private final double logarithmOfTotal;

    DiscreteLaw(double sigma) {
        this.sigma = sigma;
        logarithmOfTotal = sigma < LARGE ? Math.log(2 * sum(0) - 1) : Math.log(sigma) + 0.5 * Math.log(2 * Math.PI);
    }

    /** P(Z ≥ k). */
    double atLeast(double k) {
        return Math.exp(logAtLeast(k));
    }

    /** ln P(Z ≥ k). */
    double logAtLeast(double k) {
        if (k <= 0) {
            return Math.log1p(-Math.exp(logAtLeast(1 - k)));
        }
        if (sigma < LARGE) {
            return -k / sigma * (k / sigma) / 2 + Math.log(sum(k)) - logarithmOfTotal;
        }
        // Σ f(j) = ∫ f from k − ½, less |f′(k − ½)|/24 (Euler and Maclaurin).
        double x = (k - 0.5) / sigma;
        double tail = NormalTail.logarithm(x);
        if (!(x < 1e6)) {
            return tail;
        }
        double density = Math.exp(-x * x / 2 - 0.5 * Math.log(2 * Math.PI) - tail);
        return tail + Math.log1p(-Math.min(0.5, x * density / (24 * sigma * sigma)));
    }

    /** Σ_(j ≥ k) f(j)/f(k). */
    private double sum(double k) {
        double sum = 0;
        double term = 1;
        for (int j = 0; term > NEGLIGIBLE * sum; j++) {
            sum += term;
            double next = j + 1;
            term = Math.exp(-next * (2 * k + next) / (2 * sigma * sigma));
        }
        return sum;
    }

    double standardDeviation() {
        double sum = 0;
        for (int z = 1; z < 40 * Math.max(1, sigma); z++) {
            sum += 2.0 * z * z * Math.exp(-z / sigma * (z / sigma) / 2 - logarithmOfTotal);
        }
        return Math.sqrt(sum);
    }
}
