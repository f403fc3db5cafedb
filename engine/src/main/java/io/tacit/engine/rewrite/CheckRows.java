package io.tacit.engine.rewrite;

import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.ReleaseOptions;
import io.tacit.engine.structure.Structure;
import java.util.List;

/**
 * Refuses what does not go together with one limit of a person's rows in all groups (max_rows_contributed). Each row
 * counts for itself then, and what is known of a row is no longer how many people there are.
 */
final class CheckRows {
    private static final String OPTION = "max_rows_contributed";

    private final PrivateAggregation aggregation;

    CheckRows(PrivateAggregation aggregation) {
        this.aggregation = aggregation;
    }

    /**
     * Checks the options of a release.
     *
     * @param options of the query
     * @param parameters what holds by them, and by what the query does not say
     */
    void options(ReleaseOptions options, Structure structure, ReleaseParameters parameters) {
        if (!parameters.countsRows()) {
            return;
        }
        if (options.maxGroupsContributed().isPresent()
                || options.autoGroups()
                || options.maxRowsPerGroup().isPresent()) {
            throw refusal(
                    OPTION + " is the one limit of a person: of the rows in all groups together.",
                    "Leave max_groups_contributed and max_rows_per_group out.");
        }
        if (options.noise()
                        .filter(noise -> noise == ReleaseOptions.NoiseChoice.GAUSSIAN)
                        .isPresent()
                || options.groupSelection()
                        .filter(choice -> choice != ReleaseOptions.SelectionChoice.LAPLACE_THRESHOLD
                                && choice != ReleaseOptions.SelectionChoice.PUBLIC_GROUPS)
                        .isPresent()) {
            throw refusal(
                    OPTION
                            + " has Laplace noise: all rows of a person may be in one group, which costs other noise"
                            + " more.",
                    "Leave noise and group_selection_strategy out.");
        }
        if (parameters.minPeople() > 1) {
            throw refusal(
                    OPTION + " counts rows, so it cannot be told that a group has at least " + parameters.minPeople()
                            + " people.",
                    "Use max_groups_contributed.");
        }
        if (options.leftovers().isPresent() || structure.sets() > 1) {
            throw refusal(
                    OPTION + " goes neither with leftovers nor with several grouping sets.",
                    "Use max_groups_contributed, or ask for each grouping alone.");
        }
    }

    /** Checks that an aggregate adds rows up, and that no number of rows is bounded again. */
    void aggregate(RequestedAggregate requested) {
        boolean adds = !requested.call().isDistinct()
                && switch (requested.function().form()) {
                    case COUNT, SUM, MEAN, SPREAD, PAIR -> true;
                    case QUANTILE, MOST_FREQUENT -> false;
                };
        if (!adds) {
            throw refusal(
                    OPTION + " takes counts, sums, means, variances and the like: of different values, quantiles and"
                            + " MODE, rows cannot be counted alone.",
                    "Use max_groups_contributed, or ask for them in a SELECT of their own.");
        }
        boolean counts = requested.function().form() == AggregateFunction.Form.COUNT;
        if (counts && requested.bounds().given().isPresent()) {
            throw refusal(
                    "With " + OPTION + " each row counts for itself, so a number of rows in a group has no bounds.",
                    "Leave the bounds of COUNT out.");
        }
    }

    /** Checks that nothing has to be found first. */
    void limits(List<AutomaticParameter> automatic) {
        if (!automatic.isEmpty()) {
            throw refusal(
                    "With " + OPTION + " bounds of values are not found privately.",
                    "Give them, as in SUM(x, contribution_bounds_per_row => (0, 100)), or let the owner declare them.");
        }
    }

    private Refusal refusal(String rule, String advice) {
        return new Refusal(ErrorCode.BAD_OPTION, aggregation.position(), rule, advice);
    }
}
