package io.tacit.experiments.figure;

/**
 * How many answers with Laplace noise fall where. The noise of the engine is drawn on whole numbers; where its scale is
 * well above 1 the continuous law is the same to the digits shown.
 */
final class LaplaceShare {
    private LaplaceShare() {}

    /**
     * P(low ≤ centre + Z < high).
     *
     * @param low may be infinite
     * @param high may be infinite
     * @param scale b of the noise Z, more than 0
     */
    static double between(double low, double high, double centre, double scale) {
        return below(high - centre, scale) - below(low - centre, scale);
    }

    /** P(Z ≤ x). */
    private static double below(double x, double scale) {
        double half = Math.exp(-Math.abs(x) / scale) / 2;
        return x >= 0 ? 1 - half : half;
    }
}
