package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.selection.GaussianThreshold;
import io.tacit.privacy.selection.LaplaceThreshold;
import io.tacit.privacy.selection.PortionsThreshold;
import io.tacit.privacy.selection.SumThreshold;
import io.tacit.privacy.selection.TruncatedGeometric;
import java.math.BigInteger;
import java.util.Optional;
import java.util.function.Function;

/** How a planned release decides which groups appear. */
public sealed interface GroupSelection {
    /** How many people a group needs to appear with probability about one half. */
    BigInteger fiftyPercentSize();

    /**
     * Calls the function of this kind of selection.
     *
     * @param <R> the answer
     */
    <R> R match(Function<Threshold, R> threshold, Function<Geometric, R> geometric);

    /**
     * A group appears if its noisy number of people reaches a threshold.
     *
     * @param noise of the number of people
     * @param threshold the least noisy number of people with which a group appears
     * @param person how many units of the noise are one person
     */
    record Threshold(IntegerNoise noise, BigInteger threshold, BigInteger person) implements GroupSelection {
        /** A threshold on noise in whole people. */
        public Threshold(IntegerNoise noise, BigInteger threshold) {
            this(noise, threshold, BigInteger.ONE);
        }

        @Override
        public BigInteger fiftyPercentSize() {
            return threshold;
        }

        @Override
        public <R> R match(Function<Threshold, R> byThreshold, Function<Geometric, R> geometric) {
            return byThreshold.apply(this);
        }

        /** Whether a group appears, given its noisy number of people. */
        public boolean keeps(BigInteger noisyUsers) {
            return keeps(noisyUsers, BigInteger.ONE);
        }

        /**
         * The same for people in other units.
         *
         * @param units the noisy number
         * @param ofPerson how many of them are one person
         */
        public boolean keeps(BigInteger units, BigInteger ofPerson) {
            return units.compareTo(threshold.multiply(ofPerson)) >= 0;
        }
    }

    /**
     * A group appears with a probability that grows with its number of people; the number itself is not shown.
     *
     * @param law the probability for each number of people
     */
    record Geometric(TruncatedGeometric law) implements GroupSelection {
        @Override
        public BigInteger fiftyPercentSize() {
            return law.fiftyPercentSize();
        }

        @Override
        public <R> R match(Function<Threshold, R> threshold, Function<Geometric, R> geometric) {
            return geometric.apply(this);
        }

        /** Whether a group appears, given its exact number of people. */
        public boolean keeps(BigInteger exactUsers, RandomBits bits) {
            return law.keeps(exactUsers, bits);
        }
    }

    /**
     * The selection of a plan.
     *
     * @throws IllegalArgumentException for a plan that selects no groups
     */
    static GroupSelection of(NoisePlan plan) {
        NoiseRequest request = plan.request();
        if (plan.selection().isEmpty()
                || plan.selectionDelta().isEmpty()
                || plan.selectionPart().isEmpty()) {
            throw new IllegalArgumentException("plan must select groups");
        }
        Optional<Epsilon> geometric = plan.geometricSelection();
        if (geometric.isPresent()) {
            return new Geometric(new TruncatedGeometric(
                    geometric.get(), plan.selectionDelta().get(), request.maxGroups()));
        }
        IntegerNoise noise = plan.usersNoise().orElseThrow();
        Delta delta = plan.selectionDelta().get();
        BigInteger threshold = noise.match(
                laplace -> LaplaceThreshold.threshold(laplace, delta, request.maxGroups()),
                gaussian -> GaussianThreshold.threshold(gaussian, delta, request.maxGroups()),
                sum -> SumThreshold.threshold(sum, delta, request.maxGroups()),
                portions -> PortionsThreshold.threshold(portions, NoisePlan.PERSON, delta, request.maxGroups()));
        BigInteger person = noise.match(
                laplace -> BigInteger.ONE, gaussian -> BigInteger.ONE, sum -> BigInteger.ONE, x -> NoisePlan.PERSON);
        return new Threshold(noise, threshold, person);
    }
}
