package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.AutomaticGroups;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.GroupCounts;
import io.tacit.privacy.mechanism.Outside;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Walks the kinds of limits that are found, of totals and of weights, each with figures of its own, and says of each what
 * is reported: which limit, of which columns, and which of its figures.
 */
@NullUnmarked
class WhatLimitsLeaveOutTest {
    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(new SourceTable(
                    new Table(
                            "t",
                            List.of(
                                    new Column("uid", ColumnType.BIGINT, false),
                                    Column.nullable("g", ColumnType.VARCHAR),
                                    Column.nullable("x", ColumnType.INTEGER),
                                    Column.nullable("n", ColumnType.decimal(9, 2)),
                                    Column.nullable("k", ColumnType.INTEGER)
                                            .within(new RowBounds(new BigDecimal("-3"), BigDecimal.TEN)),
                                    Column.nullable("m", ColumnType.decimal(9, 2))
                                            .within(new RowBounds(new BigDecimal("-3"), BigDecimal.TEN)),
                                    Column.nullable("r", ColumnType.DOUBLE)
                                            .within(new RowBounds(new BigDecimal("-3"), BigDecimal.TEN))),
                            new Protection.UnitColumn("uid")),
                    new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)))),
            new Defaults(BigDecimal.TEN, new BigDecimal("1e-6"), 2, 0.95),
            new DuckDbSettings(512, 1, message -> {}));

    private static Outside outside(double people, double excess) {
        return new Outside(
                new Estimate(people, 0.75 * people, 1.25 * people), new Estimate(excess, excess / 2, 2 * excess));
    }

    /**
     * Beyond the limits of totals are 100 of 1,000 people and a quarter of what they have, of weights 200 and a fifth.
     *
     * @param shared whether limits of chosen rows have the same figures as those of all; else there are twice as many people
     */
    private static ResolvedLimits limits(Calibration calibration, boolean shared) {
        Map<ContributionLimits.Inferred, ContributionLimits.Given> found = new HashMap<>();
        Map<ContributionLimits.Inferred, ResolvedLimits.Beyond> beyond = new HashMap<>();
        for (AutomaticParameter parameter : calibration.plan().automatic()) {
            for (ContributionLimits.Use use : ContributionLimits.Use.values()) {
                ContributionLimits.Inferred inferred = new ContributionLimits.Inferred(parameter, use);
                boolean total = use != ContributionLimits.Use.WEIGHT;
                found.put(
                        inferred,
                        new ContributionLimits.Given(
                                BigInteger.valueOf(parameter.kind().isCount() ? 0 : total ? -300 : -400),
                                BigInteger.valueOf(total ? 700 : 800)));
                beyond.put(
                        inferred,
                        new ResolvedLimits.Beyond(
                                total ? outside(60, 2000) : outside(150, 500),
                                total ? outside(40, 3000) : outside(50, 1500),
                                parameter.isOfSomeRows() && !shared ? 2000 : 1000,
                                parameter.isOfSomeRows() && !shared ? 30_000 : total ? 15_000 : 8000,
                                false));
            }
        }
        return new ResolvedLimits(found, beyond);
    }

    /** What a report is to say, by whether its limit is one of a total, of values, or only weighs people. */
    private static final Map<String, String> FIGURES = Map.of(
            "total", "10.0 (7.7 to 12.2), 25.0 (14.3 to 40.0), false, About 10 % (7.7 to 12) of people",
            "values", "10.0 (7.7 to 12.2), 10.0 (7.7 to 12.2), false, About 10 % (7.7 to 12) of people",
            "weight", "20.0 (15.8 to 23.8), 20.0 (15.8 to 23.8), true, About 20 % (16 to 24) of people",
            "weight of some", "10.0 (7.7 to 12.2), 10.0 (7.7 to 12.2), true, About 10 % (7.7 to 12) of people",
            "some", "5.0 (3.8 to 6.2), 14.3 (7.7 to 25.0), false, About 5 % (3.8 to 6.2) of people");

    private static String shown(MissingReport report) {
        String figures = percent(report.people()) + ", " + percent(report.contributions()) + ", " + report.material()
                + ", " + report.note().substring(0, report.note().indexOf(" of people") + 10);
        assertThat(report.note()).contains(" in " + report.column());
        assertThat(report.better()).isNull();
        assertThat(report.betterMisses()).isNull();
        return report.limit() + " " + report.column() + " " + report.at() + " "
                + FIGURES.entrySet().stream()
                        .filter(known -> known.getValue().equals(figures))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse(figures);
    }

    private static String percent(Share share) {
        return String.format(
                Locale.ROOT, "%.1f (%.1f to %.1f)", 100 * share.about(), 100 * share.low(), 100 * share.high());
    }

    private static Calibration planned(String list) {
        return RUN.prepare("SELECT " + list + " FROM t GROUP BY g").releases().get(0);
    }

    private static List<String> reports(String list, boolean shared) {
        Calibration calibration = planned("g, " + list);
        return MissingBeyond.of(new ReleasedRows(
                        calibration, limits(calibration, shared), Optional.empty(), List.of(), List.of()))
                .stream()
                .map(WhatLimitsLeaveOutTest::shown)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        COUNT(*)              | ROWS COUNT(*) [0, 700] total
        COUNT(*), COUNT(x)    | ROWS COUNT(*), COUNT(x) [0, 700] total
        SUM(x)                | VALUES SUM(x) [-300, 700] total
        SUM(n), SUM(k)        | VALUES SUM(n) [-3, 7] total; ROWS SUM(k) [0, 700] some
        SUM(m)                | ROWS SUM(m) [0, 700] some
        SUM(r)                | ROWS SUM(r) [0, 700] some
        SUM(r), SUM(m)        | ROWS SUM(r), SUM(m) [0, 700] some
        AVG(m), AVG(r)        | ROWS AVG(m), AVG(r) [0, 800] weight of some
        SUM(k), COUNT(*)      | ROWS SUM(k), COUNT(*) [0, 700] total
        AVG(x)                | ROWS AVG(x) [0, 800] weight of some; VALUES AVG(x) [-300, 700] values
        AVG(n), SUM(n)        | ROWS AVG(n) [0, 800] weight of some; VALUES AVG(n) [-3, 7] values; VALUES SUM(n) [-3, 7] total
        AVG(k)                | ROWS AVG(k) [0, 800] weight of some
        COUNT(*), AVG(k)      | ROWS COUNT(*) [0, 700] total; ROWS AVG(k) [0, 800] weight
        MEDIAN(n)             | VALUES MEDIAN(n) [-3, 7] values; ROWS MEDIAN(n) [0, 800] weight of some
        MEDIAN(x), COUNT(x)   | VALUES MEDIAN(x) [-300, 700] values; ROWS MEDIAN(x) [0, 800] weight of some; ROWS COUNT(x) [0, 700] some
        COUNT(DISTINCT x)     | ROWS COUNT(DISTINCT x) [0, 700] total
        STDDEV(x)             | ROWS STDDEV_SAMP(x) [0, 800] weight of some; VALUES STDDEV_SAMP(x) [-300, 700] values
        MEDIAN(x), AVG(x)     | VALUES MEDIAN(x), AVG(x) [-300, 700] values; ROWS MEDIAN(x), AVG(x) [0, 800] weight of some
        """)
    void eachLimitIsReportedWithItsOwnFigures(String list, String expected) {
        assertThat(String.join("; ", reports(list, false))).isEqualTo(expected);
    }

    /** A limit of chosen rows with the figures of that of all rows is that of all rows, of the same use. */
    @Test
    void aLimitThatChosenRowsShareIsReportedOnce() {
        String list = "COUNT(*) FILTER (WHERE x > 3), AVG(x), COUNT(*)";
        assertThat(reports(list, false))
                .contains("ROWS COUNT(*) FILTER (…) [0, 700] some", "ROWS COUNT(*) [0, 700] total");
        assertThat(reports(list, true))
                .contains("ROWS COUNT(*) FILTER (…), COUNT(*) [0, 700] total", "ROWS AVG(x) [0, 800] weight");
    }

    private static final String REPORTED =
            "WITH DIFFERENTIAL_PRIVACY OPTIONS(report_missing = TRUE) g, COUNT(*), COUNT(DISTINCT uid)";

    /**
     * The report on the limit of two groups, of people in one group, in four and in forty.
     *
     * @param inFour how many people are in four groups; 3,000 are in one
     * @param inForty how many are in forty
     * @param half of the intervals, of which each row has one for each of two counts, relative to the value; NaN for none
     */
    private static MissingReport ofGroups(int inFour, int inForty, double scale, double... half) {
        Calibration calibration = planned(REPORTED);
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < half.length; i += 2) {
            Object[] row = new Object[7];
            row[0] = "g" + i;
            for (int output = 0; output < 2; output++) {
                double relative = half[i + output];
                row[1 + output] = Double.isInfinite(relative) ? 0L : 1000L;
                row[3 + 2 * output] = Double.isNaN(relative) ? null : (Object) (1000 - 1000 * relative);
                row[4 + 2 * output] = Double.isNaN(relative) ? null : (Object) (1000 + 1000 * relative);
            }
            rows.add(row);
        }
        ReleasedRows released = new ReleasedRows(
                calibration,
                ResolvedLimits.NONE,
                Optional.of(counts(calibration, inFour, inForty, scale)),
                rows,
                List.of());
        return MissingGroups.of(released).get(0);
    }

    private static GroupCounts counts(Calibration calibration, int inFour, int inForty, double scale) {
        AutomaticGroups bins =
                calibration.plan().parameters().groups().orElseThrow().bins();
        List<BigInteger> counts = new ArrayList<>(Collections.nCopies(bins.size(), BigInteger.ZERO));
        counts.set(bins.bin(1), BigInteger.valueOf(3000));
        counts.set(bins.bin(4), BigInteger.valueOf(inFour));
        counts.set(bins.bin(40), BigInteger.valueOf(inForty));
        return new GroupCounts(bins, counts, scale);
    }

    /** What is missing for sure is compared with the interval: of several counts the most exact, of many rows the middle. */
    @Test
    void whatIsMissingIsMaterialBeyondTheIntervalOfTheMostExact() {
        Share pairs = ofGroups(1000, 0, 3).contributions();
        assertThat(pairs.low()).isLessThan(pairs.about());
        double less = 0.99 * pairs.low();
        double more = (pairs.low() + pairs.about()) / 2;
        double none = Double.NaN;
        double zero = Double.POSITIVE_INFINITY;
        Map<double[], Boolean> material = new LinkedHashMap<>();
        material.put(new double[0], true);
        material.put(new double[] {less, less}, true);
        material.put(new double[] {more, more}, false);
        material.put(new double[] {more, less}, true);
        material.put(new double[] {less, more}, true);
        material.put(new double[] {more, none}, false);
        material.put(new double[] {more, zero}, false);
        material.put(new double[] {less, none, more, none, less, none}, true);
        material.put(new double[] {more, none, more, none, less, none}, false);
        material.put(new double[] {zero, none, more, none, none, none}, false);
        material.forEach((half, expected) -> {
            MissingReport report = ofGroups(1000, 0, 3, half);
            assertThat(report.material()).as(Arrays.toString(half)).isEqualTo(expected);
            assertThat(report.note()).as(Arrays.toString(half)).endsWith(" allow for that.");
        });
    }

    /** Another limit is said to miss what the counts say that it does, of what people do and not of people. */
    @Test
    void anotherLimitMissesWhatTheCountsSay() {
        MissingReport report = ofGroups(1000, 30, 3, 0.01, 0.01);
        GroupCounts.Missing less = counts(planned(REPORTED), 1000, 30, 3)
                .missing(Long.parseLong(report.better()))
                .orElseThrow();
        assertThat(less.pairs().about()).isNotEqualTo(less.people().about());
        assertThat(report.betterMisses()).isEqualTo(less.pairs().about());
    }

    /** Where nothing is known to be missing, what may be is said if it is more than the interval holds. */
    @Test
    void whatMayBeMissingIsSaidBeyondTheInterval() {
        Share pairs = ofGroups(10, 0, 10).contributions();
        assertThat(pairs.about()).isLessThan(0.95 * pairs.high());
        assertThat(pairs.low()).isLessThan(0.01);
        double between = (pairs.about() + pairs.high()) / 2;
        assertThat(ofGroups(10, 0, 10, between, between).note()).startsWith("Up to ");
        assertThat(ofGroups(10, 0, 10, 1.01 * pairs.high(), Double.NaN).note()).isEmpty();
        assertThat(ofGroups(10, 0, 10, between, between).material()).isFalse();
        assertThat(ofGroups(0, 0, 0.1).note()).isEmpty();
    }
}
