package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.mechanism.DiscreteGaussian;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Every setting of the audit's tests changes what it is named after and nothing else, refuses what is just outside of its
 * range, and takes what is just inside.
 */
@NullUnmarked
class SettingsOfTheAuditTest {
    private static final StochasticTester TESTER = StochasticTester.of(1, 0.25);
    private static final DiscreteLaplace LAPLACE = new DiscreteLaplace(Rational.of(3));
    private static final DiscreteGaussian GAUSSIAN = new DiscreteGaussian(Rational.of(3));

    /**
     * One parameter.
     *
     * @param outside values that are refused
     * @param inside values that are taken
     */
    private record Range(String name, DoubleConsumer use, List<Double> outside, List<Double> inside) {}

    private static final List<Double> NO_NUMBERS =
            List.of(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    private static final List<Double> NO_PROBABILITIES = List.of(-1.0, 0.0, 1.0, 2.0, Double.NaN);

    private static ExactThreshold threshold(IntegerNoise noise, double delta, long groups) {
        return new ExactThreshold(noise, BigInteger.TWO, Rational.ofExact(delta), groups);
    }

    private static ExactSelection selection(double epsilon, double delta, long groups) {
        return new ExactSelection(n -> Rational.ZERO, Rational.ofExact(epsilon), Rational.ofExact(delta), groups);
    }

    private static List<List<Double>> records(double count) {
        return List.of(List.of(), Collections.nCopies((int) count, 0.5));
    }

    private static List<Range> ranges() {
        List<Double> wholes = List.of(-1.0, 0.0);
        return List.of(
                new Range("epsilon", x -> StochasticTester.of(x, 0), NO_NUMBERS, List.of(0.0, 3.0)),
                new Range("negative epsilon", x -> StochasticTester.of(x, 0), List.of(-0.1), List.of()),
                new Range("delta", x -> StochasticTester.of(1, x), List.of(-0.1, 1.0, Double.NaN), List.of(0.0, 0.99)),
                new Range("size", x -> TESTER.size((int) x), List.of(-1.0, 0.0, 11.0), List.of(1.0, 10.0)),
                new Range("radius", TESTER::radius, List.of(-1.0, 0.0, Double.NaN, 1 / 0.0), List.of(1e-9, 1e9)),
                new Range("data sets", x -> TESTER.dataSets((int) x), List.of(-1.0), List.of(0.0, 9.0)),
                new Range("samples", x -> TESTER.samples((int) x), List.of(-1.0, 99.0), List.of(100.0)),
                new Range("buckets", x -> TESTER.buckets((int) x), List.of(-1.0, 1.0), List.of(2.0)),
                new Range("tolerated", TESTER::tolerated, List.of(-0.1, 1.1, Double.NaN), List.of(0.0, 1.0)),
                new Range("false alarm", TESTER::falseAlarm, NO_PROBABILITIES, List.of(1e-12, 0.5)),
                new Range("records", x -> TESTER.also(records(x)), List.of(11.0), List.of(0.0, 10.0)),
                new Range("draws", x -> new FitLaw(LAPLACE, (int) x, 0.5), List.of(0.0, 99.0), List.of(100.0)),
                new Range("rate of a fit", x -> new FitLaw(LAPLACE, 100, x), NO_PROBABILITIES, List.of(1e-12)),
                new Range("index", x -> Halton.dataSet((int) x, 1, 1), wholes, List.of(1.0, 7.0)),
                new Range("records of Halton", x -> Halton.dataSet(1, (int) x, 1), List.of(0.0, 11.0), List.of(10.0)),
                new Range("outcome", Outcome.Value::new, List.of(Double.NaN), List.of(-0.0, 1 / 0.0)),
                new Range("delta of a threshold", x -> threshold(LAPLACE, x, 1), List.of(-1.0, 0.0, 1.0), List.of(0.9)),
                new Range("groups of a threshold", x -> threshold(LAPLACE, 0.5, (long) x), wholes, List.of(1.0)),
                new Range("delta of a selection", x -> selection(1, x, 1), List.of(-1.0, 0.0, 1.0), List.of(0.9)),
                new Range("epsilon of a selection", x -> selection(x, 0.5, 1), List.of(-1.0, 0.0), List.of(1e-9)),
                new Range("groups of a selection", x -> selection(1, 0.5, (long) x), wholes, List.of(1.0)),
                new Range(
                        "rate of a verdict",
                        SettingsOfTheAuditTest::verdict,
                        List.of(-0.1, 1.1, Double.NaN),
                        List.of(0.0, 1.0)),
                new Range(
                        "variance",
                        x -> threshold(new DiscreteGaussian(Rational.ofExact(x)), 0.5, 1),
                        List.of(1e8 + 1),
                        List.of(1e8)),
                new Range(
                        "variance of a sum",
                        x -> threshold(new NoiseSum(GAUSSIAN, new DiscreteGaussian(Rational.ofExact(x))), 0.5, 1),
                        List.of(1e8 + 1),
                        List.of(1e8)),
                new Range(
                        "variance of a sum",
                        x -> threshold(new NoiseSum(new DiscreteGaussian(Rational.ofExact(x)), GAUSSIAN), 0.5, 1),
                        List.of(1e8 + 1),
                        List.of(1e8)));
    }

    private static Verdict verdict(double falseAlarm) {
        return new Verdict(Layer.FIT, "subject", "claim", falseAlarm, 1, Optional.empty());
    }

    @Test
    void whatIsJustOutsideIsRefused() {
        for (Range range : ranges()) {
            for (double value : range.outside()) {
                assertThatThrownBy(() -> range.use().accept(value), "%s of %s", range.name(), value)
                        .isInstanceOf(IllegalArgumentException.class);
            }
            for (double value : range.inside()) {
                assertThatCode(() -> range.use().accept(value))
                        .as("%s of %s", range.name(), value)
                        .doesNotThrowAnyException();
            }
        }
        assertThatThrownBy(() -> new HistogramPlot("a", "b", "c", 1, 0, List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachSettingChangesItselfAlone() {
        List<List<Double>> also = List.of(List.of(3.0), List.of());
        assertThat(TESTER).isEqualTo(new StochasticTester(1, 0.25, 3, 1, 5, 10_000, 40, 0, 1e-8, List.of()));
        Map<StochasticTester, StochasticTester> changed = Map.of(
                TESTER.size(7), new StochasticTester(1, 0.25, 7, 1, 5, 10_000, 40, 0, 1e-8, List.of()),
                TESTER.radius(7), new StochasticTester(1, 0.25, 3, 7, 5, 10_000, 40, 0, 1e-8, List.of()),
                TESTER.dataSets(7), new StochasticTester(1, 0.25, 3, 1, 7, 10_000, 40, 0, 1e-8, List.of()),
                TESTER.samples(700), new StochasticTester(1, 0.25, 3, 1, 5, 700, 40, 0, 1e-8, List.of()),
                TESTER.buckets(7), new StochasticTester(1, 0.25, 3, 1, 5, 10_000, 7, 0, 1e-8, List.of()),
                TESTER.tolerated(0.7), new StochasticTester(1, 0.25, 3, 1, 5, 10_000, 40, 0.7, 1e-8, List.of()),
                TESTER.falseAlarm(0.7), new StochasticTester(1, 0.25, 3, 1, 5, 10_000, 40, 0, 0.7, List.of()),
                TESTER.also(also), new StochasticTester(1, 0.25, 3, 1, 5, 10_000, 40, 0, 1e-8, also));
        assertThat(changed)
                .hasSize(8)
                .allSatisfy((found, expected) -> assertThat(found).isEqualTo(expected));
    }

    /** Laws whose draws are sums have no law here that draws could be held against; nor have portions of unequal weight. */
    @Test
    void lawsThatCannotBeJudgedAreRefused() {
        LaplaceSum unequal = new LaplaceSum(Rational.of(3), List.of(BigInteger.ONE, BigInteger.TWO));
        for (IntegerNoise noise : List.of(new NoiseSum(LAPLACE, LAPLACE), new NoiseSum(GAUSSIAN, GAUSSIAN), unequal)) {
            assertThatThrownBy(() -> NoiseLaw.of(noise)).isInstanceOf(IllegalArgumentException.class);
        }
        Consumer<LaplaceSum> find = noise -> threshold(noise, 0.5, 1).finding();
        assertThatThrownBy(() -> find.accept(unequal)).isInstanceOf(IllegalArgumentException.class);
        assertThatCode(() -> find.accept(new LaplaceSum(Rational.of(3), List.of(BigInteger.ONE, BigInteger.ONE))))
                .doesNotThrowAnyException();
    }
}
