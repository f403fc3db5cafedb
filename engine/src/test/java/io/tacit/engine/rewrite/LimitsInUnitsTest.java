package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.sql.SqlToRelation;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Bounds of a query are rounded outward to whole units of the column, by less than one unit: no contribution within the
 * bounds is cut, and hardly any beyond them is let in.
 */
@NullUnmarked
class LimitsInUnitsTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("uid", ColumnType.BIGINT),
                    Column.nullable("i", ColumnType.INTEGER),
                    Column.nullable("d", ColumnType.decimal(9, 2)),
                    Column.nullable("e", ColumnType.decimal(20, 15)),
                    Column.nullable("r", ColumnType.DOUBLE)),
            new Protection.UnitColumn("uid"))));

    private static final Map<String, Rational> UNITS = Map.of(
            "i", Rational.ONE,
            "d", Rational.of(new BigDecimal("0.01")),
            "e", Rational.of(new BigDecimal("1e-12")));

    private static final List<List<String>> BOUNDS = List.of(
            List.of("0", "0.5"),
            List.of("-0.5", "0"),
            List.of("-0.5", "0.5"),
            List.of("0.001", "0.002"),
            List.of("-2.999", "-2.001"),
            List.of("3", "7"),
            List.of("-7.0000000000001", "12345.6789"),
            List.of("0.1", "0.3"));

    private static StateRequest state(String sql, int place) {
        return PlanRelease.plan(
                        AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG)
                                .releases()
                                .get(0),
                        new Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), 3, 0.95),
                        QueryCeiling.NONE,
                        CATALOG,
                        Optional.empty())
                .states()
                .get(place);
    }

    private static ContributionLimits.Given given(ContributionLimits limits) {
        return limits.match(
                found -> found,
                inferred -> {
                    throw new AssertionError("a limit is searched for");
                },
                ofRows -> {
                    throw new AssertionError("a limit is searched for");
                });
    }

    private static void check(String what, List<String> bounds, Rational unit, ContributionLimits limits) {
        Rational low = Rational.of(new BigDecimal(given(limits).low())).times(unit);
        Rational high = Rational.of(new BigDecimal(given(limits).high())).times(unit);
        Rational wantedLow = Rational.of(new BigDecimal(bounds.get(0)));
        Rational wantedHigh = Rational.of(new BigDecimal(bounds.get(1)));
        assertThat(low).as(what).isLessThanOrEqualTo(wantedLow);
        assertThat(low.plus(unit)).as(what).isGreaterThan(wantedLow);
        assertThat(high).as(what).isGreaterThanOrEqualTo(wantedHigh);
        assertThat(high.minus(unit)).as(what).isLessThan(wantedHigh);
    }

    @Test
    void boundsOfValuesAreRoundedOutwardToUnits() {
        for (String column : List.of("i", "d", "e", "r")) {
            for (List<String> bounds : BOUNDS) {
                String sum =
                        "SUM(" + column + ", contribution_bounds_per_group => (" + String.join(", ", bounds) + "))";
                StateRequest.Sum state =
                        state("SELECT " + sum + " FROM t", 0).asSum().orElseThrow();
                Rational unit = state.summed().unit().size();
                assertThat(unit).as(sum).isEqualTo(UNITS.getOrDefault(column, unit));
                check(sum, bounds, unit, state.limits());
            }
        }
    }

    @Test
    void boundsOfRowsAreRoundedOutwardToWholeRows() {
        for (List<String> bounds : BOUNDS) {
            String count = "COUNT(i, contribution_bounds_per_group => (" + String.join(", ", bounds) + "))";
            StateRequest.Count state =
                    state("SELECT " + count + " FROM t", 0).asCount().orElseThrow();
            check(count, bounds, Rational.ONE, state.limits());
        }
    }
}
