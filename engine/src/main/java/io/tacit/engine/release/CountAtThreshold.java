package io.tacit.engine.release;

import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.DecimalEstimate;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.mechanism.ThresholdedCount;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The intervals of numbers of people that passed the threshold narrowly: the interval that ignores the threshold would
 * be wrong there. If two numbers decided together, the law of each is conditional on the other.
 */
final class CountAtThreshold {
    /** A tail so small that what it cuts off cannot be seen in an interval. */
    private static final Rational FAR = Rational.of(1, 1_000_000_000);

    private final List<Integer> places;
    private final List<IntegerNoise> laws;
    private final BigInteger threshold;
    private final double confidence;

    /** For each law, the number from which on an interval need not consider the threshold; the same for all groups. */
    private final Map<IntegerNoise, BigInteger> far = new HashMap<>();

    /** Intervals already computed: small groups have few different noisy counts, and each interval takes a search. */
    private final Map<List<Object>, DecimalEstimate> known = new HashMap<>();

    private CountAtThreshold(List<Integer> places, List<IntegerNoise> laws, BigInteger threshold, double confidence) {
        this.places = List.copyOf(places);
        this.laws = List.copyOf(laws);
        this.threshold = threshold;
        this.confidence = confidence;
    }

    /** Prepares the intervals of a release; empty where no state decides which groups appear. */
    static Optional<CountAtThreshold> of(Calibration calibration, StateNoise noise, double confidence) {
        List<Integer> places = new ArrayList<>();
        List<IntegerNoise> laws = new ArrayList<>();
        for (StateRequest state : calibration.thresholdedStates()) {
            // What is read off portions has its interval from them.
            noise.law(state).filter(law -> !noise.isDivided(state)).ifPresent(law -> {
                places.add(calibration.plan().states().indexOf(state));
                laws.add(law);
            });
        }
        return places.isEmpty()
                ? Optional.empty()
                : Optional.of(new CountAtThreshold(
                        places, laws, calibration.threshold().orElseThrow(), confidence));
    }

    /**
     * The interval of one number of people; empty for any other state, and for a number so far above the threshold that
     * the truncated law and the plain one cannot be told apart.
     *
     * @param noisy all states of a group
     */
    Optional<DecimalEstimate> of(int place, BigInteger[] noisy) {
        int index = places.indexOf(place);
        if (index < 0) {
            return Optional.empty();
        }
        IntegerNoise law = laws.get(index);
        if (places.size() == 1) {
            return near(law, noisy[place], threshold, new ThresholdedCount(law, threshold));
        }
        BigInteger left = threshold.subtract(noisy[places.get(1 - index)]);
        return near(law, noisy[place], left, ThresholdedCount.ofPart(law, left));
    }

    /** The interval of the sum, where two numbers of people decide together. */
    Optional<DecimalEstimate> together(BigInteger[] noisy) {
        NoiseSum law = new NoiseSum(laws.get(0), laws.get(1));
        BigInteger all = noisy[places.get(0)].add(noisy[places.get(1)]);
        return near(law, all, threshold, new ThresholdedCount(law, threshold));
    }

    private Optional<DecimalEstimate> near(
            IntegerNoise law, BigInteger noisy, BigInteger least, ThresholdedCount count) {
        BigInteger beyond = far.computeIfAbsent(law, one -> one.leastWithTailAtMost(FAR));
        return noisy.compareTo(least.add(beyond)) < 0
                ? Optional.of(
                        known.computeIfAbsent(List.of(law, noisy, least), key -> count.estimate(noisy, confidence)))
                : Optional.empty();
    }
}
