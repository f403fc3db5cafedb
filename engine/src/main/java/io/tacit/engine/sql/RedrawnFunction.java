package io.tacit.engine.sql;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlBasicAggFunction;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Functions of redrawn values: an array of what a released value would be had its noise been drawn again. No text can
 * call them; {@code remainder} writes them where a value is computed from several released ones.
 *
 * <p>Each is made with the type of its call, which none of them infers.
 */
public enum RedrawnFunction {
    /**
     * {@code EACH(expression, n, a, b, …)}: the expression n times, once for each element of the arrays; {@link #AT}
     * stands in it for an element. A NULL array, of a row that an outer join left out, has n times no value. Where
     * nothing was drawn, arrays are empty, and so is what is computed from one of them.
     */
    EACH,
    /** {@code AT(a)}, inside of {@link #EACH}: the current element of a, with the type of the released value. */
    AT,
    /** {@code LOW(a, k)}: the k-th smallest element; an element without value counts as less than all others. */
    LOW,
    /** {@code HIGH(a, k)}: the k-th smallest element; an element without value counts as more than all others. */
    HIGH,
    /** From an array of arrays the sum of all first elements, of all second ones, and so on. */
    SUM_OF,
    /** {@link #SUM_OF} with the mean in the place of the sum. */
    AVG_OF,
    /** {@link #SUM_OF} with the least value in the place of the sum. */
    MIN_OF,
    /** {@link #SUM_OF} with the largest value in the place of the sum. */
    MAX_OF;

    /** The redrawn values of several rows, as an array of arrays. */
    public static final SqlAggFunction GATHER =
            SqlBasicAggFunction.create("$GATHER", SqlKind.OTHER, ReturnTypes.TO_ARRAY, OperandTypes.ANY);

    private static final Map<SqlOperator, RedrawnFunction> BY_OPERATOR =
            Arrays.stream(values()).collect(Collectors.toMap(function -> function.operator, Function.identity()));

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final SqlFunction operator = SqlBasicFunction.create("$" + name(), ReturnTypes.ARG0, OperandTypes.VARIADIC);

    /** A call of this function, of a given type. */
    public RexNode call(RexBuilder rex, RelDataType type, RexNode... operands) {
        return rex.makeCall(type, operator, List.of(operands));
    }

    /** The function that an operator calls; empty for any other operator. */
    public static Optional<RedrawnFunction> of(SqlOperator operator) {
        return Optional.ofNullable(BY_OPERATOR.get(operator));
    }

    /** The function that computes an aggregate from gathered values; empty where there is none. */
    public static Optional<RedrawnFunction> reduce(SqlKind aggregate) {
        return switch (aggregate) {
            case SUM, SUM0 -> Optional.of(SUM_OF);
            case AVG -> Optional.of(AVG_OF);
            case MIN -> Optional.of(MIN_OF);
            case MAX -> Optional.of(MAX_OF);
            default -> Optional.empty();
        };
    }

    /** The type of redrawn values. */
    public static RelDataType type(RelDataTypeFactory types) {
        RelDataType real = types.createTypeWithNullability(types.createSqlType(SqlTypeName.DOUBLE), true);
        return types.createTypeWithNullability(types.createArrayType(real, -1), true);
    }
}
