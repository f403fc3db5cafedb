package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.Optionality;

/**
 * SUM, AVG, VAR and STDDEV of plain SQL, and the types of private aggregates. Unlike Calcite's own they never convert text to numbers on the quiet: the
 * analyst is told, since text that is no number would become NULL.
 */
final class NumericAggregates {
    /** COUNT: of rows, or of an expression of any type. */
    static final SqlOperandTypeChecker ANYTHING_OR_NOTHING = OperandTypes.or(OperandTypes.NILADIC, OperandTypes.ANY);

    static final SqlOperandTypeChecker ONE_NUMBER = new OneNumber();

    private static final SqlOperandTypeChecker ONE_NUMBER_OR_DATE = new OneNumberOrDate();

    /**
     * COUNT. Unlike Calcite's own it keeps an argument that cannot be NULL by its type: made total, it can. {@code
     * COUNT(*)} is a call without arguments.
     */
    static final SqlAggFunction COUNT = new Plain("COUNT", AggregateFunction.COUNT);

    private NumericAggregates() {}

    static SqlAggFunction plain(String name, AggregateFunction function) {
        return new Plain(name, function);
    }

    static SqlReturnTypeInference returnType(AggregateFunction function) {
        return switch (function) {
            case COUNT -> ReturnTypes.BIGINT;
            case SUM -> ReturnTypes.AGG_SUM;
            case MIN, MAX -> ReturnTypes.ARG0_FORCE_NULLABLE;
            case QUANTILE ->
                binding -> SqlTypeUtil.isDatetime(binding.getOperandType(0))
                        ? binding.getTypeFactory().createTypeWithNullability(binding.getOperandType(0), true)
                        : returnType(AggregateFunction.AVG).inferReturnType(binding);
            case AVG, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
                ReturnTypes.DOUBLE_NULLABLE.andThen(
                        (binding, type) -> binding.getTypeFactory().createTypeWithNullability(type, true));
        };
    }

    private static final class Plain extends SqlAggFunction {
        Plain(String name, AggregateFunction function) {
            super(
                    name,
                    null,
                    SqlKind.valueOf(function.name()),
                    returnType(function),
                    null,
                    function == AggregateFunction.COUNT ? ANYTHING_OR_NOTHING : ONE_NUMBER,
                    SqlFunctionCategory.NUMERIC,
                    false,
                    false,
                    Optionality.FORBIDDEN);
        }
    }

    /** What an aggregate with parameters takes. */
    static SqlOperandTypeChecker argument(AggregateFunction function) {
        if (function == AggregateFunction.COUNT) {
            return ANYTHING_OR_NOTHING;
        }
        return function.isQuantile() ? ONE_NUMBER_OR_DATE : ONE_NUMBER;
    }

    private static class OneNumber implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            RelDataType type = binding.getOperandType(0);
            if (SqlTypeUtil.isNumeric(type) || type.getSqlTypeName() == SqlTypeName.NULL) {
                return true;
            }
            if (!throwOnFailure) {
                return false;
            }
            SqlParserPos place = binding.operand(0).getParserPosition();
            String name = binding.getOperator() instanceof PrivateAggregate own
                    ? own.title()
                    : binding.getOperator().getName();
            throw new Refusal(
                    ErrorCode.ARGUMENT_TYPE,
                    Positions.of(place),
                    name + " needs numbers, not " + TypeNames.of(type) + ".",
                    "Convert the argument, for example with CAST(… AS DOUBLE), or use COUNT.");
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.of(1);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return name + "(<NUMERIC>)";
        }
    }

    /** A number, a date or a timestamp; bounds in the query are of the same sort. */
    private static final class OneNumberOrDate extends OneNumber {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            RelDataType type = binding.getOperandType(0);
            boolean date = type.getSqlTypeName() == SqlTypeName.DATE || type.getSqlTypeName() == SqlTypeName.TIMESTAMP;
            Optional<Bounds> bounds =
                    binding.getOperator() instanceof PrivateAggregate own ? own.bounds() : Optional.empty();
            if (throwOnFailure
                    && bounds.isPresent()
                    && bounds.get().times() != date
                    && type.getSqlTypeName() != SqlTypeName.NULL) {
                throw new Refusal(
                        ErrorCode.BOUNDS,
                        Positions.of(binding.operand(0).getParserPosition()),
                        "The values are of type " + TypeNames.of(type) + ", and the bounds are "
                                + (date ? "numbers." : "dates."),
                        "Write bounds as in contribution_bounds_per_row => "
                                + (date ? "(DATE '2024-01-01', DATE '2024-12-31')." : "(0, 100)."));
            }
            return date || super.checkOperandTypes(binding, throwOnFailure);
        }
    }
}
