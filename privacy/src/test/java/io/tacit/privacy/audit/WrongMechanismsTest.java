package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.privacy.Turns;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.ApproximateBounds;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.IntegerSampler;
import io.tacit.privacy.random.RandomBits;
import io.tacit.privacy.selection.LaplaceThreshold;
import io.tacit.privacy.selection.TruncatedGeometric;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Planted mistakes are found, and each by the event that it is about; what is right next to them passes. */
@Tag("statistical")
class WrongMechanismsTest {
    private static final int SAMPLES = 10_000;
    private static final int PARTS = 3;

    /**
     * What a claim of 1 with the noise of 2 hides in: budgets in several parts, intervals, and thresholds far from a
     * few people.
     */
    private static final Set<String> ONLY_WITH_AN_EIGHTH = Set.of(
            "VAR_POP with Laplace noise",
            "STDDEV_SAMP with Laplace noise",
            "COVAR_POP with Laplace noise",
            "CORR with Laplace noise",
            "mean with Gaussian noise",
            "mean of people with Gaussian noise",
            "VAR_POP with Gaussian noise",
            "STDDEV_SAMP with Gaussian noise",
            "COVAR_POP with Gaussian noise",
            "CORR with Gaussian noise",
            "count with Laplace threshold and least number of people",
            "count with Gaussian threshold",
            "count with joint threshold",
            "two groups with Laplace threshold",
            "portions with threshold",
            "weighted Gaussian keys",
            "bounds of magnitudes from a tail",
            "interval of a median",
            "least value, median and largest value",
            "most frequent values in two groups");

    private static final DiscreteLaplace ONE = new DiscreteLaplace(Rational.ONE);

    /** Laplace noise of scale 1/2, in thousandths. */
    private static final IntegerSampler HALF = new DiscreteLaplace(Rational.of(500)).sampler();

    private static Verdict judge(Subject subject) {
        return StochasticTester.of(1, 0)
                .samples(SAMPLES)
                .dataSets(2)
                .also(StochasticTester.HOSTILE)
                .run("wrong", subject, new Tape(11), Progress.NONE);
    }

    private static String event(Subject subject) {
        return judge(subject).violation().orElseThrow().event();
    }

    private static double clamped(List<Double> data, double low, double high) {
        return data.stream()
                .filter(value -> !value.isNaN())
                .mapToDouble(value -> Math.max(low, Math.min(high, value)))
                .sum();
    }

    private static double half(RandomBits bits) {
        return HALF.draw(bits).doubleValue() / 1000;
    }

    /** Every subject of the library, a third at a time, with noise of twice or eight times the loss that it claims. */
    @Test
    @Tag("walk")
    void tooLittleNoiseIsFoundInEveryMechanism() {
        Set<String> missed = new HashSet<>();
        for (AuditedMechanism one : Turns.part(PARTS, AuditedMechanisms.spending(Rational.of(2)))) {
            if (!ONLY_WITH_AN_EIGHTH.contains(one.name()) && passes(one)) {
                missed.add(one.name());
            }
        }
        for (AuditedMechanism one : Turns.part(PARTS, AuditedMechanisms.spending(Rational.of(8)))) {
            if (ONLY_WITH_AN_EIGHTH.contains(one.name()) && passes(one)) {
                missed.add(one.name());
            }
        }
        assertThat(missed).isEmpty();
    }

    private static boolean passes(AuditedMechanism one) {
        return StochasticTester.of(one.epsilon(), one.delta())
                .samples(SAMPLES)
                .dataSets(2)
                .run(one.name(), one.subject(), new Tape(9), Progress.NONE)
                .passed();
    }

    /** Bug 5: bounds [¼, ½] are a quarter wide, and a person moves the sum by a half. */
    @Test
    void theWidthInsteadOfTheLargestMagnitude() {
        Subject right = Subject.ofNumber((data, bits) -> clamped(data, 0.25, 0.5) + half(bits));
        Subject wrong = Subject.ofNumber((data, bits) -> clamped(data, 0.25, 0.5) + half(bits) / 2);
        assertThat(judge(right).violation()).isEmpty();
        assertThat(judge(wrong).passed()).isFalse();
    }

    /** Bug 9. */
    @Test
    void nanThatSurvives() {
        Subject wrong = Subject.ofNumber((data, bits) -> {
            double sum = 0;
            for (double value : data) {
                sum += value > 0.5 ? 0.5 : value < -0.5 ? -0.5 : value;
            }
            return sum + half(bits);
        });
        assertThat(event(wrong)).isEqualTo("NaN");
    }

    /** Bug 28 and the paper's branch that fails. */
    @Test
    void anErrorThatDependsOnAPerson() {
        Subject wrong = (data, bits) -> {
            for (double value : data) {
                if (value >= 1e308) {
                    throw new ArithmeticException("overflow");
                }
            }
            return Outcome.of(clamped(data, -0.5, 0.5) + half(bits));
        };
        assertThat(event(wrong)).isEqualTo("the error java.lang.ArithmeticException");
    }

    /** Bug 29: what seems to be nothing gets no noise. */
    @Test
    void noNoiseForOneValue() {
        Subject wrong = Subject.ofNumber((data, bits) -> {
            double sum = clamped(data, -0.5, 0.5);
            return sum == 0 ? 0 : sum + half(bits);
        });
        // Either "the value 0.0" or all others.
        assertThat(event(wrong)).contains("0.0");
    }

    /** Attack 27: a zero with a sign tells that somebody's was negative. */
    @Test
    void aZeroWithASign() {
        Subject wrong = Subject.ofNumber((data, bits) -> {
            double noisy = data.size() + ONE.sample(bits).doubleValue();
            return noisy == 0 && data.contains(-0.0) ? -0.0 : noisy;
        });
        assertThat(event(wrong)).contains("the value -0.0");
    }

    /** Bug 20: 22 others are one too few for the threshold, and with one person more there are enough. */
    @Test
    void automaticBoundsWithoutNoise() {
        ApproximateBounds bins = new ApproximateBounds(0, 4);
        Subject wrong = (data, bits) -> {
            BigInteger people = BigInteger.valueOf(22L + data.size());
            return Outcome.of(bins.find(bin -> bin == 3 ? people : BigInteger.ZERO, BigInteger.valueOf(23)));
        };
        assertThat(certainty(wrong)).isGreaterThan(0.9);
    }

    /** Bug 21: the paper's own case is in StochasticTesterTest. */
    @Test
    void theTrueCount() {
        Subject wrong = Subject.ofNumber(
                (data, bits) -> (clamped(data, -0.5, 0.5) + half(bits) / 2) / Math.max(1, data.size()));
        assertThat(judge(wrong).passed()).isFalse();
    }

    /** Bug 22: a seed, and one draw for two groups. */
    @Test
    void randomnessThatRepeats() {
        Subject seeded = Subject.ofNumber(
                (data, bits) -> data.size() + ONE.sample(new Tape(5)).doubleValue());
        assertThat(judge(seeded).passed()).isFalse();
        Subject oneDraw = Subject.ofNumber((data, bits) -> {
            BigInteger noise = HALF.draw(bits);
            BigInteger first = BigInteger.valueOf(data.size()).add(noise);
            return first.subtract(noise).doubleValue();
        });
        assertThat(event(oneDraw)).contains("the value");
    }

    /** Bug 19, bug 26 and a group that is offered without people: absence tells. */
    @Test
    void absence() {
        Subject exact = (data, bits) -> data.size() < 2
                ? new Outcome.Absent()
                : Outcome.of(data.size() + ONE.sample(bits).doubleValue());
        assertThat(certainty(exact)).isGreaterThan(0.9);
        Subject noRow = (data, bits) -> data.isEmpty()
                ? new Outcome.Absent()
                : Outcome.of(data.size() + ONE.sample(bits).doubleValue());
        assertThat(certainty(noRow)).isGreaterThan(0.9);
    }

    private static double certainty(Subject subject) {
        Odds odds = judge(subject).violation().orElseThrow().odds().orElseThrow();
        return odds.first().estimate() - odds.second().estimate();
    }

    /** A δ of 5 % that a threshold one too low, or a whole chance for each of two groups, does not keep. */
    @Test
    void deltaCountsOnce() {
        BigInteger tau = LaplaceThreshold.threshold(ONE, Delta.of("0.05"), 1);
        assertThat(lonely(tau).violation()).isEmpty();
        assertThat(lonely(tau.subtract(BigInteger.ONE)).passed()).isFalse();
        TruncatedGeometric law = new TruncatedGeometric(Epsilon.of("0.5"), Delta.of("0.05"), 1);
        Subject twoGroups = (data, bits) -> {
            BigInteger people = BigInteger.valueOf(data.size());
            boolean first = law.keeps(people, bits);
            boolean second = law.keeps(people, bits);
            return first || second ? new Outcome.Label("a group") : new Outcome.Absent();
        };
        assertThat(StochasticTester.of(1, 0.05)
                        .samples(SAMPLES)
                        .run("two", twoGroups, new Tape(1), Progress.NONE)
                        .passed())
                .isFalse();
    }

    private static Verdict lonely(BigInteger tau) {
        Subject subject = (data, bits) -> {
            BigInteger noisy = BigInteger.valueOf(data.size()).add(ONE.sample(bits));
            return data.isEmpty() || noisy.compareTo(tau) < 0 ? new Outcome.Absent() : Outcome.of(noisy.doubleValue());
        };
        return StochasticTester.of(1, 0.05).samples(SAMPLES).run("lonely", subject, new Tape(3), Progress.NONE);
    }

    /**
     * Each of 64 answers is too probable by less than δ, and all of them together by far more: buckets alone do not see
     * it.
     */
    @Test
    void bucketsTogetherMayNotExceedDeltaEach() {
        Subject wrong = (data, bits) -> Outcome.of((double) ((data.isEmpty() ? 0 : 64) + (bits.nextLong() & 63)));
        Verdict verdict = StochasticTester.of(1, 0.1)
                .size(1)
                .samples(SAMPLES)
                .buckets(200)
                .run("64 answers", wrong, new Tape(3), Progress.NONE);
        assertThat(verdict.violation().orElseThrow().what()).startsWith("an event");
    }
}
