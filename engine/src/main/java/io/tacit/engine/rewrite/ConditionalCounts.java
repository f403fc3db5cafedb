package io.tacit.engine.rewrite;

import io.tacit.engine.sql.AggregateFunction;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.rel.RelNode;

/**
 * Which aggregates count chosen rows, however they are written: a COUNT with a FILTER or of an expression such as {@code
 * CASE WHEN x < 0 THEN 1 END}, and a SUM of an expression that is 0 or 1. A person may have far fewer of them than rows,
 * so that they have a limit of their own; the rows that have a value of a column as it is share theirs ({@link SharedRows}).
 *
 * <p>Finding limits takes a quarter of epsilon however many there are: with more than a few each would see too few
 * people, and all choices share one limit, found on the choice of which each person has most.
 */
final class ConditionalCounts {
    /** The most limits that are found beside each other. */
    private static final int MOST = 3;

    private final ZeroOrOne zeroOrOne;
    private final PlannedStates planned;
    private final List<RowCount> choices;
    private final int aggregates;

    /**
     * @param input of the release
     * @param aggregates all of the release
     */
    ConditionalCounts(RelNode input, PlannedStates planned, List<RequestedAggregate> aggregates) {
        this.zeroOrOne = new ZeroOrOne(input);
        this.planned = planned;
        Set<RowCount> different = new LinkedHashSet<>();
        for (RequestedAggregate one : aggregates) {
            if (!one.call().isDistinct() && one.bounds().given().isEmpty() && isConditional(one)) {
                rows(one).ifPresent(different::add);
            }
        }
        this.choices = List.copyOf(different);
        this.aggregates = aggregates.size();
    }

    /** The rows that an aggregate counts; empty if it counts none. */
    Optional<RowCount> rows(RequestedAggregate wanted) {
        if (wanted.function() == AggregateFunction.COUNT) {
            return Optional.of(planned.rows(wanted.fields(), wanted.filter()));
        }
        boolean counts = wanted.function() == AggregateFunction.SUM
                && wanted.bounds().given().isEmpty()
                && zeroOrOne.is(wanted.field(), wanted.bounds().known());
        return Optional.of(wanted)
                .filter(sum -> counts)
                .map(sum -> zeroOrOne.isOne(sum.field())
                        ? planned.rows(List.of(), sum.filter())
                        : planned.ones(sum.field(), sum.filter()));
    }

    /**
     * The rows that a SUM of an expression such as {@code CASE WHEN c THEN x ELSE 0 END} adds up, with values from 0 up:
     * those with more than 0. Only of the one aggregate of a release, where the limit of these rows is surely better than
     * that of all; beside others that would be one more limit to find.
     */
    Optional<RowCount> summed(RequestedAggregate sum) {
        return Optional.of(sum)
                .filter(one -> aggregates == 1 && one.filter().isEmpty())
                .filter(one -> one.bounds().known().isPresent()
                        && one.bounds().known().get().bounds().low().signum() >= 0)
                .filter(one -> zeroOrOne.isExactChoice(one.field()))
                .map(one -> planned.ones(one.field(), one.filter()));
    }

    /** How many of the rows that an aggregate counts one person may have in a group. */
    ContributionLimits limit(PlannedLimits limits, RequestedAggregate count, RowCount rows) {
        return isConditional(count)
                ? limits.rowsPerGroup(choices.size() <= MOST ? List.of(rows) : choices)
                : limits.rowsPerGroup(rows);
    }

    /** Whether an aggregate counts chosen rows, if it counts rows at all. */
    boolean isConditional(RequestedAggregate one) {
        return one.filter().isPresent()
                || (one.function() == AggregateFunction.COUNT
                        ? one.fields().stream().anyMatch(zeroOrOne::isChoice)
                        : one.function() == AggregateFunction.SUM && !zeroOrOne.isOne(one.field()));
    }
}
