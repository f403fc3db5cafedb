package io.tacit.privacy.audit;

import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a threshold τ keeps its δ: a person who is alone in C_u groups appears in one of them with probability 1 − (1
 * − P(1 + Z ≥ τ))^C_u, which may be at most δ. A τ that was cut to an integer or computed with the wrong power is wrong
 * by too little for any number of samples; here the tail is summed anew, in 384 bits with every step rounded to the
 * safe side.
 *
 * <p>Only the parameter of the noise is read, never a method of it. The proof is in {@code ExactThreshold.md} beside
 * this class.
 *
 * @param noise of the number of people; Gaussian with σ at most 10,000
 * @param threshold τ, as it is compared with the noisy number; anything
 * @param delta δ of the selection, more than 0 and less than 1
 * @param maxGroups C_u, at least 1
 */
public record ExactThreshold(IntegerNoise noise, BigInteger threshold, Rational delta, long maxGroups) {
    private static final Rational LARGEST_VARIANCE = Rational.of(100_000_000);
    private static final int FARTHEST = 64;

    /** Standard deviations within which terms are added one by one; those farther out are bounded together. */
    private static final int REACH = 18;

    /** Refuses arguments out of range. */
    public ExactThreshold {
        if (delta.signum() <= 0 || delta.compareTo(Rational.ONE) >= 0 || maxGroups < 1) {
            throw new IllegalArgumentException("delta must be more than 0 and less than 1, maxGroups at least 1");
        }
        if (isWide(noise)) {
            throw new IllegalArgumentException("the variance must be at most 10^8");
        }
    }

    private static boolean isWide(IntegerNoise noise) {
        return noise.match(
                laplace -> false,
                gaussian -> gaussian.variance().compareTo(LARGEST_VARIANCE) > 0,
                sum -> isWide(sum.first()) || isWide(sum.second()),
                portions -> false);
    }

    /**
     * What was found.
     *
     * @param holds whether it is proven that no more than δ is spent
     * @param spent the probability that a lone person appears, to about 15 digits
     * @param aboveLeast by how much τ is larger than the least one that is enough; at most {@value #FARTHEST}, and 0 if
     *     τ itself is not enough
     */
    public record Finding(boolean holds, double spent, int aboveLeast) {}

    /** Computes whether the threshold keeps its δ. */
    public Finding finding() {
        Tail tail = tail(noise);
        Between spent = spent(tail, threshold);
        Between allowed = Between.of(delta);
        boolean holds = spent.isAtMost(allowed);
        int above = 0;
        while (holds
                && above < FARTHEST
                && spent(tail, threshold.subtract(BigInteger.valueOf(above + 1L)))
                        .isAtMost(allowed)) {
            above++;
        }
        return new Finding(holds, spent.toDouble(), above);
    }

    private Tail tail(IntegerNoise law) {
        return law.<Tail>match(
                laplace -> new LaplaceTail(laplace.scale()),
                gaussian -> GaussianTail.of(gaussian.variance(), threshold),
                sum -> new SumTail(tail(sum.first()), tail(sum.second()), reach(sum.second())),
                portions -> PortionsTail.of(portions));
    }

    /** The distance beyond which a law has less than 10^-18. */
    private static int reach(IntegerNoise law) {
        return law.match(
                laplace -> 2 + (int) (42 * laplace.scale().toDoubleUp()),
                gaussian -> 2 + (int) (9 * Math.sqrt(gaussian.variance().toDoubleUp())),
                sum -> reach(sum.first()) + reach(sum.second()),
                portions -> Integer.MAX_VALUE);
    }

    /**
     * By how much a τ of the library may exceed the least: 0 for Laplace noise. For Gaussian noise it comes from a
     * bound T of the tail that exceeds it by the factor 1 + 1/x² at most, x = (τ−1)/σ, which moves it by σ/x³, and
     * rounding by 1. The bounds for a sum of two Laplace noises exceed it by a seventh at most, which moves τ by b/7.
     * A threshold on portions is one in whole people, who are many units each.
     */
    static int mostAbove(IntegerNoise noise, BigInteger threshold) {
        return noise.match(
                laplace -> 0,
                gaussian -> mostAbove(gaussian, threshold),
                sum -> 1 + Math.max(mostAbove(sum.first(), threshold), seventh(sum)),
                portions -> FARTHEST);
    }

    private static int seventh(NoiseSum sum) {
        return (int) (sum.standardDeviation() / 7);
    }

    private static int mostAbove(DiscreteGaussian gaussian, BigInteger threshold) {
        double sigma = Math.sqrt(gaussian.variance().toDoubleNearest());
        double x = (threshold.doubleValue() - 1) / sigma;
        return 1 + (int) Math.min(FARTHEST, sigma / (x * x * x));
    }

    /**
     * The same as a verdict.
     *
     * @param name of the threshold, in words
     * @param mostAbove by how much τ may exceed the least: more of it is no breach of privacy, but a group lost for
     *     nothing
     */
    public Verdict verdict(String name, int mostAbove) {
        Finding finding = finding();
        String claim = "delta " + Words.number(delta.toDoubleNearest()) + " for " + maxGroups + " groups";
        Optional<Violation> violation = Optional.empty();
        if (!finding.holds()) {
            violation = Optional.of(Violation.certain(
                    "with threshold " + threshold + " and " + noise + " a lone person appears with probability "
                            + Words.number(finding.spent()),
                    "one person, alone in " + maxGroups + " groups",
                    "nobody",
                    "one of these groups appears"));
        } else if (finding.aboveLeast() > mostAbove) {
            violation = Optional.of(Violation.certain(
                    "threshold " + threshold + " is " + finding.aboveLeast() + " above the least that is enough",
                    "one person, alone in " + maxGroups + " groups",
                    "nobody",
                    "none; groups are lost for nothing"));
        }
        return new Verdict(Layer.FIT, name, claim, 0, 0, violation);
    }

    /** 1 − (1 − P(1 + Z ≥ τ))^C_u. */
    private Between spent(Tail tail, BigInteger tau) {
        Between missed = Between.ONE.minus(tail.atLeast(tau.subtract(BigInteger.ONE)));
        return Between.ONE.minus(missed.power(maxGroups));
    }

    /** P(Z ≥ k) for any k. */
    private interface Tail {
        /** For k above 0. */
        Between above(BigInteger k);

        default Between atLeast(BigInteger k) {
            return k.signum() > 0 ? above(k) : Between.ONE.minus(above(BigInteger.ONE.subtract(k)));
        }
    }

    /** The sum of P(Z₂ = j)·P(Z₁ ≥ k − j) over all j within a reach; what is beyond may all be above. */
    private record SumTail(Tail one, Tail other, int reach) implements Tail {
        @Override
        public Between above(BigInteger k) {
            Between sum = new Between(
                    BigInteger.ZERO,
                    other.above(BigInteger.valueOf(reach + 1L)).high().shiftLeft(1));
            Between next = other.above(BigInteger.valueOf(reach + 1L));
            for (int j = reach; j >= 0; j--) {
                Between from = other.atLeast(BigInteger.valueOf(j));
                Between chance = from.minus(next);
                next = from;
                BigInteger distance = BigInteger.valueOf(j);
                sum = sum.plus(chance.times(one.atLeast(k.subtract(distance))));
                if (j > 0) {
                    sum = sum.plus(chance.times(one.atLeast(k.add(distance))));
                }
            }
            return sum;
        }
    }

    /**
     * A bound: e^(−x)·Σ c_i·x^i/c_0/2 for continuous noises, x their distance in scales, a unit less for each noise that
     * was made discrete.
     *
     * @param steps how many noises there are
     */
    private record PortionsTail(Rational scale, int steps) implements Tail {
        /** By parts, from ∫ (x+u)^(n−1)·u^(n−1)·e^(−x−2u) du over u > 0. */
        private static final long[][] COEFFICIENTS = {{1}, {2, 1}, {8, 5, 1}, {48, 33, 9, 1}, {384, 279, 87, 14, 1}};

        static PortionsTail of(LaplaceSum portions) {
            if (portions.weights().stream().anyMatch(weight -> !weight.equals(BigInteger.ONE))) {
                throw new IllegalArgumentException("people are the sum of their portions");
            }
            return new PortionsTail(portions.scale(), portions.weights().size());
        }

        /** What is below 0 has no bound from below, which the rest of a bound from above would be. */
        @Override
        public Between atLeast(BigInteger k) {
            return k.signum() > 0 ? above(k) : Between.ONE;
        }

        @Override
        public Between above(BigInteger k) {
            BigInteger left = k.subtract(BigInteger.valueOf(steps));
            if (left.signum() <= 0) {
                return Between.ONE;
            }
            Rational x = Rational.of(left).dividedBy(scale);
            long[] coefficients = COEFFICIENTS[steps - 1];
            Rational sum = Rational.ZERO;
            for (int i = steps - 1; i >= 0; i--) {
                sum = sum.times(x).plus(Rational.of(coefficients[i]));
            }
            return Between.exponentialOfNegative(x).times(Between.of(sum.dividedBy(Rational.of(2 * coefficients[0]))));
        }
    }

    /** Σ_(z ≥ k) of a^z·(1−a)/(1+a), a geometric series. */
    private record LaplaceTail(Rational scale, Between ratio) implements Tail {
        LaplaceTail(Rational scale) {
            this(scale, Between.exponentialOfNegative(Rational.ONE.dividedBy(scale)));
        }

        @Override
        public Between above(BigInteger k) {
            Between first = Between.exponentialOfNegative(Rational.of(k).dividedBy(scale));
            return first.dividedBy(Between.ONE.plus(ratio));
        }
    }

    /**
     * Sums of e^(−z²/2σ²), each from a z on, over that of all z.
     *
     * @param from the sums from 0, 1, 2, … on
     */
    private record GaussianTail(List<Between> from) implements Tail {
        static GaussianTail of(Rational variance, BigInteger threshold) {
            int reach = (int) (REACH * Math.sqrt(variance.toDoubleNearest())) + 3;
            int size = Math.max(
                    reach, threshold.abs().min(BigInteger.valueOf(1 << 20)).intValueExact() + FARTHEST + 3);
            Rational half = Rational.ONE.dividedBy(variance.times(Rational.of(2)));
            Between ratio = Between.exponentialOfNegative(half);
            Between square = ratio.times(ratio);
            Between weight = Between.ONE;
            List<Between> weights = new ArrayList<>();
            for (int z = 0; z < size; z++) {
                weights.add(weight);
                // e^(−(z+1)²/2σ²) = e^(−z²/2σ²)·e^(−(2z+1)/2σ²).
                weight = weight.times(ratio);
                ratio = ratio.times(square);
            }
            // From here on at most a geometric series, and at least nothing.
            Between rest = new Between(
                    BigInteger.ZERO, weight.dividedBy(Between.ONE.minus(ratio)).high());
            for (int z = size - 1; z >= 0; z--) {
                rest = rest.plus(weights.get(z));
                weights.set(z, rest);
            }
            return new GaussianTail(weights);
        }

        @Override
        public Between above(BigInteger k) {
            Between all = from.get(0).plus(from.get(1));
            int last = from.size() - 1;
            if (k.compareTo(BigInteger.valueOf(last)) > 0) {
                return new Between(
                        BigInteger.ZERO, from.get(last).dividedBy(all).high());
            }
            return from.get(k.intValueExact()).dividedBy(all);
        }
    }
}
