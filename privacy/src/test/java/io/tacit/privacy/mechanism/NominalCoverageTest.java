package io.tacit.privacy.mechanism;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.Turns;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.SeededBits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Intervals of 95 % cover in [.925, .972] of 2,000 runs: COUNT, SUM, AVG, VAR and STDDEV; 50, 500 and 50,000 people; ε
 * = .3 and 1 for the aggregate with all its states; skewed values, clamped to bounds that are not symmetric; either
 * noise. The data of a size is fixed, the noise is not: coverage is over the noise. Seeds are fixed. One of the three
 * numbers of people has its turn.
 */
@Tag("statistical")
@Tag("walk")
class NominalCoverageTest {
    private static final Delta DELTA = Delta.of("1e-6");
    private static final Unit CENTS = new Unit.DecimalUnit(2);
    private static final BigInteger LOW = BigInteger.valueOf(-2_000);
    private static final BigInteger HIGH = BigInteger.valueOf(10_000);
    private static final State USERS = new State.Users();
    private static final State SUM = new State.Sum(LOW, HIGH, CENTS);
    private static final State.Centred CENTRED = new State.Centred(LOW, HIGH, 1, CENTS);
    private static final State.Squares SQUARES = new State.Squares(LOW, HIGH, 1, CENTS);
    private static final List<State> MOMENTS = List.of(new State.Weight(1), CENTRED, SQUARES);

    /** STDDEV_SAMP is the root of VAR_SAMP, value and ends: it covers in the same runs. */
    private static final List<NoisyVariance.Kind> KINDS =
            List.of(NoisyVariance.Kind.VAR_POP, NoisyVariance.Kind.VAR_SAMP, NoisyVariance.Kind.STDDEV_POP);

    /** Sets of redrawn noise for the runs of one case: a single one would add its own chance to all of them. */
    private static final int REDRAWN = 20;

    @Test
    void intervalsCoverAtTheirRate() {
        for (int people : Turns.part(3, List.of(50, 500, 50_000))) {
            Sample sample = Sample.of(people);
            for (String epsilon : new String[] {"0.3", "1"}) {
                for (boolean gaussian : new boolean[] {false, true}) {
                    SeededBits bits = new SeededBits(people * 31L + epsilon.hashCode() * 7L + (gaussian ? 1 : 0));
                    Case one = new Case(sample, Epsilon.of(epsilon), gaussian, bits);
                    String name = people + " people, epsilon " + epsilon + (gaussian ? ", Gaussian" : ", Laplace");
                    check("COUNT, " + name, one.total(USERS, BigInteger.valueOf(people)), one.mostForIntegers());
                    check("SUM, " + name, one.total(SUM, sample.sum()), Coverage.MOST);
                    check("AVG, " + name, one.mean(), Coverage.MOST);
                    for (NoisyVariance.Kind kind : KINDS) {
                        check(kind + ", " + name, one.variance(kind), Coverage.MOST);
                    }
                }
            }
        }
    }

    private static void check(String name, double covered, double most) {
        assertThat(covered).as(name).isBetween(Coverage.LEAST, most);
    }

    /** Exact states of one group. */
    private record Sample(int people, BigInteger sum, List<BigInteger> moments) {
        static Sample of(int people) {
            SeededBits bits = new SeededBits(people);
            BigInteger sum = BigInteger.ZERO;
            BigInteger[] moments = {BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO};
            for (int person = 0; person < people; person++) {
                // From −30.00 on, skewed to the right: some are clamped on either side.
                BigInteger value = BigInteger.valueOf((long) Coverage.skewed(bits, 5_000) - 3_000);
                sum = sum.add(value.max(LOW).min(HIGH));
                moments[0] = moments[0].add(BigInteger.ONE);
                moments[1] = moments[1].add(CENTRED.contribution(List.of(value)));
                moments[2] = moments[2].add(SQUARES.contribution(List.of(value)));
            }
            return new Sample(people, sum, List.of(moments));
        }

        double real(int state) {
            return NominalCoverageTest.real(
                    moments.get(state), MOMENTS.get(state).unit());
        }
    }

    private record Case(Sample sample, Epsilon epsilon, boolean gaussian, SeededBits bits) {
        private IntegerNoise noise(State state, int states) {
            return gaussian
                    ? DiscreteGaussian.calibrated(
                            state.sensitivity().pow(2),
                            Rho.largestWithin(epsilon, DELTA).dividedBy(states))
                    : DiscreteLaplace.calibrated(state.sensitivity(), epsilon.dividedBy(states));
        }

        /**
         * A COUNT under little noise must cover more: for Laplace noise of scale 1, P(|Z| ≤ 2) = .927 is too little and
         * P(|Z| ≤ 3) = .973 the next. Above .95 by no more than one step of the law, and .015 for chance (3.5
         * deviations).
         */
        double mostForIntegers() {
            IntegerNoise noise = noise(USERS, 1);
            long width = noise.halfWidth(0.95).longValueExact();
            double least = noise instanceof DiscreteLaplace laplace
                    ? 1 - 2 * new LaplaceLaw(laplace.scale().toDoubleNearest()).atLeast(width)
                    : 1
                            - 2
                                    * new GaussianLaw(((DiscreteGaussian) noise)
                                                    .variance()
                                                    .toDoubleNearest())
                                            .atLeast(width);
            // A Gaussian width is proven by the normal law: one that is .00004 beyond .95 is not seen to be enough.
            assertThat(least).isLessThan(0.951);
            double covered = 1 - 2 * noise.tailUp(BigInteger.valueOf(width + 1));
            return Math.max(Coverage.MOST, covered + 0.015);
        }

        double total(State state, BigInteger exact) {
            IntegerNoise noise = noise(state, 1);
            IntegerSampler sampler = noise.sampler();
            Unit unit = Unit.DecimalUnit.WHOLE;
            NoisyTotal total = NoisyTotal.of(noise, unit, 0.95);
            BigDecimal truth = new BigDecimal(exact);
            int covered = 0;
            for (int run = 0; run < Coverage.RUNS; run++) {
                DecimalEstimate estimate = total.exact(exact.add(sampler.draw(bits)));
                covered += estimate.low().compareTo(truth) <= 0 && truth.compareTo(estimate.high()) <= 0 ? 1 : 0;
            }
            return (double) covered / Coverage.RUNS;
        }

        double mean() {
            IntegerNoise weightNoise = noise(MOMENTS.get(0), 2);
            IntegerNoise centredNoise = noise(MOMENTS.get(1), 2);
            IntegerSampler weights = weightNoise.sampler();
            IntegerSampler centreds = centredNoise.sampler();
            Rational unit = MOMENTS.get(1).unit();
            NoisyMean mean = NoisyMean.under(-20, 100, Optional.of(centredNoise), unit, Optional.of(weightNoise));
            double truth = 40 + sample.real(1) / sample.people();
            int covered = 0;
            for (int run = 0; run < Coverage.RUNS; run++) {
                Estimate estimate = mean.estimate(
                        sample.moments().get(0).add(weights.draw(bits)).doubleValue(),
                        real(sample.moments().get(1).add(centreds.draw(bits)), unit),
                        0.95);
                covered += estimate.low() <= truth && truth <= estimate.high() ? 1 : 0;
            }
            return (double) covered / Coverage.RUNS;
        }

        double variance(NoisyVariance.Kind kind) {
            NoisyVariance variance = new NoisyVariance(kind, 60);
            NoisyVariance.Redraw[] redraws = new NoisyVariance.Redraw[3];
            double[] exact = new double[3];
            for (int i = 0; i < 3; i++) {
                redraws[i] = NoisyVariance.Redraw.of(
                        noise(MOMENTS.get(i), 3), MOMENTS.get(i).unit());
                exact[i] = sample.real(i);
            }
            double truth = variance.value(exact[0], exact[1], exact[2]).orElseThrow();
            int covered = 0;
            for (int set = 0; set < REDRAWN; set++) {
                NoisyVariance.Redrawn redrawn = NoisyVariance.Redrawn.of(redraws, bits);
                for (int run = 0; run < Coverage.RUNS / REDRAWN; run++) {
                    double[] noisy = new double[3];
                    for (int i = 0; i < 3; i++) {
                        noisy[i] = exact[i] + redraws[i].draw(bits);
                    }
                    Optional<Estimate> estimate = variance.estimate(redrawn, noisy, 0.95);
                    // A sample of at most one is NULL: that counts as missed.
                    covered += estimate.filter(found -> found.low() <= truth && truth <= found.high())
                                    .isPresent()
                            ? 1
                            : 0;
                }
            }
            return (double) covered / Coverage.RUNS;
        }
    }

    private static double real(BigInteger whole, Rational unit) {
        return unit.times(Rational.of(whole)).toDoubleNearest();
    }
}
