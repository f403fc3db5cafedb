package io.tacit.engine.remainder;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.sql.RedrawnFunction;
import io.tacit.privacy.mechanism.RedrawnInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/**
 * Aggregates over released values, computed once for each drawing.
 *
 * <p>Before: {@code Aggregate(k; SUM($1), R)} with n_redrawn at 2. After: {@code Project(k, $1, LOW, HIGH, SUM_OF($2),
 * Aggregate(k; SUM($1), GATHER($2), R))}. Which rows are in a group is decided by the released values.
 */
final class RedrawnAggregates {
    private final Aggregate aggregate;
    private final WithIntervals input;
    private final RexBuilder rex;
    private final RedrawnValues values;

    RedrawnAggregates(Aggregate aggregate, WithIntervals input, RedrawnInterval interval) {
        this.aggregate = aggregate;
        this.input = input;
        this.rex = aggregate.getCluster().getRexBuilder();
        this.values = new RedrawnValues(rex, input, interval);
    }

    /**
     * The gathered arrays of one aggregate call.
     *
     * @param place of the array of arrays among the aggregate's fields
     * @param reduce what computes the aggregate from it
     */
    private record Gathered(int place, RedrawnFunction reduce) {}

    /** The aggregation with intervals of its sums, averages and extremes; empty where none of them has any. */
    Optional<WithIntervals> carry() {
        int width = aggregate.getRowType().getFieldCount();
        List<AggregateCall> calls = new ArrayList<>(aggregate.getAggCallList());
        List<Optional<Gathered>> gathered = new ArrayList<>();
        for (AggregateCall call : aggregate.getAggCallList()) {
            Optional<Integer> array = array(call);
            gathered.add(array.map(found -> new Gathered(
                    aggregate.getGroupCount() + calls.size(), reduce(call).orElseThrow())));
            array.ifPresent(found -> calls.add(gather(found, calls.size())));
        }
        if (calls.size() == aggregate.getAggCallList().size()) {
            return Optional.empty();
        }
        RelNode aggregated = LogicalAggregate.create(
                input.relation(), aggregate.getHints(), aggregate.getGroupSet(), aggregate.getGroupSets(), calls);
        List<RexNode> fields = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            fields.add(RexInputRef.of(i, aggregated.getRowType()));
            names.add(aggregate.getRowType().getFieldNames().get(i));
        }
        List<WithIntervals.Column> columns = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            Optional<Gathered> found =
                    i < aggregate.getGroupCount() ? Optional.empty() : gathered.get(i - aggregate.getGroupCount());
            columns.add(found.map(one -> ends(one, aggregated, fields, names)).orElse(WithIntervals.Without.ABOVE));
        }
        return Optional.of(new WithIntervals(
                LogicalProject.create(aggregated, List.of(), fields, names, ImmutableSet.of()), columns));
    }

    private WithIntervals.Column ends(Gathered found, RelNode aggregated, List<RexNode> fields, List<String> names) {
        RexNode redrawn = found.reduce()
                .call(
                        rex,
                        RedrawnFunction.type(rex.getTypeFactory()),
                        RexInputRef.of(found.place(), aggregated.getRowType()));
        int low = fields.size();
        fields.addAll(values.ends(redrawn));
        fields.add(redrawn);
        names.add("low" + low);
        names.add("high" + low);
        names.add("redrawn" + low);
        return new WithIntervals.Ends(low, low + 1, true, false, OptionalInt.empty(), OptionalInt.of(low + 2));
    }

    /** The column with the redrawn values that a call reads; empty for a call without an interval. */
    private Optional<Integer> array(AggregateCall call) {
        boolean plain = call.getArgList().size() == 1 && call.filterArg < 0 && !call.isDistinct();
        if (!plain || reduce(call).isEmpty()) {
            return Optional.empty();
        }
        return input.columns()
                .get(call.getArgList().get(0))
                .ends()
                .flatMap(ends -> ends.redrawn().stream().boxed().findFirst());
    }

    private static Optional<RedrawnFunction> reduce(AggregateCall call) {
        return RedrawnFunction.reduce(call.getAggregation().getKind());
    }

    private AggregateCall gather(int array, int number) {
        RelDataTypeFactory types = rex.getTypeFactory();
        RelDataType all = types.createArrayType(RedrawnFunction.type(types), -1);
        return AggregateCall.create(
                RedrawnFunction.GATHER,
                false,
                false,
                false,
                List.of(),
                List.of(array),
                -1,
                null,
                RelCollations.EMPTY,
                all,
                "gathered" + number);
    }
}
