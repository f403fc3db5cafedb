package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.ownership.PrivateAggregation;
import io.tacit.engine.range.Overflow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The computations over a release's rows that may overflow, in the words of SQL: those of its values, conditions and
 * keys, each once. What the release does not read is not among them. They follow from the query and the declarations.
 */
final class OverflowNotes {
    private final Overflow overflow;
    private final Set<String> found = new LinkedHashSet<>();

    private OverflowNotes(Catalog catalog) {
        this.overflow = new Overflow(catalog);
    }

    static List<String> of(PrivateAggregation aggregation, Catalog catalog) {
        OverflowNotes notes = new OverflowNotes(catalog);
        ImmutableBitSet.Builder fields = ImmutableBitSet.builder();
        fields.addAll(aggregation.keys()).set(aggregation.unit());
        aggregation.calls().forEach(call -> read(call, fields));
        notes.walk(aggregation.input(), fields.build());
        return List.copyOf(notes.found);
    }

    private static void read(AggregateCall call, ImmutableBitSet.Builder fields) {
        fields.addAll(call.getArgList());
        if (call.filterArg >= 0) {
            fields.set(call.filterArg);
        }
    }

    /** @param fields those that are read */
    private void walk(RelNode relation, ImmutableBitSet fields) {
        if (relation instanceof Project project) {
            List<RexNode> read =
                    fields.toList().stream().map(project.getProjects()::get).toList();
            read.forEach(expression -> expression(expression, project.getInput()));
            walk(project.getInput(), fieldsOf(read));
        } else if (relation instanceof Filter filter) {
            expression(filter.getCondition(), filter.getInput());
            walk(filter.getInput(), fields.union(fieldsOf(List.of(filter.getCondition()))));
        } else if (relation instanceof Join join) {
            expression(join.getCondition(), join);
            both(join, fields.union(fieldsOf(List.of(join.getCondition()))));
        } else if (relation instanceof Correlate correlate) {
            both(correlate, fields.union(correlate.getRequiredColumns()));
        } else if (relation instanceof Aggregate aggregate) {
            step(aggregate, fields);
        } else if (relation instanceof SetOp setOp) {
            branches(setOp, fields);
        } else {
            relation.getInputs().forEach(input -> walk(input, all(input)));
        }
    }

    private static ImmutableBitSet all(RelNode relation) {
        return ImmutableBitSet.range(relation.getRowType().getFieldCount());
    }

    /** A semi-join shows the fields of its left side alone, but reads both. */
    private void both(RelNode join, ImmutableBitSet fields) {
        int left = join.getInput(0).getRowType().getFieldCount();
        int all = left + join.getInput(1).getRowType().getFieldCount();
        walk(join.getInput(0), fields.intersect(ImmutableBitSet.range(left)));
        walk(
                join.getInput(1),
                fields.intersect(ImmutableBitSet.range(left, all)).shift(-left));
    }

    private void step(Aggregate step, ImmutableBitSet fields) {
        ImmutableBitSet.Builder read = ImmutableBitSet.builder().addAll(step.getGroupSet());
        for (int i = 0; i < step.getAggCallList().size(); i++) {
            AggregateCall call = step.getAggCallList().get(i);
            if (!fields.get(step.getGroupCount() + i)) {
                continue;
            }
            read(call, read);
            if (overflow.mayLeaveOut(call, step)) {
                found.add(new ExpressionText(step.getInput()).of(call));
            }
        }
        walk(step.getInput(), read.build());
    }

    /** All but UNION ALL compare whole rows. */
    private void branches(SetOp setOp, ImmutableBitSet fields) {
        ImmutableBitSet read = setOp instanceof Union && setOp.all ? fields : all(setOp);
        for (RelNode input : setOp.getInputs()) {
            for (int field : read) {
                RelDataType type = type(setOp, field);
                if (overflow.mayLeaveOut(input, field, type)) {
                    String text = new ExpressionText(input).of(new RexInputRef(field, type(input, field)));
                    found.add(text + " as " + type.getSqlTypeName() + ExpressionText.digits(type));
                }
            }
            walk(input, read);
        }
    }

    private static RelDataType type(RelNode relation, int field) {
        return relation.getRowType().getFieldList().get(field).getType();
    }

    private void expression(RexNode expression, RelNode input) {
        ExpressionText text = new ExpressionText(input);
        overflow.in(expression, input).forEach(computation -> found.add(text.of(computation)));
        for (RelNode inner : subqueries(expression)) {
            walk(inner, all(inner));
        }
    }

    private static List<RelNode> subqueries(RexNode expression) {
        List<RelNode> relations = new ArrayList<>();
        expression.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                relations.add(subquery.rel);
                return super.visitSubQuery(subquery);
            }
        });
        return relations;
    }

    private static ImmutableBitSet fieldsOf(List<RexNode> expressions) {
        ImmutableBitSet.Builder fields = ImmutableBitSet.builder();
        RexShuttle reads = new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                fields.set(reference.getIndex());
                return reference;
            }
        };
        expressions.forEach(expression -> expression.accept(reads));
        return fields.build();
    }
}
