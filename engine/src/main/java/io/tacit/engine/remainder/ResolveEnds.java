package io.tacit.engine.remainder;

import io.tacit.engine.sql.ReleasedFunctions;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Moves expressions to where intervals are carried, and puts the carried ends in the place of
 * {@code DP_INTERVAL_LOW(n)} and {@code DP_INTERVAL_HIGH(n)}.
 *
 * <p>Before: {@code DP_INTERVAL_LOW($1)} over (dept, n). After: {@code $2} over (dept, n, n_low, n_high).
 */
final class ResolveEnds extends RexShuttle {
    private final RexBuilder rex;
    private final WithIntervals input;
    private final IntUnaryOperator places;
    private final UnaryOperator<RelNode> subqueries;
    private final Optional<RedrawnValues> redrawn;

    /**
     * @param input what the expressions read
     * @param places where each of the analyst's fields stands now
     * @param subqueries carries intervals in the relations of subqueries
     * @param redrawn computes with redrawn values, where they are carried
     */
    ResolveEnds(
            RexBuilder rex,
            WithIntervals input,
            IntUnaryOperator places,
            UnaryOperator<RelNode> subqueries,
            Optional<RedrawnValues> redrawn) {
        this.rex = rex;
        this.input = input;
        this.places = places;
        this.subqueries = subqueries;
        this.redrawn = redrawn;
    }

    /** The lower and the upper end of an expression that moves or scales one aggregate; empty for any other. */
    Optional<List<RexNode>> moved(RexNode expression) {
        Optional<Integer> field = MonotoneExpression.only(expression);
        boolean time = SqlTypeUtil.isDatetime(expression.getType());
        if (time && !(expression instanceof RexInputRef)) {
            return Optional.empty();
        }
        return field.flatMap(place -> input.columns().get(place).ends()).map(ends -> {
            RexNode low = replace(expression, field.get(), ends.low());
            RexNode high = replace(expression, field.get(), ends.high());
            return MonotoneExpression.falls(expression) ? List.of(high, low) : List.of(low, high);
        });
    }

    /** Why an expression has no interval of its own to carry. */
    WithIntervals.Without reason(RexNode expression) {
        return expression instanceof RexInputRef reference
                ? input.columns()
                        .get(reference.getIndex())
                        .match(ends -> WithIntervals.Without.COMPUTED, without -> without)
                : WithIntervals.Without.COMPUTED;
    }

    /** Whether the aggregate that an expression moves has an interval at all. */
    boolean known(RexNode expression) {
        return only(expression).filter(WithIntervals.Ends::known).isPresent();
    }

    /** Whether an expression moves a value that was drawn. */
    boolean drawn(RexNode expression) {
        return only(expression).filter(WithIntervals.Ends::drawn).isPresent();
    }

    private Optional<WithIntervals.Ends> only(RexNode expression) {
        return MonotoneExpression.only(expression)
                .flatMap(field -> input.columns().get(field).ends());
    }

    @Override
    public RexNode visitCall(RexCall call) {
        if (!ReleasedFunctions.contains(call.getOperator())) {
            return super.visitCall(call);
        }
        RexNode value = call.getOperands().get(0);
        if (call.getOperator().equals(ReleasedFunctions.REPORT)) {
            RexNode text = report(value).orElseThrow(() -> NoInterval.noReport(call));
            return rex.makeAbstractCast(call.getType(), text, false);
        }
        Optional<List<RexNode>> moved = moved(value);
        if (moved.isPresent() && !known(value)) {
            throw NoInterval.ofMode(call);
        }
        List<RexNode> ends = moved.or(() -> computed(value)).orElseThrow(() -> NoInterval.because(call, reason(value)));
        RexNode end = ends.get(call.getOperator().equals(ReleasedFunctions.LOW) ? 0 : 1);
        return rex.makeAbstractCast(call.getType(), end, false);
    }

    /** The ends of an expression that computes with several released values. */
    private Optional<List<RexNode>> computed(RexNode expression) {
        return redrawn.flatMap(values -> values.each(expression).map(values::ends));
    }

    /** The report on an aggregate that an expression only moves from place to place. */
    Optional<RexNode> report(RexNode expression) {
        if (!(expression instanceof RexInputRef reference)) {
            return Optional.empty();
        }
        OptionalInt place = input.columns()
                .get(reference.getIndex())
                .match(WithIntervals.Ends::report, without -> OptionalInt.empty());
        return place.isPresent()
                ? Optional.of(RexInputRef.of(place.getAsInt(), input.relation().getRowType()))
                : Optional.empty();
    }

    @Override
    public RexNode visitInputRef(RexInputRef reference) {
        int place = places.applyAsInt(reference.getIndex());
        return place == reference.getIndex() ? reference : new RexInputRef(place, reference.getType());
    }

    @Override
    public RexNode visitSubQuery(RexSubQuery subquery) {
        RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subquery);
        return visited.clone(subqueries.apply(subquery.rel));
    }

    private RexNode replace(RexNode expression, int field, int end) {
        RexNode moved = RexInputRef.of(end, input.relation().getRowType());
        if (expression instanceof RexInputRef) {
            return moved;
        }
        RexNode replaced = expression.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                return reference.getIndex() == field
                        ? rex.makeAbstractCast(reference.getType(), moved, false)
                        : reference;
            }
        });
        return rex.makeAbstractCast(moved.getType(), replaced, false);
    }
}
