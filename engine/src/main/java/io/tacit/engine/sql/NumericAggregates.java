package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
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
 * The aggregates of plain SQL, and the types of private ones, as their {@link AggregateSpecification}s say. Unlike
 * Calcite's own they never convert text to numbers on the quiet: the analyst is told, since text that is no number
 * would become NULL.
 */
final class NumericAggregates {
    /** COUNT: of rows, or of an expression of any type. */
    static final SqlOperandTypeChecker ANYTHING_OR_NOTHING = OperandTypes.or(OperandTypes.NILADIC, OperandTypes.ANY);

    static final SqlOperandTypeChecker ONE_NUMBER = new OneNumber();

    private static final SqlOperandTypeChecker TWO_NUMBERS = new TwoNumbers();

    private static final SqlOperandTypeChecker ONE_NUMBER_OR_DATE = new OneNumberOrDate();

    /**
     * COUNT. Unlike Calcite's own it keeps an argument that cannot be NULL by its type: made total, it can. {@code
     * COUNT(*)} is a call without arguments.
     */
    static final Plain COUNT = new Plain("COUNT", AggregateFunction.COUNT);

    private NumericAggregates() {}

    /**
     * The operators, one for each name in plain SQL. MIN and MAX are of any type there; other quantiles are read
     * before.
     */
    static List<SqlAggFunction> operators() {
        List<SqlAggFunction> all = new ArrayList<>();
        for (AggregateFunction function : AggregateFunction.values()) {
            for (String name : function.specification().names()) {
                switch (function.form()) {
                    case COUNT -> all.add(COUNT);
                    case SUM, MEAN, SPREAD, PAIR -> all.add(new Plain(name, function));
                    case QUANTILE, MOST_FREQUENT -> ofAnyType(function).ifPresent(all::add);
                }
            }
        }
        return all.stream().distinct().toList();
    }

    private static Optional<SqlAggFunction> ofAnyType(AggregateFunction function) {
        return switch (function) {
            case MIN -> Optional.of(SqlStdOperatorTable.MIN);
            case MAX -> Optional.of(SqlStdOperatorTable.MAX);
            default -> Optional.empty();
        };
    }

    static SqlReturnTypeInference returnType(AggregateFunction function) {
        return switch (function.form()) {
            case COUNT -> ReturnTypes.BIGINT;
            case SUM -> ReturnTypes.AGG_SUM;
            case QUANTILE ->
                function == AggregateFunction.QUANTILE
                        ? NumericAggregates::betweenValues
                        : ReturnTypes.ARG0_FORCE_NULLABLE;
            case MOST_FREQUENT -> ReturnTypes.ARG0_FORCE_NULLABLE;
            case MEAN, SPREAD, PAIR -> NumericAggregates::real;
        };
    }

    /** The type of a value between others: a date between dates, DOUBLE between numbers. */
    private static RelDataType betweenValues(SqlOperatorBinding binding) {
        return SqlTypeUtil.isDatetime(binding.getOperandType(0))
                ? binding.getTypeFactory().createTypeWithNullability(binding.getOperandType(0), true)
                : real(binding);
    }

    private static RelDataType real(SqlOperatorBinding binding) {
        RelDataType type = binding.getTypeFactory().createSqlType(SqlTypeName.DOUBLE);
        return binding.getTypeFactory().createTypeWithNullability(type, true);
    }

    /** An aggregate of plain SQL. */
    static final class Plain extends SqlAggFunction {
        private final AggregateFunction function;

        private Plain(String name, AggregateFunction function) {
            super(
                    name,
                    null,
                    // Calcite has no kind for every pair, and rewrites some of those that it has.
                    function.form() == AggregateFunction.Form.PAIR
                            ? SqlKind.OTHER_FUNCTION
                            : SqlKind.valueOf(function.name()),
                    returnType(function),
                    null,
                    argument(function),
                    SqlFunctionCategory.NUMERIC,
                    false,
                    false,
                    Optionality.FORBIDDEN);
            this.function = function;
        }

        AggregateFunction function() {
            return function;
        }
    }

    /** What an aggregate takes. */
    static SqlOperandTypeChecker argument(AggregateFunction function) {
        return switch (function.form()) {
            case COUNT -> ANYTHING_OR_NOTHING;
            case SUM, MEAN, SPREAD -> ONE_NUMBER;
            case PAIR -> TWO_NUMBERS;
            case QUANTILE -> ONE_NUMBER_OR_DATE;
            case MOST_FREQUENT -> OperandTypes.ANY;
        };
    }

    private static class OneNumber implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            return isNumber(binding, 0, throwOnFailure);
        }

        static boolean isNumber(SqlCallBinding binding, int argument, boolean throwOnFailure) {
            RelDataType type = binding.getOperandType(argument);
            if (SqlTypeUtil.isNumeric(type) || type.getSqlTypeName() == SqlTypeName.NULL) {
                return true;
            }
            if (!throwOnFailure) {
                return false;
            }
            SqlParserPos place = binding.operand(argument).getParserPosition();
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

    /** The columns of a pair. */
    private static final class TwoNumbers implements SqlOperandTypeChecker {
        @Override
        public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
            return OneNumber.isNumber(binding, 0, throwOnFailure) && OneNumber.isNumber(binding, 1, throwOnFailure);
        }

        @Override
        public SqlOperandCountRange getOperandCountRange() {
            return SqlOperandCountRanges.of(2);
        }

        @Override
        public String getAllowedSignatures(SqlOperator operator, String name) {
            return name + "(<NUMERIC>, <NUMERIC>)";
        }
    }

    /** A number, a date or a timestamp, with bounds of the same kind. */
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
