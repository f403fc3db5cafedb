package io.tacit.privacy.mechanism;

/** How far the sum of several discrete Laplace noises of one scale lies from 0: the exact law, for intervals. */
final class LaplaceSums {
    /** Noise of a larger scale is counted in steps of several units; the steps are below a thousandth of the result. */
    private static final double LARGEST_SCALE = 2000;

    /** Scales, beyond one for each noise, beyond which less than 10^-17 of either part lies. */
    private static final double REACH = 60;

    private LaplaceSums() {}

    /**
     * A number that the sum's distance from 0 does not pass, with a chance.
     *
     * @param scale of each noise, more than 0
     * @param noises how many are added
     * @param confidence of it, more than 0 and less than 1
     * @return the least such whole number, or for large scales one slightly larger; 0 for no noise
     */
    static double reach(double scale, int noises, double confidence) {
        if (noises == 0) {
            return 0;
        }
        double step = Math.max(1, scale / LARGEST_SCALE);
        double[] tail = oneSide(scale / step, noises);
        int low = 0;
        int high = tail.length - 2;
        while (low < high) {
            int middle = (low + high) / 2;
            boolean enough = 2 * atLeast(tail, middle + 1) <= 1 - confidence;
            high = enough ? middle : high;
            low = enough ? low : middle + 1;
        }
        return Math.ceil(step * (step > 1 ? low + 1 : low));
    }

    /** P(N ≥ j) of a negative binomial number N: a discrete Laplace noise is the difference of two geometric ones. */
    private static double[] oneSide(double scale, int noises) {
        double a = Math.exp(-1 / scale);
        double[] tail = new double[(int) (scale * (noises + REACH)) + 16];
        double chance = Math.pow(-Math.expm1(-1 / scale), noises);
        for (int j = 0; j < tail.length; j++) {
            tail[j] = chance;
            chance *= a * (j + noises) / (j + 1);
        }
        for (int j = tail.length - 2; j >= 0; j--) {
            tail[j] += tail[j + 1];
        }
        return tail;
    }

    /** P(N − N′ ≥ sum). */
    private static double atLeast(double[] tail, int sum) {
        double chance = 0;
        for (int j = 0; j + sum < tail.length - 1; j++) {
            chance += (tail[j] - tail[j + 1]) * tail[j + sum];
        }
        return chance;
    }
}
