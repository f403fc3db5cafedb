package io.tacit.engine.rewrite;

import io.tacit.engine.sql.Spelling;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rows that the totals, means and quantiles of one release ask about, without those that are counted as chosen ones
 * ({@link ConditionalCounts}). They share one limit, so that asking for more aggregates takes no more of epsilon: it is
 * found on the rows that have a value where all ask for these, and on all rows where one of them asks for all.
 *
 * @param asked rows that no other of them covers
 */
record SharedRows(List<RowCount> asked) {
    SharedRows {
        asked = List.copyOf(asked);
    }

    /**
     * What the aggregates of a release ask about.
     *
     * @param aggregates all of the release
     */
    static SharedRows of(List<RequestedAggregate> aggregates, PlannedStates planned, ConditionalCounts conditional) {
        Set<RowCount> different = new LinkedHashSet<>();
        for (RequestedAggregate one : aggregates) {
            asked(one, planned, conditional).ifPresent(different::add);
        }
        return new SharedRows(different.stream()
                .filter(rows -> different.stream().noneMatch(other -> !other.equals(rows) && other.covers(rows)))
                .toList());
    }

    /** The rows that an aggregate asks about, if it may need their limit. */
    private static Optional<RowCount> asked(
            RequestedAggregate one, PlannedStates planned, ConditionalCounts conditional) {
        AggregateBounds bounds = one.bounds();
        boolean asks = !one.call().isDistinct()
                && switch (one.function().form()) {
                    case COUNT -> bounds.given().isEmpty() && !conditional.isConditional(one);
                    case SUM ->
                        conditional.rows(one).isPresent()
                                ? !conditional.isConditional(one)
                                : bounds.known().isPresent()
                                        && conditional.summed(one).isEmpty();
                    case MEAN, SPREAD, PAIR, QUANTILE, MOST_FREQUENT -> bounds.spelling() == Spelling.PLAIN;
                };
        return Optional.of(one).filter(aggregate -> asks).map(aggregate -> rows(aggregate, planned, conditional));
    }

    private static RowCount rows(RequestedAggregate one, PlannedStates planned, ConditionalCounts conditional) {
        return switch (one.function().form()) {
            case COUNT, SUM -> conditional.rows(one).orElseGet(() -> planned.rows(one.fields(), one.filter()));
            case MOST_FREQUENT -> planned.rows(PlanModes.rowsOf(one), one.filter());
            case MEAN, SPREAD, PAIR, QUANTILE -> planned.rows(one.fields(), one.filter());
        };
    }

    /** The rows on which the limit of an aggregate is found; its own where nobody knew that it would ask. */
    List<RowCount> with(RowCount rows) {
        return asked.stream().anyMatch(known -> known.covers(rows)) ? asked : List.of(rows);
    }
}
