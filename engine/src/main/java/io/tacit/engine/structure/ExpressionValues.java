package io.tacit.engine.structure;

import io.tacit.engine.range.ValueRange;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * At most how many different values an expression takes: no more than its operands have combinations, no more than its
 * type, its value range or its branches have values.
 */
final class ExpressionValues {
    /** The depth up to which value ranges are used: each of them reads the whole expression below. */
    private static final int LEVELS_OF_RANGES = 4;

    private static final int MOST_LEVELS = 200;

    /** Never NULL. */
    private static final Set<SqlKind> TRUTHS = EnumSet.of(
            SqlKind.IS_NULL,
            SqlKind.IS_NOT_NULL,
            SqlKind.IS_TRUE,
            SqlKind.IS_FALSE,
            SqlKind.IS_NOT_TRUE,
            SqlKind.IS_NOT_FALSE);

    /** Windows over a whole partition give all its rows one value. */
    private static final Set<SqlKind> OF_PARTITIONS =
            EnumSet.of(SqlKind.COUNT, SqlKind.SUM, SqlKind.SUM0, SqlKind.AVG, SqlKind.MIN, SqlKind.MAX);

    private final Facts facts;
    private final RelNode input;
    private final Fixed fixed;

    ExpressionValues(Facts facts, RelNode input, Fixed fixed) {
        this.facts = facts;
        this.input = input;
        this.fixed = fixed;
    }

    Values of(RexNode expression) {
        return of(expression, 0);
    }

    private Values of(RexNode expression, int level) {
        if (expression instanceof RexInputRef reference) {
            return facts.values(input, fixed, reference.getIndex());
        }
        if (expression instanceof RexLiteral literal) {
            return literal.isNull() ? Values.NULL : Values.ONE.withoutNull();
        }
        if (fixed.holds(expression)) {
            return fixed.isPresent(expression) ? Values.ONE.withoutNull() : Values.ONE;
        }
        Values known = ValuesOf.ofType(expression.getType());
        if (level > MOST_LEVELS || !facts.mayAsk()) {
            return known;
        }
        if (expression instanceof RexSubQuery subquery) {
            boolean sameForAll = subquery.getKind() == SqlKind.SCALAR_QUERY
                    && RelOptUtil.getVariablesUsed(subquery.rel).isEmpty();
            return sameForAll ? Values.ONE : known;
        }
        if (expression instanceof RexOver over) {
            return known.and(window(over));
        }
        return expression instanceof RexCall call ? known.and(call(call, level)) : known;
    }

    /** The values of a window: one in each partition, if it covers the whole partition. */
    private Values window(RexOver over) {
        boolean whole =
                over.getWindow().orderKeys.isEmpty() && !over.getWindow().isRows()
                        || over.getWindow().getLowerBound().isUnbounded()
                                && over.getWindow().getUpperBound().isUnbounded();
        return whole && OF_PARTITIONS.contains(over.getAggOperator().getKind())
                ? Values.of(facts.together(input, fixed, over.getWindow().partitionKeys))
                : Values.ANY;
    }

    private Values call(RexCall call, int level) {
        if (TRUTHS.contains(call.getKind())) {
            return Values.TRUTHS.and(combinations(call.getOperands(), level));
        }
        Values known = combinations(call.getOperands(), level);
        if (call.getKind() == SqlKind.CASE) {
            known = known.and(branches(resultsOf(call), level));
        } else if (call.getKind() == SqlKind.COALESCE) {
            known = known.and(branches(call.getOperands(), level));
        } else if (call.getOperator().getName().equalsIgnoreCase("SIGN")) {
            known = known.and(Values.orNull(Most.of(3)));
        }
        return level < LEVELS_OF_RANGES
                ? facts.range(input, call)
                        .map(range -> within(range, call.getType()))
                        .orElse(Values.ANY)
                        .and(known)
                : known;
    }

    /** The combinations of operands: every function depends on its arguments alone. */
    private Values combinations(List<RexNode> operands, int level) {
        Most combinations = Most.ONE;
        for (RexNode operand : operands) {
            if (!combinations.isKnown()) {
                return Values.ANY;
            }
            combinations = combinations.times(of(operand, level + 1).all());
        }
        return Values.of(combinations);
    }

    private static List<RexNode> resultsOf(RexCall choice) {
        List<RexNode> operands = choice.getOperands();
        List<RexNode> results = new java.util.ArrayList<>();
        for (int i = 1; i < operands.size(); i += 2) {
            results.add(operands.get(i));
        }
        results.add(operands.get(operands.size() - 1));
        return results;
    }

    /** The values of several branches; equal constants count once. */
    private Values branches(List<RexNode> results, int level) {
        Set<RexNode> different = new HashSet<>(results);
        Values all = new Values(Most.NONE, Most.ANY, false);
        for (RexNode result : different) {
            all = all.or(of(result, level + 1));
        }
        return all;
    }

    /** The number of values of a type within a range; unknown for types that cannot be counted. */
    static Values within(ValueRange range, RelDataType type) {
        if (range.never()) {
            return Values.NULL;
        }
        boolean days = type.getSqlTypeName() == SqlTypeName.DATE;
        if (!range.isBounded() || !days && !SqlTypeUtil.isExactNumeric(type)) {
            return Values.ANY;
        }
        int scale = type.getSqlTypeName() == SqlTypeName.DECIMAL ? type.getScale() : 0;
        BigDecimal steps =
                range.largest().subtract(range.least()).scaleByPowerOfTen(scale).add(BigDecimal.ONE);
        return Optional.of(steps)
                .filter(number -> number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) < 0)
                .map(number -> Values.orNull(Most.of(number.longValue())))
                .orElse(Values.ANY);
    }
}
