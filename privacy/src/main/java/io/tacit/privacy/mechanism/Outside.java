package io.tacit.privacy.mechanism;

/**
 * What lies beyond a bound that was found, over all data together: computed from the noisy histogram that gave the
 * bound and nothing else, so that it costs nothing and may be shown ({@code TailBounds.md}).
 *
 * @param people how many people's largest contributions are beyond the bound; the interval follows from the law of the
 *     noise in the bins beyond
 * @param excess how much these contributions have beyond it, in units, all added. Its interval is what the shapes of
 *     tails that fit the noisy counts give, and its upper end no less than {@code far}
 * @param squares the squares of what each has beyond it, all added, alike
 * @param far at most how much people have of whom noisy counts tell, whatever the shape of the tail; nothing where noise hides them
 */
public record Outside(Estimate people, Estimate excess, Estimate squares, Far far) {
    private static final Estimate NONE = new Estimate(0, 0, 0);

    /** Nobody lies beyond the bound. */
    public static final Outside NOTHING = new Outside(NONE, NONE);

    /** The confidence of both intervals. */
    public static final double CONFIDENCE = 0.95;

    /**
     * Upper ends of what people have beyond a bound who are far from all others.
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

    /** The same with upper ends that hold what people far beyond have. */
    Outside with(Far seen) {
        return new Outside(people, upTo(excess, seen.excess), upTo(squares, seen.squares), seen);
    }

    private static Estimate upTo(Estimate shapes, double far) {
        return new Estimate(shapes.value(), shapes.low(), Math.max(shapes.high(), far));
    }

    private static Estimate sum(Estimate one, Estimate other) {
        return new Estimate(one.value() + other.value(), one.low() + other.low(), one.high() + other.high());
    }
}
