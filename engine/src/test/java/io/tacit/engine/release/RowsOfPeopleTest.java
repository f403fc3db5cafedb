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
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.session.AuditedRun;
import io.tacit.privacy.mechanism.TailBounds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a person's largest and smallest value are taken for the same: walked by aggregates, groups, and limits of rows that are found or given. */
@NullUnmarked
class RowsOfPeopleTest {
    private static final String OPTIONS = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = 1, delta = 1e-6, ";

    @AutoClose
    private static final AuditedRun RUN = AuditedRun.open(
            List.of(new SourceTable(
                    new Table(
                            "t",
                            List.of(
                                    new Column("uid", ColumnType.BIGINT, false),
                                    Column.nullable("g", ColumnType.VARCHAR),
                                    Column.nullable("x", ColumnType.INTEGER)),
                            new Protection.UnitColumn("uid")),
                    new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 4, 0.95),
            new DuckDbSettings(512, 1, message -> {}));

    /** Of the only range of a query, where limits of rows were found; 0 for none. */
    private static TailBounds.Rows rows(String sql, int total, int weight) {
        Calibration calibration = RUN.prepare(sql).releases().get(0);
        Map<ContributionLimits.Inferred, ContributionLimits.Given> found = new HashMap<>();
        for (AutomaticParameter parameter : calibration.plan().automatic()) {
            if (parameter.kind().isCount() && total > 0) {
                found.put(inferred(parameter, ContributionLimits.Use.TOTAL), upTo(total));
                found.put(inferred(parameter, ContributionLimits.Use.WEIGHT), upTo(weight));
            }
        }
        AutomaticParameter range = calibration.plan().automatic().stream()
                .filter(parameter -> parameter.kind().isRange())
                .findFirst()
                .orElseThrow();
        return RowsOfPeople.of(calibration, range, new ResolvedLimits(found, Map.of()));
    }

    private static ContributionLimits.Inferred inferred(AutomaticParameter parameter, ContributionLimits.Use use) {
        return new ContributionLimits.Inferred(parameter, use);
    }

    private static ContributionLimits.Given upTo(int rows) {
        return new ContributionLimits.Given(BigInteger.ZERO, BigInteger.valueOf(rows));
    }

    /** A weight may be far below what many have; a limit of totals leaves hardly anybody beyond. */
    @ParameterizedTest
    @CsvSource({"1, 1, ONE", "1, 3, ONE", "2, 1, SOME", "7, 7, SOME", "0, 0, SOME"})
    void aLimitOfTotalsThatWasFoundTells(int total, int weight, TailBounds.Rows expected) {
        for (String aggregate :
                List.of("AVG(x)", "STDDEV(x)", "MEDIAN(x)", "MAX(x)", "AVG(x), QUANTILE_CONT(x, 0.9)")) {
            assertThat(rows("SELECT " + aggregate + " FROM t", total, weight))
                    .as(aggregate)
                    .isEqualTo(expected);
        }
    }

    /** Whoever has a row in each of two groups has two values. */
    @Test
    void inSeveralGroupsAreSeveralRows() {
        assertThat(rows("SELECT g, AVG(x) FROM t GROUP BY g", 1, 1)).isEqualTo(TailBounds.Rows.SOME);
        assertThat(rows("SELECT g, MEDIAN(x) FROM t GROUP BY g", 1, 1)).isEqualTo(TailBounds.Rows.SOME);
    }

    /** A person's mean is one value of each group. */
    @ParameterizedTest
    @CsvSource({"1, ONE", "2, SOME"})
    void aMeanIsOneWhereOneGroupCounts(int groups, TailBounds.Rows expected) {
        String sql = OPTIONS + "max_groups_contributed = " + groups + ") g, AVG(x) AS a FROM t GROUP BY g";
        assertThat(rows(sql, 0, 0)).isEqualTo(expected);
    }

    /** People may have more rows than a query lets count. */
    @ParameterizedTest
    @ValueSource(strings = {"AVG(x)", "VAR_POP(x)", "MEDIAN(x)"})
    void aLimitThatAQueryGivesTellsNothing(String aggregate) {
        assertThat(rows(OPTIONS + "max_rows_per_group = 1) " + aggregate + " AS a FROM t", 0, 0))
                .isEqualTo(TailBounds.Rows.SOME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"AVG(y)", "VAR_POP(y)", "MEDIAN(y)"})
    void oneRowOfEachStepIsOne(String aggregate) {
        assertThat(rows("SELECT " + aggregate + " FROM (SELECT uid, MAX(x) AS y FROM t GROUP BY uid) AS s", 0, 0))
                .isEqualTo(TailBounds.Rows.ONE);
    }
}
