package io.tacit.privacy.mechanism;

/**
 * The interval of a value that is computed from several noisy states: the noise of all of them is drawn again, the
 * value computed from each drawing, and the middle share of the results is the interval. Exact for what is linear in
 * the states and for ratios of them; otherwise approximate. The argument is in {@code RedrawnInterval.md} beside this
 * class.
 *
 * @param confidence more than 0 and less than 1
 */
public record RedrawnInterval(double confidence) {
    private static final int LEAST_DRAWS = 500;
    private static final int MOST_DRAWS = 20_000;

    /** How many results should lie beyond either end, at least. */
    private static final int BEYOND = 12;

    /** Refuses a confidence out of range. */
    public RedrawnInterval {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be more than 0 and less than 1");
        }
    }

    /** How often the noise is drawn again. */
    public int draws() {
        double wanted = Math.ceil(2 * BEYOND / (1 - confidence));
        return (int) Math.max(LEAST_DRAWS, Math.min(MOST_DRAWS, wanted));
    }

    /** Which of the results, in ascending order and counted from 1, is the lower end. */
    public int low() {
        return Math.max(1, (int) Math.floor((1 - confidence) / 2 * (draws() + 1)));
    }

    /** Which of the results is the upper end. */
    public int high() {
        return draws() + 1 - low();
    }
}
