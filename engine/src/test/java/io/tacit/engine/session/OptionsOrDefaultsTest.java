package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.rewrite.ReleaseParameters;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * What a release may spend and how much of a person counts, for each option and each default: what the query says counts,
 * else what the owner says, never what the owner forbids; and an option changes what it is about and nothing else.
 */
@NullUnmarked
class OptionsOrDefaultsTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    Column.nullable("uid", ColumnType.BIGINT),
                    Column.nullable("g", ColumnType.VARCHAR),
                    Column.nullable("x", ColumnType.INTEGER)),
            new Protection.UnitColumn("uid"))));

    /** The parameters, by name, so that one of them can be another. */
    private record Said(
            String epsilon,
            String delta,
            long maxGroups,
            long minPeople,
            Optional<NoiseKind> noise,
            Optional<SelectionKind> selection,
            Optional<String> selectionEpsilon,
            Optional<String> leftovers,
            double confidence) {
        ReleaseParameters parameters() {
            return new ReleaseParameters(
                    Epsilon.of(new BigDecimal(epsilon)),
                    Delta.of(new BigDecimal(delta)),
                    maxGroups,
                    Optional.empty(),
                    false,
                    minPeople,
                    noise,
                    selection,
                    selectionEpsilon.map(part -> Epsilon.of(new BigDecimal(part))),
                    leftovers,
                    confidence);
        }

        Defaults defaults() {
            return new Defaults(
                    new BigDecimal(epsilon),
                    new BigDecimal(delta),
                    Optional.of(PersonLimit.groups(maxGroups)),
                    confidence,
                    noise.map(law -> Defaults.Noise.valueOf(law.name())),
                    selection.map(way -> Defaults.Selection.valueOf(way.name())),
                    minPeople,
                    false);
        }

        Said epsilon(String other) {
            return new Said(
                    other, delta, maxGroups, minPeople, noise, selection, selectionEpsilon, leftovers, confidence);
        }

        Said delta(String other) {
            return new Said(
                    epsilon, other, maxGroups, minPeople, noise, selection, selectionEpsilon, leftovers, confidence);
        }

        Said maxGroups(long other) {
            return new Said(
                    epsilon, delta, other, minPeople, noise, selection, selectionEpsilon, leftovers, confidence);
        }

        Said minPeople(long other) {
            return new Said(
                    epsilon, delta, maxGroups, other, noise, selection, selectionEpsilon, leftovers, confidence);
        }

        Said noise(NoiseKind other) {
            return new Said(
                    epsilon,
                    delta,
                    maxGroups,
                    minPeople,
                    Optional.of(other),
                    selection,
                    selectionEpsilon,
                    leftovers,
                    confidence);
        }

        Said selection(SelectionKind other) {
            return new Said(
                    epsilon,
                    delta,
                    maxGroups,
                    minPeople,
                    noise,
                    Optional.of(other),
                    selectionEpsilon,
                    leftovers,
                    confidence);
        }

        Said selectionEpsilon(String other) {
            return new Said(
                    epsilon, delta, maxGroups, minPeople, noise, selection, Optional.of(other), leftovers, confidence);
        }

        Said leftovers(String other) {
            return new Said(
                    epsilon,
                    delta,
                    maxGroups,
                    minPeople,
                    noise,
                    selection,
                    selectionEpsilon,
                    Optional.of(other),
                    confidence);
        }

        Said confidence(double other) {
            return new Said(epsilon, delta, maxGroups, minPeople, noise, selection, selectionEpsilon, leftovers, other);
        }
    }

    private static final Said USUAL =
            new Said("0.8", "1e-7", 3, 20, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), 0.9);

    /** What an owner may say otherwise, one thing each. */
    private static final Map<String, UnaryOperator<Said>> DEFAULTS = Map.of(
            "none", said -> said,
            "epsilon", said -> said.epsilon("0.3"),
            "delta", said -> said.delta("1e-8"),
            "max_groups_contributed", said -> said.maxGroups(4),
            "confidence", said -> said.confidence(0.8),
            "noise", said -> said.noise(NoiseKind.GAUSSIAN),
            "group_selection_strategy", said -> said.selection(SelectionKind.LAPLACE_THRESHOLD),
            "min_privacy_units_per_group", said -> said.minPeople(30));

    /** Each option with what it says. */
    private static final Map<String, UnaryOperator<Said>> OPTIONS = Map.ofEntries(
            Map.entry("epsilon = 0.5", said -> said.epsilon("0.5")),
            Map.entry("delta = 2e-9", said -> said.delta("2e-9")),
            Map.entry("max_groups_contributed = 2", said -> said.maxGroups(2)),
            Map.entry("confidence = 0.5", said -> said.confidence(0.5)),
            Map.entry("noise = LAPLACE", said -> said.noise(NoiseKind.LAPLACE)),
            Map.entry(
                    "group_selection_strategy = TRUNCATED_GEOMETRIC",
                    said -> said.selection(SelectionKind.TRUNCATED_GEOMETRIC)),
            Map.entry("group_selection_epsilon = 0.1", said -> said.selectionEpsilon("0.1")),
            Map.entry("min_privacy_units_per_group = 15", said -> said.minPeople(15)),
            Map.entry("leftovers = 'others'", OptionsOrDefaultsTest::withLeftovers),
            Map.entry("max_rows_per_group = 2", said -> said),
            Map.entry("consistent_totals = FALSE", said -> said),
            Map.entry("report_missing = FALSE", said -> said),
            Map.entry("privacy_unit_column = uid", said -> said));

    /** The row of leftovers has the part of one group more: of C_u + 1 parts of epsilon C_u are for the groups. */
    private static Said withLeftovers(Said said) {
        BigDecimal groups = new BigDecimal(said.epsilon())
                .multiply(BigDecimal.valueOf(said.maxGroups()))
                .divide(BigDecimal.valueOf(said.maxGroups() + 1));
        return said.leftovers("others").epsilon(groups.toString());
    }

    private static final QueryCeiling CEILING =
            new QueryCeiling(Optional.of(BigDecimal.ONE), Optional.of(new BigDecimal("1e-6")), OptionalLong.of(4), 10);

    private static ReleaseParameters parameters(Defaults defaults, String options) {
        return new PrepareQuery(CATALOG, defaults, CEILING, DuckDbDialect.DIALECT)
                .prepare("SELECT WITH DIFFERENTIAL_PRIVACY" + (options.isEmpty() ? "" : " OPTIONS(" + options + ")")
                        + " g, COUNT(*) FROM t GROUP BY g")
                .releases()
                .get(0)
                .plan()
                .parameters();
    }

    @Test
    void eachOptionSaysWhatItIsAboutAndNothingElse() {
        DEFAULTS.forEach((other, change) -> {
            Said owners = change.apply(USUAL);
            assertThat(parameters(owners.defaults(), "")).as(other).isEqualTo(owners.parameters());
            OPTIONS.forEach((option, says) -> assertThat(parameters(owners.defaults(), option))
                    .as("default " + other + ", option " + option)
                    .isEqualTo(says.apply(owners).parameters()));
        });
    }

    /** To its last digit each limit may be asked for, and not beyond, whatever the other options say. */
    @Test
    void noOptionPassesALimit() {
        List<List<String>> limits = List.of(
                List.of("epsilon = 1", "epsilon = 1.0000001"),
                List.of("delta = 1e-6", "delta = 1.0000001e-6"),
                List.of("max_groups_contributed = 4", "max_groups_contributed = 5"),
                List.of("min_privacy_units_per_group = 10", "min_privacy_units_per_group = 9"));
        Defaults defaults = USUAL.minPeople(10).defaults();
        for (List<String> limit : limits) {
            for (String other : List.of("", ", confidence = 0.5", ", noise = LAPLACE")) {
                assertThatThrownBy(() -> parameters(defaults, limit.get(1) + other))
                        .as(limit.get(1) + other)
                        .isInstanceOf(Refusal.class);
                assertThat(parameters(defaults, limit.get(0) + other)).isNotNull();
            }
        }
    }

    /** An owner who lets a query ask for more than 10 people and says nothing else asks for 10 itself. */
    @Test
    void ofDefaultAndLimitTheLargerNumberOfPeopleCounts() {
        assertThat(parameters(USUAL.minPeople(1).defaults(), "").minPeople()).isEqualTo(10);
        assertThat(parameters(USUAL.minPeople(11).defaults(), "").minPeople()).isEqualTo(11);
    }
}
