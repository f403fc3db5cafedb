package io.tacit.engine.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.mechanism.DecimalEstimate;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.mechanism.ThresholdedCount;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of two numbers of people that decide together, the interval of each is the one given the other. */
@NullUnmarked
class CountAtThresholdTest {
    private static final double CONFIDENCE = 0.9;
    private static final BigInteger FAR = BigInteger.ONE.shiftLeft(40);

    private static final SourceTable TABLE = new SourceTable(
            new Table(
                    "t",
                    List.of(
                            Column.nullable("uid", ColumnType.BIGINT),
                            Column.nullable("g", ColumnType.VARCHAR),
                            Column.nullable("x", ColumnType.INTEGER)),
                    new Protection.UnitColumn("uid")),
            new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)));

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(TABLE),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 1, CONFIDENCE),
            new DuckDbSettings(512, 1, message -> {}));

    private static final String OPTIONS = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1, noise ="
            + " GAUSSIAN, group_selection_strategy = GAUSSIAN_THRESHOLD) g, ";

    private record Prepared(Calibration calibration, StateNoise noise, CountAtThreshold counts, List<Integer> places) {
        BigInteger threshold() {
            return calibration.threshold().orElseThrow();
        }

        IntegerNoise law(int index) {
            return noise.law(calibration.thresholdedStates().get(index)).orElseThrow();
        }

        /** All states of a group; those that do not decide are far away. */
        BigInteger[] noisy(long... beyondThreshold) {
            BigInteger[] noisy = new BigInteger[calibration.plan().states().size()];
            Arrays.fill(noisy, FAR);
            for (int i = 0; i < beyondThreshold.length; i++) {
                noisy[places.get(i)] = threshold().add(BigInteger.valueOf(beyondThreshold[i]));
            }
            return noisy;
        }
    }

    private static Prepared prepared(String columns) {
        Calibration calibration =
                RUN.prepare(OPTIONS + columns + " FROM t GROUP BY g").releases().get(0);
        StateNoise noise = StateNoise.of(calibration, ResolvedLimits.NONE);
        List<Integer> places = calibration.thresholdedStates().stream()
                .map(state -> calibration.plan().states().indexOf(state))
                .toList();
        return new Prepared(
                calibration,
                noise,
                CountAtThreshold.of(calibration, noise, CONFIDENCE).orElseThrow(),
                places);
    }

    @Test
    void eachOfTwoGivenTheOther() {
        Prepared two = prepared("COUNT(*), COUNT(x)");
        assertThat(two.places()).hasSize(2);
        BigInteger[] noisy = two.noisy(-3, -two.threshold().longValueExact() + 5);
        for (int i = 0; i < 2; i++) {
            BigInteger left = two.threshold().subtract(noisy[two.places().get(1 - i)]);
            assertThat(two.counts().of(two.places().get(i), noisy))
                    .contains(ThresholdedCount.ofPart(two.law(i), left)
                            .estimate(noisy[two.places().get(i)], CONFIDENCE));
        }
        BigInteger sum = noisy[two.places().get(0)].add(noisy[two.places().get(1)]);
        assertThat(two.counts().together(noisy))
                .contains(new ThresholdedCount(new NoiseSum(two.law(0), two.law(1)), two.threshold())
                        .estimate(sum, CONFIDENCE));
    }

    /** Groups that agree in one of the two, and not in the other, have intervals of their own, in whatever order they come. */
    @Test
    void whatIsKnownOfOneGroupIsNotSaidOfAnother() {
        Prepared two = prepared("COUNT(*), COUNT(x)");
        int place = two.places().get(0);
        List<DecimalEstimate> seen = new ArrayList<>();
        for (long other : List.of(5L, 3L, 8L, 5L)) {
            BigInteger[] noisy = two.noisy(-3, -two.threshold().longValueExact() + other);
            BigInteger left = two.threshold().subtract(noisy[two.places().get(1)]);
            DecimalEstimate alone = ThresholdedCount.ofPart(two.law(0), left).estimate(noisy[place], CONFIDENCE);
            assertThat(two.counts().of(place, noisy)).contains(alone);
            seen.add(alone);
        }
        assertThat(Set.copyOf(seen)).as("they differ").hasSizeGreaterThan(1);
    }

    /** The same numbers of people with a value and of those without have intervals of their own: their noise differs. */
    @Test
    void theSameNumbersOfTheOtherPartHaveTheirOwnInterval() {
        Prepared two = prepared("COUNT(*), COUNT(x), AVG(x, contribution_bounds_per_row => (2, 9))");
        assertThat(two.law(0)).isNotEqualTo(two.law(1));
        long other = -two.threshold().longValueExact() + 5;
        List<BigInteger[]> groups = List.of(two.noisy(-3, other), two.noisy(other, -3));
        for (int i = 0; i < 2; i++) {
            BigInteger[] noisy = groups.get(i);
            int place = two.places().get(i);
            BigInteger left = two.threshold().subtract(noisy[two.places().get(1 - i)]);
            assertThat(two.counts().of(place, noisy))
                    .contains(ThresholdedCount.ofPart(two.law(i), left).estimate(noisy[place], CONFIDENCE));
        }
    }

    @Test
    void oneAlone() {
        Prepared one = prepared("COUNT(*)");
        assertThat(one.places()).hasSize(1);
        int place = one.places().get(0);
        BigInteger[] noisy = one.noisy(2);
        assertThat(one.counts().of(place, noisy))
                .contains(new ThresholdedCount(one.law(0), one.threshold()).estimate(noisy[place], CONFIDENCE));
        assertThat(one.counts().of(one.calibration().plan().states().size(), noisy))
                .isEmpty();
    }

    /** Far above the threshold, by a tail of one in a billion, the plain interval is as good. */
    @Test
    void farFromTheThresholdThereIsNone() {
        Prepared one = prepared("COUNT(*)");
        long far = one.law(0).leastWithTailAtMost(Rational.of(1, 1_000_000_000)).longValueExact();
        int place = one.places().get(0);
        assertThat(one.counts().of(place, one.noisy(far - 1))).isPresent();
        assertThat(one.counts().of(place, one.noisy(far))).isEmpty();
    }

    /** The two parts of a sum miss together no more often than was asked: near the threshold, too. */
    @Test
    void eachPartOfASumMissesHalfAsOften() {
        Prepared sum = prepared(
                "SUM(x, contribution_bounds_per_group => (2, 9)), AVG(x, contribution_bounds_per_row => (2, 9))");
        Computation.SumOfRows request = (Computation.SumOfRows)
                sum.calibration().plan().outputs().get(0).computation();
        SumOutput output = SumOutput.of(request, sum.calibration(), ResolvedLimits.NONE, sum.noise())
                .orElseThrow();
        BigInteger[] noisy = sum.noisy(-3, -sum.threshold().longValueExact() + 5);
        DecimalEstimate weight = CountAtThreshold.of(sum.calibration(), sum.noise(), (1 + CONFIDENCE) / 2)
                .orElseThrow()
                .of(output.weight(), noisy)
                .orElseThrow();
        assertThat(output.decimal(noisy))
                .isEqualTo(output.sum().exact(noisy[output.weight()], noisy[output.centred()], weight));
    }

    /** A row shows of each number of people, one or both parts, the interval of one that reached the threshold. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "COUNT(*)",
                "COUNT(*), COUNT(x)",
                "COUNT(x), COUNT(*)",
                "SUM(x, contribution_bounds_per_group => (2, 9)), COUNT(x), COUNT(*)",
                "COUNT(*), COUNT(x), AVG(x, contribution_bounds_per_row => (2, 9)), COUNT(DISTINCT uid)"
            })
    void aRowShowsTheIntervalOfWhatReachedTheThreshold(String columns) {
        Prepared prepared = prepared(columns);
        BigInteger[] noisy = prepared.places().size() == 1
                ? prepared.noisy(2)
                : prepared.noisy(-3, -prepared.threshold().longValueExact() + 5);
        Object[] row = new Outputs(prepared.calibration(), ResolvedLimits.NONE, prepared.noise(), () -> 7L)
                .row(new String[] {"a"}, prepared.noise().noisy(noisy), List.of());
        List<OutputRequest> outputs = prepared.calibration().plan().outputs();
        int counts = 0;
        for (int i = 0; i < outputs.size(); i++) {
            Optional<DecimalEstimate> expected = outputs.get(i).computation() instanceof Computation.People
                    ? prepared.counts().together(noisy)
                    : outputs.get(i).computation() instanceof Computation.Total total
                            ? prepared.counts()
                                    .of(prepared.calibration().plan().states().indexOf(total.state()), noisy)
                            : Optional.empty();
            if (expected.isPresent()) {
                counts++;
                assertThat(row[1 + outputs.size() + 2 * i])
                        .as(outputs.get(i).text())
                        .isEqualTo(expected.get().low().doubleValue());
                assertThat(row[2 + outputs.size() + 2 * i])
                        .as(outputs.get(i).text())
                        .isEqualTo(expected.get().high().doubleValue());
            }
        }
        assertThat(counts).isEqualTo(columns.split("COUNT\\(", -1).length - 1);
    }
}
