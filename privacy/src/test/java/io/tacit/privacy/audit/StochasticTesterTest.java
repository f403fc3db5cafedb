package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.NoisyMean;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.DiscreteLaplaceSampler;
import io.tacit.privacy.random.RandomBits;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CancellationException;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.xml.sax.InputSource;

/** The tester finds what is wrong, the paper's case study first, and leaves alone what is right. */
class StochasticTesterTest {
    private static final List<Double> LARGER = List.of(-0.375, -0.055, 0.3);
    private static final List<Double> SMALLER = List.of(-0.375, -0.055);

    /** Laplace noise of a real scale, on a grid so fine that it does not matter. */
    private static double noise(double scale, RandomBits bits) {
        return FINE.draw(bits).doubleValue() / (1 << 20) * scale;
    }

    private static final DiscreteLaplaceSampler FINE = new DiscreteLaplace(Rational.of(1 << 20)).sampler();

    private static double clamp(double value, double low, double high) {
        return Math.max(low, Math.min(high, value));
    }

    private static double sum(List<Double> data, double low, double high) {
        return data.stream().mapToDouble(value -> clamp(value, low, high)).sum();
    }

    /** The paper's first ANON_AVG: the sum's noise is for max(|L|, |U|), the count has none. */
    private static Subject accurateCount(double epsilon) {
        return Subject.ofNumber((data, bits) -> {
            double noisy = sum(data, -0.5, 0.5) + noise(0.5 / epsilon, bits);
            return noisy / Math.max(1, data.size());
        });
    }

    /** The corrected mean: noisy weight and noisy centred sum. */
    private static Subject noisyMean(double epsilon) {
        NoisyMean mean = new NoisyMean(-0.5, 0.5, 1 / epsilon, 2 / epsilon);
        return Subject.ofNumber((data, bits) -> {
            double weight = data.size() + noise(2 / epsilon, bits);
            double centred = sum(data, -0.5, 0.5) + noise(1 / epsilon, bits);
            return mean.estimate(weight, centred, 0.95).value();
        });
    }

    @Test
    @Tag("statistical")
    void findsThePapersPair() {
        Verdict verdict = StochasticTester.of(0.5, 0)
                .samples(100_000)
                .compare("noisy average", accurateCount(0.5), LARGER, SMALLER, new Tape(1));
        assertThat(verdict.passed()).isFalse();
        Violation violation = verdict.violation().orElseThrow();
        assertThat(List.of(violation.first(), violation.second()))
                .containsExactlyInAnyOrder("{-0.375, -0.055, 0.3}", "{-0.375, -0.055}");
    }

    @Test
    @Tag("statistical")
    void findsACaseOfItsOwn() {
        Verdict verdict = StochasticTester.of(0.5, 0)
                .radius(0.5)
                .run("noisy average", accurateCount(0.5), new Tape(2), Progress.NONE);
        assertThat(verdict.passed()).isFalse();
    }

    @Test
    @Tag("statistical")
    void passesTheCorrectedMean() {
        Verdict verdict = StochasticTester.of(0.5, 0)
                .radius(0.5)
                .also(List.of(LARGER))
                .run("noisy mean", noisyMean(0.5), new Tape(3), Progress.NONE);
        assertThat(verdict.violation()).isEmpty();
    }

    /** A hundred runs with the smallest data sets and the largest rate: the bound is far from reached. */
    @Test
    @Tag("statistical")
    void aHundredRunsGiveNoAlarm() {
        DiscreteLaplaceSampler sampler = new DiscreteLaplace(Rational.ONE).sampler();
        Subject count = Subject.ofNumber(
                (data, bits) -> data.size() + sampler.draw(bits).doubleValue());
        // The claim is tight: ε of e^−|z| between neighbours is 1.
        StochasticTester tester =
                StochasticTester.of(1, 0).size(2).dataSets(1).samples(1000).falseAlarm(1e-4);
        for (int seed = 0; seed < 100; seed++) {
            assertThat(tester.run("count", count, new Tape(seed), Progress.NONE).violation())
                    .isEmpty();
        }
    }

    /** With bounds that may be wrong nearly always the same hundred runs do give alarms: the test above can fail. */
    @Test
    @Tag("statistical")
    void alarmsComeWhenBoundsAreLoose() {
        DiscreteLaplaceSampler sampler = new DiscreteLaplace(Rational.ONE).sampler();
        Subject count = Subject.ofNumber(
                (data, bits) -> data.size() + sampler.draw(bits).doubleValue());
        PairTest loose = new PairTest(1, 0, 40, 0, 3.9);
        int alarms = 0;
        for (int seed = 0; seed < 100; seed++) {
            Tape tape = new Tape(seed);
            alarms += loose.violation(sampled(count, List.of(1.0), tape), sampled(count, List.of(), tape))
                            .isPresent()
                    ? 1
                    : 0;
        }
        assertThat(alarms).isGreaterThan(20);
    }

    private static PairTest.Sampled sampled(Subject subject, List<Double> data, Tape tape) {
        return new PairTest.Sampled(
                data, Samples.draw(subject, data, 500, tape), Samples.draw(subject, data, 2000, tape));
    }

    @Test
    @Tag("statistical")
    void toleratedBucketsStillLeaveTheirUnion() {
        Verdict verdict = StochasticTester.of(0.5, 0)
                .tolerated(1)
                .samples(100_000)
                .compare("noisy average", accurateCount(0.5), LARGER, SMALLER, new Tape(1));
        assertThat(verdict.violation().orElseThrow().what()).startsWith("an event");
    }

    @Test
    void eachSubsetIsSampledOnceAndProgressIsTold() {
        List<List<Double>> seen = new ArrayList<>();
        List<Long> done = new ArrayList<>();
        Subject subject = (data, bits) -> {
            if (seen.isEmpty() || !seen.get(seen.size() - 1).equals(data)) {
                seen.add(data);
            }
            return Outcome.of((double) (bits.nextLong() & 1));
        };
        Verdict verdict = StochasticTester.of(1, 0)
                .dataSets(0)
                .also(List.of(List.of(1.0, 2.0, 3.0)))
                .samples(200)
                .run("coin", subject, new Tape(1), (pairs, of) -> {
                    assertThat(of).isEqualTo(12);
                    done.add(pairs);
                });
        assertThat(new HashSet<>(seen)).hasSize(8);
        assertThat(seen).hasSize(8);
        assertThat(verdict.trials()).isEqualTo(8 * 200);
        assertThat(done).hasSize(13).first().isEqualTo(0L);
    }

    @Test
    void interruptionEndsIt() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> StochasticTester.of(1, 0).run("mean", noisyMean(1)))
                .isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whatOnlyFailsIsNoTest() {
        Subject broken = (data, bits) -> {
            throw new IllegalStateException("always");
        };
        assertThatThrownBy(() -> StochasticTester.of(1, 0).samples(100).run("broken", broken))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing was tested");
    }

    @Test
    void refusesWhatMakesNoSense() {
        StochasticTester tester = StochasticTester.of(1, 0);
        assertThatThrownBy(() -> tester.samples(99)).hasMessageContaining("samples");
        assertThatThrownBy(() -> tester.size(11)).hasMessageContaining("size");
        assertThatThrownBy(() -> tester.falseAlarm(0)).hasMessageContaining("falseAlarm");
        assertThatThrownBy(() -> StochasticTester.of(Double.NaN, 0)).hasMessageContaining("epsilon");
        assertThatThrownBy(() -> tester.compare("x", noisyMean(1), LARGER, LARGER, new Tape(1)))
                .hasMessageContaining("smaller");
    }

    /** The sequence by hand: 1/2, 1/4, 3/4 in base 2; 1/3, 2/3, 1/9 in base 3. */
    @Test
    void halton() {
        assertThat(Halton.dataSet(1, 2, 0.5)).containsExactly(0.0, 1.0 / 3 - 0.5);
        assertThat(Halton.dataSet(2, 2, 0.5).get(0)).isEqualTo(-0.25);
        assertThat(Halton.dataSet(3, 2, 0.5).get(0)).isEqualTo(0.25);
        assertThat(Halton.dataSet(3, 2, 0.5).get(1)).isCloseTo(1.0 / 9 - 0.5, within(1e-12));
    }

    @Test
    void thePictureIsWellFormed() throws Exception {
        HistogramPlot plot = new HistogramPlot(
                "a < b & \"c\"",
                "{1}",
                "{}",
                1,
                0.1,
                List.of(new HistogramPlot.Bar("0", 0.4, 0.1, false), new HistogramPlot.Bar("<NaN>", 0.6, 0.9, true)));
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(plot.svg())));
        assertThat(plot.svg())
                .contains("a &lt; b &amp; &quot;c&quot;", "e^1", "#D55E00")
                .doesNotContain("NaN\"");
        String found = StochasticTester.of(0.5, 0)
                .samples(20_000)
                .compare("noisy average", accurateCount(0.5), LARGER, SMALLER, new Tape(1))
                .violation()
                .orElseThrow()
                .plot()
                .orElseThrow();
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(found)));
        assertThat(found).doesNotContain("NaN", "Infinity");
    }
}
