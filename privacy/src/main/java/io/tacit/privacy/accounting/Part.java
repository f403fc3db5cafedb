package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.function.Function;

/** The part of a release's budget that one measurement spends, over all groups of a person together. */
public sealed interface Part {
    /** Binary digits behind the point of a root. */
    int ROOT_BITS = 60;

    /**
     * The noise of an integer state.
     *
     * @param sensitivity the most by which one person changes the state in one group, at least 1
     * @param maxGroups C_u, at least 1
     */
    IntegerNoise noise(BigInteger sensitivity, long maxGroups);

    /**
     * The loss of an exponential mechanism in one group, such that all of a person's groups spend this part.
     *
     * @param maxGroups C_u, at least 1
     */
    Epsilon exponential(long maxGroups);

    /**
     * Calls the function of this kind of part.
     *
     * @param <R> the answer
     */
    <R> R match(Function<Pure, R> pure, Function<Concentrated, R> concentrated);

    /**
     * A pure part.
     *
     * @param epsilon spent by all of a person's groups together
     */
    record Pure(Epsilon epsilon) implements Part {
        /** b = C_u·Δ/ε. */
        @Override
        public IntegerNoise noise(BigInteger sensitivity, long maxGroups) {
            return DiscreteLaplace.calibrated(sensitivity.multiply(BigInteger.valueOf(maxGroups)), epsilon);
        }

        /** ε/C_u. */
        @Override
        public Epsilon exponential(long maxGroups) {
            return epsilon.dividedBy(maxGroups);
        }

        @Override
        public <R> R match(Function<Pure, R> pure, Function<Concentrated, R> concentrated) {
            return pure.apply(this);
        }
    }

    /**
     * A zero-concentrated part.
     *
     * @param rho spent by all of a person's groups together
     */
    record Concentrated(Rho rho) implements Part {
        /** σ² = C_u·Δ²/(2ρ). */
        @Override
        public IntegerNoise noise(BigInteger sensitivity, long maxGroups) {
            return DiscreteGaussian.calibrated(
                    sensitivity.multiply(sensitivity).multiply(BigInteger.valueOf(maxGroups)), rho);
        }

        /** √(8ρ/C_u), rounded down: the exponential mechanism with ε is ε²/8-zCDP. */
        @Override
        public Epsilon exponential(long maxGroups) {
            Rational square = rho.value().times(Rational.of(8)).dividedBy(Rational.of(maxGroups));
            BigInteger shifted = square.numerator().shiftLeft(2 * ROOT_BITS).divide(square.denominator());
            return new Epsilon(Rational.of(shifted.sqrt()).dividedBy(Rational.of(BigInteger.ONE.shiftLeft(ROOT_BITS))));
        }

        @Override
        public <R> R match(Function<Pure, R> pure, Function<Concentrated, R> concentrated) {
            return concentrated.apply(this);
        }
    }

    /** An equal share of {@code whole}, in proportion to a weight. */
    static Part pure(Epsilon whole, Rational weight, Rational allWeights) {
        return new Pure(whole.times(weight.dividedBy(allWeights)));
    }

    /** An equal share of {@code whole}, in proportion to a weight. */
    static Part concentrated(Rho whole, Rational weight, Rational allWeights) {
        return new Concentrated(whole.times(weight.dividedBy(allWeights)));
    }
}
