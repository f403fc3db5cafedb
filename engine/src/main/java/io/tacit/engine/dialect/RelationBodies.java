package io.tacit.engine.dialect;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexUtil;

/**
 * Prints what follows the list of a SELECT: scans, constants, joins, filters and choices of columns share one SELECT as
 * long as its meaning stays the same; any other relation becomes a subquery in FROM.
 */
final class RelationBodies {
    private static final Pattern ALIAS = Pattern.compile("[tT][0-9]+");

    private final RelationToSql statement;

    RelationBodies(RelationToSql statement) {
        this.statement = statement;
    }

    /** Whether {@link #body} puts such a relation into the same SELECT as its input. */
    static boolean sharesSelect(RelNode relation) {
        return relation instanceof TableScan
                || relation instanceof Values values && !values.getTuples().isEmpty()
                || relation instanceof Join
                || relation instanceof Correlate
                || relation instanceof Filter
                || relation instanceof Project project
                        && !project.getProjects().isEmpty()
                        && project.getProjects().stream().allMatch(RexInputRef.class::isInstance);
    }

    /**
     * The relation's rows as what follows the list of a SELECT. Its fields are columns of aliases, never expressions.
     */
    SelectBody body(RelNode relation) {
        if (!sharesSelect(relation)) {
            return nested(relation);
        }
        try {
            return sharedBody(relation);
        } catch (Refusal refusal) {
            throw statement.placed(refusal, relation);
        }
    }

    private SelectBody sharedBody(RelNode relation) {
        if (relation instanceof TableScan scan) {
            return scan(scan);
        }
        if (relation instanceof Values values) {
            return values(values);
        }
        if (relation instanceof Join join) {
            return join(join);
        }
        if (relation instanceof Correlate correlate) {
            return correlate(correlate);
        }
        if (relation instanceof Filter filter) {
            SelectBody input = body(filter.getInput(), filter);
            List<String> conditions = RelOptUtil.conjunctions(filter.getCondition()).stream()
                    .map(condition -> statement.condition(condition, filter.getInput(), input.fields()))
                    .toList();
            boolean simple = RexUtil.SubQueryFinder.find(filter.getCondition()) == null;
            return input.where(conditions.isEmpty() ? List.of("TRUE") : conditions, simple);
        }
        Project project = (Project) relation;
        SelectBody input = body(project.getInput(), project);
        return input.columns(project.getProjects().stream()
                .map(reference -> input.fields().get(((RexInputRef) reference).getIndex()))
                .toList());
    }

    /** The input of a relation whose subqueries may refer to the input's row. */
    SelectBody body(RelNode input, RelNode reader) {
        SelectBody body = body(input);
        for (CorrelationId variable : reader.getVariablesSet()) {
            statement.outer(variable, body.fields());
        }
        return body;
    }

    /** The relation as a SELECT of its own, in brackets. */
    private SelectBody nested(RelNode relation) {
        String alias = statement.alias();
        return SelectBody.nested(
                statement.sql(relation), alias, relation.getRowType().getFieldCount());
    }

    private SelectBody scan(TableScan scan) {
        List<String> path = scan.getTable().getQualifiedName();
        String alias = statement.alias();
        List<String> names = scan.getRowType().getFieldNames();
        LiteralSql literals = statement.dialect().literals();
        SelectBody table = SelectBody.of(
                literals.name(path.get(path.size() - 1)),
                alias,
                names.stream().map(literals::name).toList());
        // In a subquery DuckDB takes t1.c0 for a part of a column t1, before it looks for an outer alias.
        boolean isLikeAlias =
                names.stream().anyMatch(name -> ALIAS.matcher(name).matches());
        return isLikeAlias ? SelectBody.nested(table.select(table.fields()), statement.alias(), names.size()) : table;
    }

    private SelectBody values(Values values) {
        List<RelDataType> types = RelationToSql.types(values);
        List<String> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            List<String> row = new ArrayList<>();
            for (int i = 0; i < tuple.size(); i++) {
                row.add(statement.constant(tuple.get(i), types.get(i)));
            }
            rows.add("(" + String.join(", ", row) + ")");
        }
        return SelectBody.ofValues(rows, statement.alias(), types.size());
    }

    private SelectBody join(Join join) {
        JoinRelType kind = join.getJoinType();
        SelectBody left = body(join.getLeft());
        SelectBody right = body(join.getRight());
        if (!left.mayWait(kind == JoinRelType.INNER || kind == JoinRelType.LEFT)) {
            left = left.nestedAs(statement.alias());
        }
        if (right.isJoin() || !right.mayWait(kind == JoinRelType.INNER || kind == JoinRelType.RIGHT)) {
            right = right.nestedAs(statement.alias());
        }
        List<String> fields = SelectBody.both(left, right);
        for (CorrelationId variable : join.getVariablesSet()) {
            statement.outer(variable, fields);
        }
        String condition = statement.scalar(join.getCondition(), join, fields);
        return left.join(kind(kind) + " JOIN", right, condition);
    }

    /** Semi and anti joins are never printed: their inner names could capture outer ones. */
    private static String kind(JoinRelType kind) {
        return switch (kind) {
            case INNER -> "INNER";
            case LEFT -> "LEFT";
            case RIGHT -> "RIGHT";
            case FULL -> "FULL";
            default ->
                throw new Refusal(
                        ErrorCode.JOIN_KIND,
                        "This kind of join is not accepted.",
                        "Use JOIN, LEFT JOIN, EXISTS or IN.");
        };
    }

    private SelectBody correlate(Correlate correlate) {
        SelectBody left = body(correlate.getLeft());
        if (!left.mayWait(true)) {
            left = left.nestedAs(statement.alias());
        }
        statement.outer(correlate.getCorrelationId(), left.fields());
        return left.join(kind(correlate.getJoinType()) + " JOIN LATERAL", nested(correlate.getRight()), "TRUE");
    }
}
