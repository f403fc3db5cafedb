package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.SystemRandomBits;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every sampler follows its law, and every way of not following it is found. */
class FitLawTest {
    private static final List<IntegerNoise> LAWS = List.of(
            new DiscreteLaplace(Rational.of(1, 3)),
            new DiscreteLaplace(Rational.ONE),
            new DiscreteLaplace(Rational.of(20)),
            new DiscreteLaplace(Rational.of(1L << 40)),
            new DiscreteGaussian(Rational.of(1, 5)),
            new DiscreteGaussian(Rational.ONE),
            new DiscreteGaussian(Rational.of(400)),
            new DiscreteGaussian(Rational.of(1L << 60).times(Rational.of(1L << 20))));

    private static Verdict judge(IntegerNoise law, IntegerSampler sampler, int draws) {
        return new FitLaw(law, draws, 1e-8).judge("noise", sampler, new Tape(draws));
    }

    @Test
    void rightSamplersPass() {
        for (IntegerNoise law : LAWS) {
            assertThat(judge(law, law.sampler(), 100_000).violation())
                    .as("%s", law)
                    .isEmpty();
        }
    }

    /** A scale of 0.95, and of one half. */
    @Test
    void aWrongScaleIsFound() {
        Rational most = Rational.of(95, 100);
        IntegerNoise laplace = new DiscreteLaplace(Rational.of(20));
        IntegerNoise gaussian = new DiscreteGaussian(Rational.of(400));
        assertThat(judge(laplace, new DiscreteLaplace(Rational.of(20).times(most)).sampler(), 40_000)
                        .passed())
                .isFalse();
        assertThat(judge(
                                gaussian,
                                new DiscreteGaussian(
                                                Rational.of(400).times(most).times(most))
                                        .sampler(),
                                20_000)
                        .passed())
                .isFalse();
        assertThat(judge(laplace, new DiscreteLaplace(Rational.of(10)).sampler(), 300)
                        .passed())
                .isFalse();
        assertThat(judge(gaussian, new DiscreteGaussian(Rational.of(100)).sampler(), 300)
                        .passed())
                .isFalse();
    }

    @Test
    void otherShapesAreFound() {
        IntegerNoise laplace = new DiscreteLaplace(Rational.of(20));
        IntegerNoise gaussian = new DiscreteGaussian(Rational.of(800));
        // The same variance and another law.
        assertFound(laplace, gaussian.sampler(), "intervals|mean");
        IntegerSampler right = laplace.sampler();
        assertFound(laplace, bits -> right.draw(bits).or(BigInteger.ONE), "remainders|intervals");
        assertFound(laplace, bits -> right.draw(bits).abs(), "intervals|positive");
        assertFound(laplace, bits -> BigInteger.ZERO, "mean");
    }

    @Test
    void huge() {
        IntegerNoise wide = new DiscreteLaplace(Rational.of(1L << 40));
        IntegerSampler right = wide.sampler();
        assertFound(wide, bits -> right.draw(bits).or(BigInteger.ONE), "remainders");
        assertFound(wide, bits -> right.draw(bits).shiftRight(2).shiftLeft(2), "remainders");
        assertFound(wide, bits -> right.draw(bits).abs(), "intervals");
    }

    @Test
    void dependenceIsFound() {
        IntegerNoise law = new DiscreteLaplace(Rational.of(20));
        IntegerSampler right = law.sampler();
        assertFound(law, everySecond(right, 0, z -> z), "repeats");
        assertFound(law, everySecond(right, 0, BigInteger::negate), "repeats|quarters of first");
        assertFound(law, everySecond(right, 1, BigInteger::negate), "quarters of second");
    }

    /** Every second draw is made of the one before. */
    private static IntegerSampler everySecond(IntegerSampler right, int start, UnaryOperator<BigInteger> made) {
        Deque<BigInteger> last = new ArrayDeque<>();
        int[] count = {start};
        return bits -> {
            count[0]++;
            if (count[0] % 2 == 0 && !last.isEmpty()) {
                return made.apply(last.pop());
            }
            BigInteger drawn = right.draw(bits);
            last.push(drawn);
            return drawn;
        };
    }

    @Test
    @Tag("statistical")
    void streamsOfTheSystemDiffer() {
        assertThat(FitLaw.streams("system", SystemRandomBits::new, 1e-9).passed())
                .isTrue();
    }

    @Test
    void streamsOfOneSeedAreAlike() {
        long[] seed = {5};
        assertThat(FitLaw.streams("two seeds", () -> new Tape(seed[0]++), 1e-9).passed())
                .isTrue();
        assertThat(FitLaw.streams("seeded", () -> new Tape(5), 1e-9).passed()).isFalse();
        boolean[] first = {true};
        assertThat(FitLaw.streams(
                                "complement",
                                () -> {
                                    Tape tape = new Tape(5);
                                    boolean plain = first[0];
                                    first[0] = false;
                                    return () -> plain ? tape.nextLong() : ~tape.nextLong();
                                },
                                1e-9)
                        .passed())
                .isFalse();
    }

    private static void assertFound(IntegerNoise law, IntegerSampler wrong, String event) {
        Verdict verdict = judge(law, wrong, 40_000);
        assertThat(verdict.violation()).isPresent();
        assertThat(verdict.violation().orElseThrow().event()).containsPattern(event);
    }

    /**
     * Each of eight bounds has an eighth of the rate: where the mean size of draws is what deviates most, a law is found
     * wrong at eight times its bound, and not below.
     */
    @Test
    void boundsShareTheRateOfFalseAlarms() {
        for (IntegerNoise law : List.of(new DiscreteLaplace(Rational.of(20)), new DiscreteGaussian(Rational.of(400)))) {
            IntegerSampler narrow = law.match(
                    laplace -> new DiscreteLaplace(laplace.scale().times(Rational.of(93, 100))).sampler(),
                    gaussian -> new DiscreteGaussian(gaussian.variance().times(Rational.of(88, 100))).sampler(),
                    sum -> sum.sampler(),
                    weighted -> weighted.sampler());
            int draws = 4000;
            Tape tape = new Tape(2);
            NoiseLaw exact = NoiseLaw.of(law);
            double size = 0;
            for (int i = 0; i < draws; i++) {
                size += exact.size(narrow.draw(tape));
            }
            double bound = Chance.ofMean(exact, size, draws);
            assertThat(bound).isBetween(1e-12, 0.01);
            for (double eighths : new double[] {1, 7.9, 8.1, 20}) {
                Verdict verdict =
                        new FitLaw(law, draws, Math.min(0.9, bound * eighths)).judge("narrow", narrow, new Tape(2));
                assertThat(verdict.passed()).as("%s, %s", law, eighths).isEqualTo(eighths < 8);
                verdict.violation().ifPresent(found -> assertThat(found.event()).contains("mean"));
            }
        }
    }

    /** One word in 4096 at the same place is what no two streams have. */
    @Test
    void oneSharedWordIsFound() {
        for (int place : new int[] {0, 1000, 4095}) {
            boolean[] first = {true};
            Verdict verdict = FitLaw.streams(
                    "one word",
                    () -> {
                        Tape own = new Tape(first[0] ? 5 : 6);
                        first[0] = false;
                        int[] count = {0};
                        return () -> count[0]++ == place ? 77 + 0 * own.nextLong() : own.nextLong();
                    },
                    1e-9);
            assertThat(verdict.passed()).isFalse();
        }
    }
}
