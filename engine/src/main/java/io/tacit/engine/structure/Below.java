package io.tacit.engine.structure;

import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.PrivateAggregation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/** What is fixed in the rows of an operator's input, given what is fixed in its output. */
final class Below {
    /** The longest expression that is followed: it could double with each projection. */
    private static final int MOST_NODES = 60;

    private Below() {}

    static Conditions conditions(Filter filter) {
        return Conditions.of(Conditions.expanded(filter.getCluster().getRexBuilder(), filter.getCondition()));
    }

    /** What is fixed below a filter: the same, and what the condition makes equal to it. */
    static Fixed filtered(Facts facts, Filter filter, Conditions conditions, Fixed fixed) {
        Fixed below = present(fixed, conditions);
        for (RexNode choice : conditions.choices().keySet()) {
            if (conditions.choices().get(choice).isAtMostOne()) {
                below = below.with(choice, true);
            }
        }
        for (int round = conditions.equalities().size(); round > 0; round--) {
            Fixed before = below;
            for (Conditions.Equality equality : conditions.equalities()) {
                below = equal(facts, filter.getInput(), below, equality);
            }
            if (below.equals(before)) {
                return below;
            }
        }
        return below;
    }

    /** Adds an equality: an expression equal to something fixed is fixed, and neither is NULL. */
    static Fixed equal(Facts facts, RelNode relation, Fixed fixed, Conditions.Equality equality) {
        return facts.isOne(relation, fixed, equality.one()) || facts.isOne(relation, fixed, equality.other())
                ? fixed.with(equality.one(), true).with(equality.other(), true)
                : fixed;
    }

    private static Fixed present(Fixed fixed, Conditions conditions) {
        Fixed known = fixed;
        for (RexNode expression : fixed.expressions().keySet()) {
            if (conditions.present().contains(expression)) {
                known = known.with(expression, true);
            }
        }
        return known;
    }

    static Fixed projected(Facts facts, Project project, Fixed fixed) {
        Fixed below = fixed.over(expression -> below(project, expression));
        for (int i = 0; i < project.getProjects().size(); i++) {
            RexNode person = RexInputRef.of(i, project.getRowType());
            if (fixed.expressions().containsKey(person)) {
                for (RexNode part : partsOfPerson(facts, project, i)) {
                    below = below.with(part, true);
                }
            }
        }
        return below;
    }

    /** The columns that are the person together, from the text that joins them. */
    private static List<RexNode> partsOfPerson(Facts facts, Project project, int field) {
        if (!PrivateAggregation.isPerson(project.getRowType().getFieldList().get(field))
                || !(project.getInput() instanceof TableScan scan)) {
            return List.of();
        }
        List<RexNode> parts = new ArrayList<>();
        for (String column : facts.table(scan)
                .map(Table::protection)
                .map(Protection::ownColumns)
                .orElse(List.of())) {
            for (int i = 0; i < scan.getRowType().getFieldCount(); i++) {
                if (scan.getRowType().getFieldNames().get(i).equalsIgnoreCase(column)) {
                    parts.add(RexInputRef.of(i, scan.getRowType()));
                }
            }
        }
        return parts;
    }

    private static Optional<RexNode> below(Project project, RexNode expression) {
        int nodes = 0;
        for (int field : RelOptUtil.InputFinder.bits(expression)) {
            RexNode projected = project.getProjects().get(field);
            nodes += projected.nodeCount();
            if (nodes > MOST_NODES || RexOver.containsOver(List.of(projected), null) || containsSubquery(projected)) {
                return Optional.empty();
            }
        }
        RexNode found = expression.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                return project.getProjects().get(reference.getIndex());
            }
        });
        return found.nodeCount() > MOST_NODES ? Optional.empty() : Optional.of(found);
    }

    private static boolean containsSubquery(RexNode expression) {
        return RexUtil.SubQueryFinder.find(expression) != null;
    }

    /** What is fixed in the rows of a group: only its keys. */
    static Fixed grouped(Aggregate aggregate, Fixed fixed) {
        RelNode input = aggregate.getInput();
        ImmutableBitSet keys = ImmutableBitSet.range(aggregate.getGroupCount());
        return fixed.over(expression -> keys.contains(RelOptUtil.InputFinder.bits(expression))
                ? Optional.of(expression.accept(new RexShuttle() {
                    @Override
                    public RexNode visitInputRef(RexInputRef reference) {
                        return RexInputRef.of(aggregate.getGroupSet().nth(reference.getIndex()), input.getRowType());
                    }
                }))
                : Optional.empty());
    }

    /** What is fixed in the first fields alone. */
    static Fixed left(Fixed fixed, int width) {
        return fixed.over(expression ->
                RelOptUtil.InputFinder.bits(expression).length() <= width ? Optional.of(expression) : Optional.empty());
    }

    /** What is fixed in the remaining fields alone. */
    static Fixed right(Fixed fixed, int width) {
        return fixed.over(expression -> {
            ImmutableBitSet fields = RelOptUtil.InputFinder.bits(expression);
            return fields.isEmpty() || fields.nextSetBit(0) >= width
                    ? Optional.of(RexUtil.shift(expression, -width))
                    : Optional.empty();
        });
    }
}
