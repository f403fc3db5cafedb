package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.ReleaseOptions;
import org.apache.calcite.rel.type.RelDataTypeField;

/** Refuses options that do not fit what a release releases. */
final class CheckOptions {
    private final PrivateAggregation aggregation;

    CheckOptions(PrivateAggregation aggregation) {
        this.aggregation = aggregation;
    }

    /**
     * Checks.
     *
     * @throws Refusal when they do not
     */
    void check(ReleaseOptions options) {
        options.privacyUnitColumn().ifPresent(this::checkUnit);
        checkSelection(options);
        checkPure(options);
        options.leftovers().ifPresent(label -> checkLeftovers());
    }

    /**
     * Refuses a privacy unit other than the declared one: the option may repeat what the owner declared, but never
     * changes it.
     */
    private void checkUnit(String column) {
        if (aggregation.unitNames().stream().noneMatch(column::equalsIgnoreCase)) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "The owner declared another column than " + column + " as the person.",
                    "Leave the option privacy_unit_column out; the person is "
                            + String.join(" or ", aggregation.unitNames()) + ".");
        }
    }

    /**
     * Refuses options of selection that do not fit: groups of a public table all appear, other groups must be selected.
     */
    private void checkSelection(ReleaseOptions options) {
        boolean wanted = options.groupSelection()
                .map(choice -> choice == ReleaseOptions.SelectionChoice.PUBLIC_GROUPS)
                .orElse(false);
        boolean found = aggregation.publicKeys().isPresent();
        if (aggregation.keys().isEmpty()) {
            checkWithoutGroups(options);
            return;
        }
        if (wanted && !found) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "This SELECT has no public groups: its groups come from people's rows.",
                    "Write FROM public_table LEFT JOIN people's table, and GROUP BY columns of the public table; or GROUP BY"
                            + " columns of which the owner declared all values.");
        }
        boolean selecting = options.groupSelection().isPresent() && !wanted
                || options.groupSelectionEpsilon().isPresent()
                || options.minPrivacyUnitsPerGroup().isPresent();
        if (selecting && found) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "Every group of this SELECT appears, because its groups are public.",
                    "Leave out the options of group selection, or use an inner join.");
        }
    }

    /** Refuses to hide the one row of a SELECT without GROUP BY, which always appears. */
    private void checkWithoutGroups(ReleaseOptions options) {
        if (options.minPrivacyUnitsPerGroup().isPresent()) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "min_privacy_units_per_group hides groups of few people, and this SELECT has no groups: its one row always"
                            + " appears.",
                    "Leave the option out, or make one group of everybody: SELECT … FROM (SELECT *, 'all' AS everybody FROM t)"
                            + " GROUP BY everybody.");
        }
    }

    private void checkPure(ReleaseOptions options) {
        if (!options.isPure()) {
            return;
        }
        boolean selects =
                !aggregation.keys().isEmpty() && aggregation.publicKeys().isEmpty();
        if (selects) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "With delta = 0 no group can appear: that a group of people's rows appears always costs a little delta.",
                    "Give a small delta such as 1e-8, group by public values, or leave GROUP BY out.");
        }
        if (options.noise()
                .filter(noise -> noise == ReleaseOptions.NoiseChoice.GAUSSIAN)
                .isPresent()) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "Gaussian noise needs a delta more than 0.",
                    "Use noise = LAPLACE, or a small delta such as 1e-8.");
        }
    }

    private void checkLeftovers() {
        if (aggregation.keys().isEmpty() || aggregation.publicKeys().isPresent()) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "Nothing is left over here: every group of this SELECT appears.",
                    "Leave the option leftovers out.");
        }
        RelDataTypeField first = aggregation
                .input()
                .getRowType()
                .getFieldList()
                .get(aggregation.keys().nth(0));
        if (ColumnTypes.fromCalcite(first.getType()).kind() != ColumnType.Kind.VARCHAR) {
            throw new Refusal(
                    ErrorCode.BAD_OPTION,
                    aggregation.position(),
                    "The label of leftovers is a text, but the first key of this SELECT is not.",
                    "GROUP BY a text first, for example CAST(… AS VARCHAR).");
        }
    }
}
