package io.tacit.engine.range;

import io.tacit.engine.sql.ScalarFunctions;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;

/**
 * The value range of an expression, from the ranges of the fields that it reads: see {@code DeclaredBounds.md}.
 * Which rule a function has is in its specification.
 */
final class ExpressionRange {
    /** The rule of one operator. */
    @FunctionalInterface
    interface Rule {
        /** The value range of a call, fitted to its type. */
        ValueRange of(ExpressionRange operands, RexCall call);
    }

    private static final Map<SqlOperator, Rule> RULES = ScalarFunctions.byOperator(
            function -> function.specification().range().accept(new RangeRules()));

    /** Windows that number rows from 1. */
    private static final Set<SqlKind> PLACES = Set.of(SqlKind.ROW_NUMBER, SqlKind.RANK, SqlKind.DENSE_RANK);

    /** Expressions are seldom nested deeper, and the stack has an end. */
    private static final int MOST_LEVELS = 200;

    private final IntFunction<ValueRange> fields;
    private final Map<Integer, ValueRange> narrowed;
    private final RangeOf relations;
    private final boolean everyValue;
    private int level;

    /** The value range of a relation's field. */
    @FunctionalInterface
    interface RangeOf {
        ValueRange of(RelNode relation, int field);
    }

    /**
     * @param fields the value range of each input field
     * @param relations the value ranges of the fields of subqueries
     */
    ExpressionRange(IntFunction<ValueRange> fields, RangeOf relations) {
        this(fields, Map.of(), relations, false, 0);
    }

    private ExpressionRange(
            IntFunction<ValueRange> fields,
            Map<Integer, ValueRange> narrowed,
            RangeOf relations,
            boolean everyValue,
            int level) {
        this.fields = fields;
        this.narrowed = narrowed;
        this.relations = relations;
        this.everyValue = everyValue;
        this.level = level;
    }

    /**
     * The same expressions, with all values of the type where nothing is known: useless as bounds, but true of every
     * value.
     */
    ExpressionRange ofEveryValue() {
        return new ExpressionRange(fields, narrowed, relations, true, level);
    }

    /** The ranges of expressions without fields. */
    static ExpressionRange ofConstants() {
        return new ExpressionRange(field -> ValueRange.UNKNOWN, (relation, field) -> ValueRange.UNKNOWN);
    }

    /** The value range of an expression, in its own type. */
    ValueRange of(RexNode expression) {
        ValueRange known = known(expression);
        return everyValue ? known.intersection(DateRanges.widest(expression)) : known;
    }

    private ValueRange known(RexNode expression) {
        if (expression instanceof RexInputRef reference) {
            int field = reference.getIndex();
            return fields.apply(field).intersection(narrowed.getOrDefault(field, ValueRange.UNKNOWN));
        }
        if (expression instanceof RexLiteral literal) {
            return literal(literal);
        }
        if (expression instanceof RexSubQuery subquery) {
            return subquery.getKind() == SqlKind.SCALAR_QUERY ? relations.of(subquery.rel, 0) : ValueRange.UNKNOWN;
        }
        if (expression instanceof RexOver over) {
            boolean place = PLACES.contains(over.getAggOperator().getKind());
            return place ? ValueRange.atLeast(BigDecimal.ONE) : ValueRange.UNKNOWN;
        }
        if (!(expression instanceof RexCall call) || !hasRange(call.getType())) {
            return ValueRange.UNKNOWN;
        }
        Rule rule = RULES.get(call.getOperator());
        if (rule == null || level == MOST_LEVELS) {
            return ValueRange.UNKNOWN;
        }
        level++;
        ValueRange found = rule.of(this, call);
        level--;
        return found;
    }

    /** The value range of an operand, converted to a type. */
    ValueRange of(RexNode expression, RelDataType type) {
        return FitRange.converted(of(expression), expression.getType(), type);
    }

    /** The value range of an operand; unknown for timestamps, which count in another unit than dates. */
    ValueRange of(RexCall call, int operand) {
        RexNode expression = call.getOperands().get(operand);
        return expression.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP ? ValueRange.UNKNOWN : of(expression);
    }

    /** The value range of an operand as a DOUBLE. */
    ValueRange real(RexCall call, int operand) {
        RexNode expression = call.getOperands().get(operand);
        ValueRange own = of(expression);
        return SqlTypeUtil.isApproximateNumeric(expression.getType()) ? own : FitRange.toReal(own);
    }

    /** The same expressions over the rows for which a condition is true, or over those for which it is not. */
    ExpressionRange where(RexNode condition, boolean holds) {
        Map<Integer, ValueRange> more = new HashMap<>(narrowed);
        RangeFromCondition.of(condition, holds)
                .forEach((field, values) -> more.merge(field, values, ValueRange::intersection));
        return new ExpressionRange(fields, more, relations, everyValue, level);
    }

    private static boolean hasRange(RelDataType type) {
        return SqlTypeUtil.isNumeric(type) || type.getSqlTypeName() == SqlTypeName.DATE;
    }

    private static ValueRange literal(RexLiteral literal) {
        if (literal.isNull()) {
            return ValueRange.NEVER;
        }
        RelDataType type = literal.getType();
        if (SqlTypeUtil.isApproximateNumeric(type)) {
            double value = Objects.requireNonNull(literal.getValueAs(Double.class));
            return Double.isFinite(value) ? point(new BigDecimal(value)) : ValueRange.UNKNOWN;
        }
        if (SqlTypeUtil.isExactNumeric(type)) {
            return point(Objects.requireNonNull(literal.getValueAs(BigDecimal.class)));
        }
        if (type.getSqlTypeName() == SqlTypeName.DATE) {
            int days =
                    Objects.requireNonNull(literal.getValueAs(DateString.class)).getDaysSinceEpoch();
            return point(BigDecimal.valueOf(days));
        }
        if (type.getSqlTypeName() == SqlTypeName.TIMESTAMP) {
            return point(DateRanges.micros(Objects.requireNonNull(literal.getValueAs(TimestampString.class))));
        }
        return ValueRange.UNKNOWN;
    }

    private static ValueRange point(BigDecimal value) {
        return ValueRange.of(value, value);
    }

    /** The least range that holds those of several expressions, each converted to one type. */
    ValueRange any(List<RexNode> expressions, RelDataType type) {
        ValueRange all = ValueRange.NEVER;
        for (RexNode expression : expressions) {
            all = all.union(of(expression, type));
        }
        return all;
    }
}
