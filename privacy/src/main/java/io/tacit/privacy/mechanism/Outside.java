package io.tacit.privacy.mechanism;

/**
 * What lies beyond a bound that was found, over all data together: computed from the noisy histogram that gave the
 * bound and nothing else, so that it costs nothing and may be shown ({@code TailBounds.md}).
 *
 * @param people how many people's largest contributions are beyond the bound; the interval follows from the law of the
 *     noise in the bins beyond
 * @param excess how much these contributions have beyond it, in units, all added. Its interval is what the shapes of
 *     tails that fit the noisy counts give, its upper end by {@code far} more
 * @param squares the squares of what each has beyond it, all added, alike
 * @param far the part of these upper ends that no shape of a tail has: of people of whom noisy counts tell that they are far from all
 *     others; nothing where noise hides them
 */
public record Outside(Estimate people, Estimate excess, Estimate squares, Far far) {
    private static final Estimate NONE = new Estimate(0, 0, 0);

    /** Nobody lies beyond the bound. */
    public static final Outside NOTHING = new Outside(NONE, NONE);

    /** The confidence of both intervals. */
    public static final double CONFIDENCE = 0.95;

    /**
     * What people have beyond a bound who are far from all others, at most.
     *
     * @param excess all added, at least 0
     * @param squares of what each has, all added
     */
    public record Far(double excess, double squares) {
        /** Nobody is seen far beyond the bound. */
        public static final Far NOBODY = new Far(0, 0);
    }

    /** Refuses what is negative or infinite. */
    public Outside {
        if (people.low() < 0 || excess.low() < 0 || Double.isInfinite(people.high() + excess.high())) {
            throw new IllegalArgumentException("people and excess must be finite and at least 0");
        }
    }

    /** The same, where nothing is known of squares, and nobody is seen far beyond. */
    public Outside(Estimate people, Estimate excess) {
        this(people, excess, NONE, Far.NOBODY);
    }

    /** What lies beyond two bounds, below one and above the other. */
    public Outside plus(Outside other) {
        return new Outside(
                sum(people, other.people),
                sum(excess, other.excess),
                sum(squares, other.squares),
                new Far(far.excess + other.far.excess, far.squares + other.far.squares));
    }

    /**
     * The same with upper ends that hold what people far beyond have.
     *
     * @param more at most how much those have whom no shape has
     */
    Outside with(Far more) {
        return new Outside(people, plus(excess, more.excess), plus(squares, more.squares), more);
    }

    /**
     * What was computed from counts that hold each person beyond at least once and at most twice.
     *
     * @param most how many times as many people as half of the counts there may be: 1 where each is counted twice, else 2
     */
    Outside ofTwice(int most) {
        return new Outside(
                ofTwice(people, most),
                ofTwice(excess, most),
                ofTwice(squares, most),
                new Far(far.excess * most / 2, far.squares * most / 2));
    }

    private static Estimate ofTwice(Estimate counted, int most) {
        return new Estimate(counted.value() * (1 + most) / 4, counted.low() / 2, counted.high() * most / 2);
    }

    private static Estimate plus(Estimate shapes, double more) {
        return new Estimate(shapes.value(), shapes.low(), shapes.high() + more);
    }

    private static Estimate sum(Estimate one, Estimate other) {
        return new Estimate(one.value() + other.value(), one.low() + other.low(), one.high() + other.high());
    }
}
