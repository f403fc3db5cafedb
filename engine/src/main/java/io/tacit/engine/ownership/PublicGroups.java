package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.Strong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The public side of {@code public LEFT JOIN private}: where groups come from that appear whatever the data ({@code
 * docs/design/sql.md#ownership}).
 *
 * <p>It goes along with the private rows through filters and projections. Before: {@code Aggregate({c.name}, COUNT(*),
 * LeftJoin(public c, private o))}. After: the groups are {@code SELECT DISTINCT c.name FROM public c}, with the public
 * side's own filters only, and the rows that people contribute are those of the inner join: what the outer join would
 * add belongs to nobody. Refused: {@code GROUP BY o.status}, and {@code WHERE o.id IS NULL}, which asks for the rows
 * that belong to nobody.
 *
 * @param relation public rows
 * @param fields for each field of the private relation that is the public side's, which field of {@code relation}
 */
record PublicGroups(RelNode relation, Map<Integer, Integer> fields) {
    PublicGroups {
        fields = Map.copyOf(fields);
    }

    /**
     * The groups after a filter: a condition on public columns alone chooses groups, any other condition chooses
     * contributions.
     */
    static PublicGroups filtered(AssignOwners owners, PublicGroups groups, Filter filter, RexNode condition) {
        refuseSubqueries(owners, filter, condition);
        List<RexNode> conditions = new ArrayList<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
            Optional<RexNode> moved = groups.moved(conjunct);
            if (moved.isPresent()) {
                conditions.add(moved.get());
            } else if (!Strong.isNotTrue(conjunct, groups.privateFields(conjunct))) {
                throw owners.refuse(
                        ErrorCode.JOIN_KIND,
                        filter,
                        "This condition keeps rows of the public table that belong to nobody.",
                        "Compare columns of the private table with values, without IS NULL or COALESCE, or use an inner"
                                + " join.");
            }
        }
        RelNode relation = groups.relation;
        for (RexNode conjunct : conditions) {
            relation = LogicalFilter.create(relation, conjunct);
        }
        return new PublicGroups(relation, groups.fields);
    }

    /** The groups after a projection: what is computed from public columns alone is public. */
    static PublicGroups projected(
            AssignOwners owners, PublicGroups groups, Project project, List<RexNode> expressions) {
        List<RexNode> kept = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Map<Integer, Integer> fields = new HashMap<>();
        for (int i = 0; i < expressions.size(); i++) {
            refuseSubqueries(owners, project, expressions.get(i));
            Optional<RexNode> moved = groups.moved(expressions.get(i));
            if (moved.isPresent()) {
                fields.put(i, kept.size());
                kept.add(moved.get());
                names.add("p" + i);
            }
        }
        if (kept.isEmpty()) {
            throw notByPublicColumns(owners, project);
        }
        return new PublicGroups(
                LogicalProject.create(groups.relation, List.of(), kept, names, ImmutableSet.of()), fields);
    }

    /** The public rows whose distinct ones are the groups, one field for each key in the keys' order. */
    static RelNode keys(AssignOwners owners, PublicGroups groups, RelNode aggregate, ImmutableBitSet keys) {
        List<RexNode> expressions = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (int key : keys) {
            Integer field = groups.fields.get(key);
            if (field == null) {
                throw notByPublicColumns(owners, aggregate);
            }
            expressions.add(RexInputRef.of(field, groups.relation.getRowType()));
            names.add("k" + names.size());
        }
        if (expressions.isEmpty()) {
            throw notByPublicColumns(owners, aggregate);
        }
        return LogicalProject.create(groups.relation, List.of(), expressions, names, ImmutableSet.of());
    }

    static Refusal notByPublicColumns(AssignOwners owners, RelNode where) {
        return owners.refuse(
                ErrorCode.JOIN_KIND,
                where,
                "This outer join keeps rows of a public table that belong to nobody; that is accepted only to show a"
                        + " group for each of them.",
                "GROUP BY columns of the public table alone, right over the join, or use an inner join.");
    }

    private static void refuseSubqueries(AssignOwners owners, RelNode where, RexNode expression) {
        if (SubqueryOwners.contains(expression)) {
            throw owners.refuse(
                    ErrorCode.SUBQUERY,
                    where,
                    "A subquery over the outer join of a public table with people's rows is not accepted.",
                    "Put the subquery into the public or the private side of the join.");
        }
    }

    /** An expression over the public relation; empty for one that reads a person's column. */
    private Optional<RexNode> moved(RexNode expression) {
        for (int field : RelOptUtil.InputFinder.bits(expression)) {
            if (!fields.containsKey(field)) {
                return Optional.empty();
            }
        }
        return Optional.of(expression.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef reference) {
                return RexInputRef.of(Objects.requireNonNull(fields.get(reference.getIndex())), relation.getRowType());
            }
        }));
    }

    private ImmutableBitSet privateFields(RexNode expression) {
        ImmutableBitSet.Builder privateRows = ImmutableBitSet.builder();
        for (int field : RelOptUtil.InputFinder.bits(expression)) {
            if (!fields.containsKey(field)) {
                privateRows.set(field);
            }
        }
        return privateRows.build();
    }
}
