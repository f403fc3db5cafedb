package io.tacit.engine.sql;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.ListScope;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * {@code a SEMI JOIN b ON c} is {@code a WHERE EXISTS (SELECT * FROM b WHERE c)}, and {@code a ANTI JOIN b ON c} the
 * same with NOT EXISTS.
 *
 * <pre>
 *   Join(anti, condition: $0 = $3 AND $4 > 5)        Filter(NOT EXISTS(
 *     a: $0, $1, $2                             →        Filter($cor0.$0 = $0 AND $1 > 5, b)))
 *     b                                                a
 * </pre>
 *
 * <p>The rules of EXISTS then say who may be compared: {@code orders o SEMI JOIN orders p ON o.amount < p.amount} is
 * refused. To the validator both are semi-joins, as that is the one whose right side it hides from the rest of the
 * query.
 */
final class SemiJoins {
    private final Set<SqlNode> anti = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Remembers which joins of a query are anti-joins. */
    static SemiJoins of(SqlNode query) {
        SemiJoins joins = new SemiJoins();
        query.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlCall call) {
                if (call instanceof SqlJoin join) {
                    joins.read(join);
                }
                return super.visit(call);
            }
        });
        return joins;
    }

    private void read(SqlJoin join) {
        if (join.getJoinType() == JoinType.LEFT_ANTI_JOIN) {
            anti.add(join);
            setType(join, JoinType.LEFT_SEMI_JOIN);
        }
        SqlNode right = join.getRight();
        if (is(join) && right.getKind() == SqlKind.AS && ((SqlCall) right).operandCount() > 2) {
            // The validator hides a table with a name only, and none whose columns are given names too.
            SqlParserPos place = right.getParserPosition();
            SqlNode query = new SqlSelect(
                    place,
                    null,
                    SqlNodeList.of(SqlIdentifier.star(place)),
                    right,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null);
            join.setRight(SqlStdOperatorTable.AS.createCall(place, query, ((SqlCall) right).operand(1)));
        }
    }

    private static void setType(SqlJoin join, JoinType type) {
        join.setOperand(2, type.symbol(join.getParserPosition()));
    }

    /** Runs a step of Calcite's that knows only inner joins. */
    static void asInner(SqlJoin join, Runnable step) {
        setType(join, JoinType.INNER);
        try {
            step.run();
        } finally {
            setType(join, JoinType.LEFT_SEMI_JOIN);
        }
    }

    static boolean is(SqlJoin join) {
        return join.getJoinType() == JoinType.LEFT_SEMI_JOIN;
    }

    /**
     * Refuses a right side whose columns the query could see.
     *
     * @param right what the right side is
     * @param around where the join stands
     */
    static void check(SqlJoin join, @Nullable SqlValidatorNamespace right, SqlValidatorScope around) {
        SqlKind kind = stripped(join.getRight()).getKind();
        boolean leaks = around instanceof ListScope scope && scope.getChildren().contains(right);
        if (kind == SqlKind.JOIN || kind == SqlKind.LATERAL || kind == SqlKind.UNNEST || leaks) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(join.getParserPosition()),
                    "On the right of SEMI JOIN and ANTI JOIN stands a table or a subquery.",
                    "Put what stands there into a subquery, or write WHERE EXISTS (SELECT …) instead.");
        }
    }

    private static SqlNode stripped(SqlNode table) {
        return table.getKind() == SqlKind.AS ? ((SqlCall) table).operand(0) : table;
    }

    /** The rows of the left side that meet a row of the right side, or that meet none. */
    RelNode filter(SqlJoin join, RelNode left, RelNode right, RexNode condition) {
        if (RexUtil.SubQueryFinder.find(condition) != null) {
            throw new Refusal(
                    ErrorCode.SUBQUERY,
                    Positions.of(join.getParserPosition()),
                    "A subquery in the condition of a SEMI JOIN or ANTI JOIN is not accepted.",
                    "Write WHERE EXISTS (SELECT …) instead, with the subquery in it.");
        }
        RelOptCluster cluster = left.getCluster();
        RexBuilder rex = cluster.getRexBuilder();
        CorrelationId outside = cluster.createCorrel();
        RelDataType row = left.getRowType();
        RexNode outer = rex.makeCorrel(row, outside);
        int width = row.getFieldCount();
        RexNode inside = condition.accept(new RexShuttle() {
            @Override
            public RexNode visitInputRef(RexInputRef column) {
                int index = column.getIndex();
                return index < width
                        ? rex.makeFieldAccess(outer, index)
                        : RexInputRef.of(index - width, right.getRowType());
            }
        });
        RexNode exists = RexSubQuery.exists(LogicalFilter.create(right, inside));
        RexNode kept = anti.contains(join) ? rex.makeCall(SqlStdOperatorTable.NOT, exists) : exists;
        return LogicalFilter.create(left, kept, ImmutableSet.of(outside));
    }
}
