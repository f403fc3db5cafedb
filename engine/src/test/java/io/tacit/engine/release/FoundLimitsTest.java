package io.tacit.engine.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.pushdown.HistogramSql;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.GroupsPerPerson;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.mechanism.GroupCounts;
import io.tacit.privacy.mechanism.IntegerNoise;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which limits a release finds of histograms whose people are far more than their noise, at which price for each kind of
 * limit, and how many groups of a person count.
 */
@NullUnmarked
class FoundLimitsTest {
    private static final List<Column> COLUMNS = List.of(
            new Column("uid", ColumnType.BIGINT, false),
            Column.nullable("g", ColumnType.VARCHAR),
            Column.nullable("f", ColumnType.BOOLEAN),
            new Column("k", ColumnType.VARCHAR, false).among(new Domain(List.of("a", "b", "c"))),
            Column.nullable("x", ColumnType.INTEGER),
            Column.nullable("n", ColumnType.decimal(9, 2)));

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(new SourceTable(
                    new Table("t", COLUMNS, new Protection.UnitColumn("uid")),
                    new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 4, 0.95),
            new DuckDbSettings(512, 1, message -> {}));

    private static final ReleaseStep.Query ANY = new ReleaseStep.Query("", 2, 1);

    private static Calibration prepared(String sql) {
        return RUN.prepare(sql).releases().get(0);
    }

    private static ContributionLimits.Inferred inferred(AutomaticParameter parameter, ContributionLimits.Use use) {
        return new ContributionLimits.Inferred(parameter, use);
    }

    private static AutomaticParameter of(Calibration calibration, AutomaticParameter.Kind kind) {
        return calibration.plan().automatic().stream()
                .filter(parameter -> parameter.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    /**
     * The price is the scale of the noise of a typical state, times this; and times five where there are groups.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        COUNT(*)                                       | ROWS_PER_GROUP     | TOTAL  | 9 | 1
        COUNT(x)                                       | ROWS_PER_GROUP     | TOTAL  | 9 | 1
        COUNT(DISTINCT x)                              | DISTINCT_PER_GROUP | TOTAL  | 9 | 1
        SUM(x)                                         | SUM_PER_GROUP      | TOTAL  | 9 | 1
        AVG(x, contribution_bounds_per_row => (0, 9))  | ROWS_PER_GROUP     | WEIGHT | 9 | 3
        AVG(x, contribution_bounds_per_row => (0, 9))  | ROWS_PER_GROUP     | TOTAL  | 9 | 1
        VAR_POP(x)                                     | ROWS_PER_GROUP     | WEIGHT | 9 | 3
        MAX(x, contribution_bounds_per_row => (0, 9))  | ROWS_PER_GROUP     | TOTAL  | 9 | 1
        MAX(x, contribution_bounds_per_row => (0, 9)), AVG(x) | ROWS_PER_GROUP | WEIGHT | 9 | 3
        AVG(x)                                         | VALUE_PER_ROW      | TOTAL  | 8 | 6
        AVG(x)                                         | VALUE_PER_ROW      | TOTAL  | 1 | 1
        AVG(x)                                         | VALUE_PER_ROW      | TOTAL  | 0 | 1
        VAR_POP(n)                                     | VALUE_PER_ROW      | WEIGHT | 8 | 6
        MEDIAN(x)                                      | VALUE_PER_ROW      | TOTAL  | 8 | 0.1
        MEDIAN(x), AVG(x)                              | VALUE_PER_ROW      | TOTAL  | 8 | 6
        CORR(x, n)                                     | VALUE_PER_ROW      | TOTAL  | 8 | 6
        """)
    void aBoundCostsTheNoiseOfWhatItBounds(
            String aggregates, AutomaticParameter.Kind kind, ContributionLimits.Use use, long rows, double factor) {
        for (String groups : List.of(" FROM t GROUP BY g", " FROM t")) {
            Calibration calibration = prepared("SELECT " + aggregates + groups);
            Map<ContributionLimits.Inferred, ContributionLimits.Given> found = new HashMap<>();
            for (AutomaticParameter parameter : calibration.plan().automatic()) {
                if (parameter.kind() == AutomaticParameter.Kind.ROWS_PER_GROUP) {
                    found.put(
                            inferred(parameter, ContributionLimits.Use.WEIGHT),
                            new ContributionLimits.Given(BigInteger.ZERO, BigInteger.valueOf(rows)));
                }
            }
            double price = new BoundPrices(calibration)
                    .of(inferred(of(calibration, kind), use), new ResolvedLimits(found, Map.of()))
                    .noise();
            double deviation = calibration
                            .noise()
                            .parts()
                            .get(0)
                            .noise(BigInteger.ONE, calibration.maxGroups())
                            .standardDeviation()
                    / Math.sqrt(2);
            double times = groups.contains("GROUP") ? 5 : 1;
            assertThat(calibration.maxGroups()).isEqualTo(groups.contains("GROUP") ? 4 : 1);
            assertThat(price).as(aggregates + groups).isEqualTo(times * factor * deviation, within(1e-9 * price));
        }
    }

    /** A row of weight costs a quantile what its ranks are off by, which is far more than a count's noise. */
    @Test
    void aRowOfWeightCostsAQuantileItsRankError() {
        for (String aggregate : List.of("MAX(x, contribution_bounds_per_row => (0, 9))", "MEDIAN(x)")) {
            Calibration calibration = prepared("SELECT " + aggregate + " FROM t");
            ContributionLimits.Inferred rows =
                    inferred(of(calibration, AutomaticParameter.Kind.ROWS_PER_GROUP), ContributionLimits.Use.WEIGHT);
            BoundPrices.Price price = new BoundPrices(calibration).of(rows, ResolvedLimits.NONE);
            double ofCount = calibration
                    .noise()
                    .parts()
                    .get(0)
                    .noise(BigInteger.ONE, calibration.maxGroups())
                    .standardDeviation();
            assertThat(price.error()).hasValue(0.3);
            assertThat(price.noise()).isGreaterThan(5 * ofCount);
        }
    }

    /** So many people in one bin each. */
    private static Map<String, Map<Integer, BigInteger>> histograms(Object... namesAndBins) {
        Map<String, Map<Integer, BigInteger>> histograms = new HashMap<>();
        for (int i = 0; i < namesAndBins.length; i += 2) {
            histograms
                    .computeIfAbsent((String) namesAndBins[i], any -> new HashMap<>())
                    .put((Integer) namesAndBins[i + 1], BigInteger.TEN.pow(7));
        }
        return histograms;
    }

    private static ResolvedLimits find(Calibration calibration, Map<String, Map<Integer, BigInteger>> histograms) {
        return FindLimits.run(calibration, ANY, histograms, Noise.of(new SplittableRandom(4)::nextLong));
    }

    private static ContributionLimits.Given found(
            Calibration calibration, AutomaticParameter.Kind kind, Object... bins) {
        return find(calibration, histograms(bins))
                .found()
                .get(inferred(of(calibration, kind), ContributionLimits.Use.TOTAL));
    }

    private static String largest(Calibration calibration, AutomaticParameter.Kind kind) {
        return HistogramSql.byLargest(calibration.plan().automatic().indexOf(of(calibration, kind)));
    }

    private static String smallest(Calibration calibration, AutomaticParameter.Kind kind) {
        return HistogramSql.bySmallest(calibration.plan().automatic().indexOf(of(calibration, kind)));
    }

    /** Bin 12 ends at 64, bin 8 at 16; bin -13 holds what bin 12 holds, negated. */
    @Test
    void limitsHoldAllPeopleAndZeroWhereTheirKindDoes() {
        for (String options : List.of("", "WITH ANONYMIZATION ")) {
            boolean paper = !options.isEmpty();
            String prefix = paper ? "ANON_" : "";
            // Bins of the paper double, where ours grow by a root of two.
            int far = paper ? 6 : 12;
            int near = paper ? 4 : 8;
            Calibration rows = prepared("SELECT " + options + "g, " + prefix + "COUNT(*) FROM t GROUP BY g");
            ContributionLimits.Given ofRows = found(
                    rows,
                    AutomaticParameter.Kind.ROWS_PER_GROUP,
                    largest(rows, AutomaticParameter.Kind.ROWS_PER_GROUP),
                    far);
            assertThat(ofRows.low()).as(options).isZero();
            assertThat(ofRows.high().longValueExact()).as(options).isBetween(64L, 70L);
            Calibration sums = prepared("SELECT " + options + "g, " + prefix + "SUM(x) FROM t GROUP BY g");
            ContributionLimits.Given ofSums = found(
                    sums,
                    AutomaticParameter.Kind.SUM_PER_GROUP,
                    largest(sums, AutomaticParameter.Kind.SUM_PER_GROUP),
                    -1 - far);
            assertThat(ofSums.low().longValueExact()).as(options).isBetween(-70L, -64L);
            assertThat(ofSums.high().signum()).as(options).isNotNegative();
            Calibration values = prepared(
                    "SELECT " + options + "g, " + (paper ? "ANON_VAR(x)" : "VAR_POP(x)") + " FROM t GROUP BY g");
            String least = paper
                    ? largest(values, AutomaticParameter.Kind.VALUE_PER_ROW)
                    : smallest(values, AutomaticParameter.Kind.VALUE_PER_ROW);
            ContributionLimits.Given ofValues = found(
                    values,
                    AutomaticParameter.Kind.VALUE_PER_ROW,
                    largest(values, AutomaticParameter.Kind.VALUE_PER_ROW),
                    far,
                    least,
                    near);
            assertThat(ofValues.low().signum()).as(options).isPositive();
            assertThat(ofValues.low().longValueExact()).as(options).isLessThanOrEqualTo(16L);
            assertThat(ofValues.high().longValueExact()).as(options).isBetween(64L, 70L);
        }
    }

    /** So many rows in a group as 2^30 have a limit of their own: nobody's are cut off because bins come to an end. */
    @Test
    void limitsGrowWithThePowersOfTwoThatRowsReach() {
        for (String options : List.of("", "WITH ANONYMIZATION ")) {
            boolean paper = !options.isEmpty();
            Calibration rows =
                    prepared("SELECT " + options + "g, " + (paper ? "ANON_" : "") + "COUNT(*) FROM t GROUP BY g");
            for (int digits = 5; digits <= 30; digits++) {
                long most = 1L << digits;
                ContributionLimits.Given found = found(
                        rows,
                        AutomaticParameter.Kind.ROWS_PER_GROUP,
                        largest(rows, AutomaticParameter.Kind.ROWS_PER_GROUP),
                        paper ? digits : 2 * digits);
                assertThat(found).as(options + digits).isNotNull();
                assertThat(found.high().longValueExact()).as(options + digits).isBetween(most, most + most / 10);
            }
        }
    }

    @Test
    void rowsOfDifferentValuesHoldZero() {
        Calibration different = prepared("SELECT g, COUNT(DISTINCT x) FROM t GROUP BY g");
        ContributionLimits.Given found = found(
                different,
                AutomaticParameter.Kind.DISTINCT_PER_GROUP,
                largest(different, AutomaticParameter.Kind.DISTINCT_PER_GROUP),
                12);
        assertThat(found.low()).isZero();
        assertThat(found.high().longValueExact()).isBetween(64L, 70L);
    }

    /** People with many rows make bounds of values dearer, whichever is asked for first. */
    @Test
    void boundsOfValuesAreWeighedWithTheRowsThatMayHaveThem() {
        Calibration mean = prepared("SELECT g, AVG(x) FROM t GROUP BY g");
        List<BigInteger> bounds = new ArrayList<>();
        for (int rows : new int[] {1, 40}) {
            Map<String, Map<Integer, BigInteger>> histograms =
                    histograms(largest(mean, AutomaticParameter.Kind.ROWS_PER_GROUP), rows);
            Map<Integer, BigInteger> values = new HashMap<>();
            for (int bin = 0; bin <= 44; bin++) {
                values.put(bin, BigInteger.valueOf(4_000_000 >> bin / 2));
            }
            histograms.put(largest(mean, AutomaticParameter.Kind.VALUE_PER_ROW), values);
            histograms.put(smallest(mean, AutomaticParameter.Kind.VALUE_PER_ROW), values);
            bounds.add(find(mean, histograms)
                    .found()
                    .get(inferred(of(mean, AutomaticParameter.Kind.VALUE_PER_ROW), ContributionLimits.Use.TOTAL))
                    .high());
        }
        assertThat(bounds.get(1)).isLessThan(bounds.get(0));
    }

    /** Where nobody seems to have some rows, the limit of all rows is theirs, with what lies beyond it; else their own. */
    @Test
    void rareRowsHaveTheLimitOfAllRows() {
        Calibration both = prepared("SELECT g, COUNT(*), COUNT(*) FILTER (WHERE f) FROM t GROUP BY g");
        List<AutomaticParameter> automatic = both.plan().automatic();
        int all = automatic.indexOf(automatic.stream()
                .filter(AutomaticParameter::isOfAllRows)
                .findFirst()
                .orElseThrow());
        int some = 1 - all;
        assertThat(automatic).hasSize(2);
        ContributionLimits.Inferred ofAll = inferred(automatic.get(all), ContributionLimits.Use.TOTAL);
        ContributionLimits.Inferred ofSome = inferred(automatic.get(some), ContributionLimits.Use.TOTAL);
        ResolvedLimits shared = find(both, histograms(HistogramSql.byLargest(all), 12));
        assertThat(shared.found().get(ofAll))
                .isNotNull()
                .isEqualTo(shared.found().get(ofSome));
        assertThat(shared.beyond().get(ofAll))
                .isNotNull()
                .isEqualTo(shared.beyond().get(ofSome));
        ResolvedLimits own = find(both, histograms(HistogramSql.byLargest(all), 12, HistogramSql.byLargest(some), 4));
        assertThat(own.found().get(ofAll)).isEqualTo(shared.found().get(ofAll));
        assertThat(own.found().get(ofSome).high().longValueExact()).isBetween(4L, 5L);
        assertThat(own.beyond().get(ofSome)).isNotEqualTo(own.beyond().get(ofAll));
        assertThat(find(both, histograms(HistogramSql.byLargest(some), 4)).found())
                .doesNotContainKey(ofAll)
                .containsKey(ofSome);
    }

    /** Where the limit of all rows is not found anyway, the rows of people without rare ones tell it. */
    @Test
    void rareRowsAloneHaveTheLimitOfThosePeoplesOtherRows() {
        Calibration rare = prepared("SELECT g, COUNT(*) FILTER (WHERE f) FROM t GROUP BY g");
        AutomaticParameter parameter = rare.plan().automatic().get(0);
        assertThat(rare.plan().countsOthers(parameter)).isTrue();
        ContributionLimits.Inferred limit = inferred(parameter, ContributionLimits.Use.TOTAL);
        ResolvedLimits ofOthers = find(rare, histograms(HistogramSql.byRowsOfOthers(0), 12));
        assertThat(ofOthers.beyond().get(limit).ofOthers()).isTrue();
        assertThat(ofOthers.found().get(limit).high().longValueExact()).isBetween(64L, 70L);
        ResolvedLimits own = find(rare, histograms(HistogramSql.byRowsOfOthers(0), 12, HistogramSql.byLargest(0), 4));
        assertThat(own.beyond().get(limit).ofOthers()).isFalse();
        assertThat(own.found().get(limit).high().longValueExact()).isBetween(4L, 5L);
        assertThat(find(rare, histograms()).found()).isEmpty();
    }

    /**
     * Whichever histograms hold people, each limit is that of its own rows; else of the others' rows, if they are counted;
     * else of all rows, if that is found. Of all sets of histograms.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "COUNT(*) FILTER (WHERE f), COUNT(*)",
                "COUNT(*), COUNT(*) FILTER (WHERE f), COUNT(*) FILTER (WHERE x > 0)",
                "COUNT(*) FILTER (WHERE f), COUNT(*) FILTER (WHERE x > 0)"
            })
    void eachLimitIsOfItsOwnRowsOrOfThoseThatStandForThem(String aggregates) {
        Calibration calibration = prepared("SELECT g, " + aggregates + " FROM t GROUP BY g");
        List<AutomaticParameter> automatic = calibration.plan().automatic();
        int size = automatic.size();
        boolean findsAll = automatic.stream().anyMatch(AutomaticParameter::isOfAllRows);
        assertThat(findsAll).isEqualTo(aggregates.contains("COUNT(*),") || aggregates.endsWith("COUNT(*)"));
        for (int set = 0; set < 1 << (findsAll ? size : 2 * size); set++) {
            List<Object> people = new ArrayList<>();
            for (int i = 0; i < 2 * size; i++) {
                if ((set >> i & 1) != 0) {
                    people.add(i < size ? HistogramSql.byLargest(i) : HistogramSql.byRowsOfOthers(i - size));
                    people.add(2 * digits(i));
                }
            }
            ResolvedLimits found = find(calibration, histograms(people.toArray()));
            for (int i = 0; i < size; i++) {
                ContributionLimits.Inferred limit = inferred(automatic.get(i), ContributionLimits.Use.TOTAL);
                OptionalInt source = OptionalInt.empty();
                for (int j = 0; j < size; j++) {
                    if ((set >> j & 1) != 0 && automatic.get(j).isOfAllRows()) {
                        source = OptionalInt.of(j);
                    }
                }
                if ((set >> size + i & 1) != 0) {
                    source = OptionalInt.of(size + i);
                }
                if ((set >> i & 1) != 0) {
                    source = OptionalInt.of(i);
                }
                String which = set + " " + automatic.get(i);
                if (source.isEmpty()) {
                    assertThat(found.found()).as(which).doesNotContainKey(limit);
                    assertThat(found.beyond()).as(which).doesNotContainKey(limit);
                } else {
                    long most = 1L << digits(source.getAsInt());
                    assertThat(found.found().get(limit).high().longValueExact())
                            .as(which)
                            .isBetween(most, most + most / 10);
                    assertThat(found.beyond().get(limit).ofOthers()).as(which).isEqualTo(source.getAsInt() >= size);
                }
            }
        }
    }

    /** So far apart that no limit can be mistaken for another. */
    private static int digits(int histogram) {
        return 6 + 3 * histogram;
    }

    /** What is said of what lies beyond: on which side, of how many people, and how much they have within. */
    @Test
    void whatLiesBeyondIsToldByEnd() {
        Calibration sums = prepared("SELECT g, SUM(x) FROM t GROUP BY g");
        ContributionLimits.Inferred limit = inferred(sums.plan().automatic().get(0), ContributionLimits.Use.TOTAL);
        for (boolean below : List.of(false, true)) {
            Map<Integer, BigInteger> people = new HashMap<>();
            for (int bin = 4; bin < 40; bin++) {
                people.put(below ? -1 - bin : bin, BigInteger.valueOf((long) (100_000 * Math.pow(0.75, bin - 4))));
            }
            ResolvedLimits found = find(sums, Map.of(HistogramSql.byLargest(0), people));
            ResolvedLimits.Beyond beyond = found.beyond().get(limit);
            assertThat((below ? beyond.below() : beyond.above()).excess().high())
                    .isGreaterThan(1_000);
            assertThat((below ? beyond.above() : beyond.below()).excess().high())
                    .isZero();
            assertThat(beyond.people()).isBetween(390_000.0, 410_000.0);
            assertThat(beyond.mass()).isGreaterThan(1_000_000);
        }
    }

    /** In the paper's spelling a person adds an entry for each group, and of values two. */
    @ParameterizedTest
    @CsvSource({"COUNT(*), 1", "SUM(x), 1", "VAR(x), 2"})
    void thePapersHistogramHasTheNoiseOfAllEntriesOfAPerson(String aggregate, long entries) {
        Calibration calibration = prepared("SELECT WITH ANONYMIZATION g, ANON_" + aggregate + " FROM t GROUP BY g");
        AutomaticParameter.Kind kind = entries == 2
                ? AutomaticParameter.Kind.VALUE_PER_ROW
                : calibration.plan().automatic().get(0).kind();
        int index = calibration.plan().automatic().indexOf(of(calibration, kind));
        List<Double> scales = new ArrayList<>();
        FindLimits.run(calibration, ANY, Map.of(), new ForwardedNoise(index, scales));
        double expected = entries
                * calibration.maxGroups()
                / calibration.parameter(index).value().toDoubleNearest();
        assertThat(scales)
                .hasSize(HistogramSql.paperBins(of(calibration, kind)).largestBin()
                        - HistogramSql.paperBins(of(calibration, kind)).leastBin()
                        + 1);
        assertThat(scales).allSatisfy(scale -> assertThat(scale).isEqualTo(expected, within(1e-9 * expected)));
    }

    /** Remembers with which scale the bins of one parameter are drawn. */
    private record ForwardedNoise(int index, List<Double> scales) implements Noise {
        @Override
        public BigInteger noisy(IntegerNoise law, BigInteger exact, Origin origin) {
            if (HistogramSql.byLargest(index).equals(origin.keys().get(0))) {
                scales.add(law.match(
                        laplace -> laplace.scale().toDoubleNearest(), other -> 0.0, other -> 0.0, other -> 0.0));
            }
            return exact;
        }

        @Override
        public boolean keeps(io.tacit.privacy.accounting.GroupSelection.Geometric selection, BigInteger exactUsers) {
            throw new AssertionError("no group is selected");
        }

        @Override
        public io.tacit.privacy.random.RandomBits bits() {
            return new SplittableRandom(1)::nextLong;
        }
    }

    /**
     * The number of groups is that of the least error, where noise is that of the best plan for it, and dearer where limits
     * are found besides.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        COUNT(DISTINCT uid)                                        | 1
        SUM(x)                                                     | 3
        SUM(x, contribution_bounds_per_group => (0, 9))            | 1
        """)
    void theNumberOfGroupsIsWeighedWithTheNoiseOfTheBestPlan(String aggregates, double weight) {
        Calibration calibration = prepared("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = AUTO) g, "
                + aggregates + " FROM t GROUP BY g");
        GroupsPerPerson counted = calibration.plan().parameters().groups().orElseThrow();
        assertThat(calibration.plan().automatic().isEmpty()).isEqualTo(weight == 1);
        boolean gaussian = calibration.weighed().stream()
                .anyMatch(one -> one.plan().noise() == io.tacit.privacy.accounting.NoiseKind.GAUSSIAN);
        assertThat(gaussian).isTrue();
        List<Long> chosen = new ArrayList<>();
        for (double spread : new double[] {1.1, 1.3, 1.6, 2, 3, 5}) {
            Map<Integer, BigInteger> people = new HashMap<>();
            for (int bin = 0; bin < counted.bins().size(); bin++) {
                people.put(bin, BigInteger.valueOf((long) (30_000 / Math.pow(spread, bin))));
            }
            GroupCounts counts = counted.bins()
                    .counted(people, (bin, exact) -> exact, calibration.groups().orElseThrow());
            long expected = counts.choose(
                            counted.most(), groups -> weight * leastNoise(calibration, groups), counted.possible())
                    .orElseThrow();
            assertThat(CountGroups.choose(calibration, counts)).isEqualTo(expected);
            chosen.add(expected);
        }
        assertThat(chosen.stream().distinct().count()).isGreaterThan(2);
        GroupCounts nobody = counted.bins()
                .counted(Map.of(), (bin, exact) -> exact, calibration.groups().orElseThrow());
        assertThat(CountGroups.choose(calibration, nobody)).isEqualTo(calibration.maxGroups());
    }

    /** Where each row counts for itself, noise is weighed for as many groups as there are: a dozen where the query does not tell. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        COUNT(*) FROM t               | 1
        g, COUNT(*) FROM t GROUP BY g | 12
        k, COUNT(*) FROM t GROUP BY k | 3
        g, COUNT(*) FROM (SELECT uid, MIN(g) AS g FROM t GROUP BY uid) AS p GROUP BY g | 12
        """)
    void theNoiseOfRowsIsWeighedForTheGroupsThatThereAre(String query, long groups) {
        Calibration calibration =
                prepared("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = AUTO) " + query);
        assertThat(calibration.plan().parameters().groups().orElseThrow().possible())
                .hasValue(groups);
    }

    private static double leastNoise(Calibration calibration, long groups) {
        return calibration.weighed().stream()
                .mapToDouble(one -> (one.plan().parts().isEmpty()
                                ? one.plan().selectionPart().orElseThrow()
                                : one.plan().parts().get(0))
                        .match(
                                pure -> Math.sqrt(2)
                                        * groups
                                        / pure.epsilon().value().toDoubleNearest(),
                                concentrated -> Math.sqrt(
                                        groups / (2 * concentrated.rho().value().toDoubleNearest()))))
                .min()
                .orElseThrow();
    }
}
