package io.tacit.privacy.mechanism;

import java.math.BigInteger;
import java.util.Optional;

/**
 * One side of a noisy histogram, and where its tail was cut.
 *
 * @param edges of its bins, ascending away from the other side; one more than counts
 * @param counts noisy numbers of people
 * @param scale of their noise
 * @param cut empty where there seem to be too few people
 */
@SuppressWarnings("ArrayRecordComponent") // Read by the fit alone, within this package.
record TailSide(double[] edges, double[] counts, double scale, Optional<TailFit.Cut> cut) {
    /** How far, in bins, people may be nearer to 0 than those on the other side and be looked for all the same. */
    private static final double NEARER = 128;

    /** A side without a bin. */
    static final TailSide NONE = new TailSide(new double[1], new double[0], 1, Optional.empty());

    static TailSide of(double[] edges, double[] counts, double scale, boolean fromZero, TailFit.Price price) {
        return new TailSide(edges, counts, scale, TailFit.of(edges, counts, scale, fromZero, price));
    }

    /** About how many people there are, 0 where they seem too few. */
    double people() {
        return cut.map(TailFit.Cut::people).orElse(0.0);
    }

    /** About how much they have within the cut, regardless of sign. */
    double mass() {
        return cut.map(TailFit.Cut::mass).orElse(0.0);
    }

    /**
     * What lies beyond a limit.
     *
     * @param farthest the magnitude of the limit on either side that is farther from 0
     */
    Outside outside(BigInteger limit, BigInteger farthest) {
        double bound = limit.doubleValue();
        double from = cut.isPresent() ? bound : Math.max(bound, farthest.doubleValue() / NEARER);
        double[] more = cut.map(found -> found.beyond().unexpected()).orElse(counts);
        Outside.Far far = new FarPeople(edges, counts, more, scale).beyond(bound, from, cut.isEmpty());
        return cut.map(found -> found.beyond().of(bound))
                .orElse(Outside.NOTHING)
                .with(far);
    }
}
