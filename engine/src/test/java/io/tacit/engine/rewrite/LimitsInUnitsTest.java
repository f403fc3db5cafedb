package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.AssignOwners;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.sql.SqlToRelation;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
                    Column.nullable("r", ColumnType.DOUBLE),
                    Column.nullable("f", ColumnType.BOOLEAN),
                    Column.nullable("day", ColumnType.DATE),
                    Column.nullable("k", ColumnType.VARCHAR).among(new Domain(List.of("w", "x", "y", "z"))),
                    Column.nullable("n", ColumnType.INTEGER).among(new Domain(List.of("7", "3")))),
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

    private static ReleasePlan plan(String sql) {
        return PlannedQuery.of(sql, CATALOG);
    }

    private static StateRequest state(String sql, int place) {
        return plan(sql).states().get(place);
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

    /** Whoever sees a quantile's interval, that one is paid for and no other. */
    @Test
    void onlyQuantilesThatAreSeenHaveIntervals() {
        List<String> aggregates = List.of("MEDIAN(i)", "MIN(i)", "MAX(i)");
        List<Rational> ranks = List.of(Rational.of(new BigDecimal("0.5")), Rational.ZERO, Rational.ONE);
        PrivateAggregation release = AssignOwners.cut(
                        new SqlToRelation(CATALOG).analyze("SELECT " + String.join(", ", aggregates) + " FROM t"),
                        CATALOG)
                .releases()
                .get(0);
        for (int subset = 0; subset < 8; subset++) {
            int seen = subset;
            Set<Integer> places = IntStream.range(0, 3)
                    .filter(place -> (seen >> place & 1) == 1)
                    .boxed()
                    .collect(Collectors.toSet());
            List<ChoiceRequest> choices = PlanRelease.plan(
                            release,
                            new Defaults(BigDecimal.ONE, new BigDecimal("1e-8"), 3, 0.95),
                            QueryCeiling.NONE,
                            CATALOG,
                            Optional.of(places))
                    .choices();
            assertThat(choices).hasSize(1);
            ChoiceRequest.Quantiles quantiles = choices.get(0).match(found -> found, mode -> {
                throw new AssertionError("no quantile");
            });
            assertThat(quantiles.fractions()).containsExactlyInAnyOrderElementsOf(ranks);
            assertThat(quantiles.intervals())
                    .containsExactlyInAnyOrderElementsOf(
                            places.stream().map(ranks::get).toList());
        }
    }

    /** A choice is among all values that are known, by their places from 0, and among nothing else. */
    @Test
    void modesAreOfAllKnownValuesAndOfNoOthers() {
        Map<String, List<String>> places = Map.of(
                "MODE(k)", List.of("0", "3"),
                "MODE(n)", List.of("0", "1"),
                "MODE(f)", List.of("0", "1"),
                "MODE(EXTRACT(MONTH FROM day))", List.of("1", "12"),
                "MODE(i, contribution_bounds_per_row => (-3, 4))", List.of("-3", "4"),
                "MODE(d, contribution_bounds_per_row => (0.05, 0.2))", List.of("5", "20"));
        places.forEach((mode, ends) -> {
            ChoiceRequest choice = plan("SELECT " + mode + " FROM t").choices().get(0);
            ContributionLimits.Given limits = given(choice.values().limits());
            assertThat(List.of(limits.low().toString(), limits.high().toString()))
                    .as(mode)
                    .isEqualTo(ends);
        });
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
