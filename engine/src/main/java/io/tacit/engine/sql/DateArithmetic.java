package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/**
 * What is made of operands that do not fit their operator as they are. A constant text beside exact numbers is the number
 * that it is, not a value of the column's type to which it would be rounded. Gives {@code date + n}, {@code n + date}, {@code date - n} and {@code date - date} the meaning that PostgreSQL and
 * DuckDB give them: {@code d + n} is {@code d + n * INTERVAL '1' DAY},
 * and the difference of two dates that of their numbers of days.
 */
final class DateArithmetic extends TypeCoercionImpl {
    DateArithmetic(RelDataTypeFactory types, SqlValidator validator) {
        super(types, validator);
    }

    @Override
    public boolean binaryArithmeticCoercion(SqlCallBinding binding) {
        SqlKind kind = binding.getOperator().getKind();
        boolean sum = kind == SqlKind.PLUS;
        if (binding.getOperandCount() != 2 || !(sum || kind == SqlKind.MINUS)) {
            return super.binaryArithmeticCoercion(binding);
        }
        RelDataType left = binding.getOperandType(0);
        RelDataType right = binding.getOperandType(1);
        if (isDate(left) && SqlTypeUtil.isIntType(right)) {
            set(binding, 1, days(binding.operand(1)));
        } else if (sum && SqlTypeUtil.isIntType(left) && isDate(right)) {
            set(binding, 0, days(binding.operand(0)));
        } else if (!sum && isDate(left) && isDate(right)) {
            set(binding, 0, DateFunction.DAY_NUMBER.operator().createCall(SqlParserPos.ZERO, binding.operand(0)));
            set(binding, 1, DateFunction.DAY_NUMBER.operator().createCall(SqlParserPos.ZERO, binding.operand(1)));
        } else if (!sum && SqlTypeUtil.isDatetime(left) && SqlTypeUtil.isDatetime(right)) {
            throw new Refusal(
                    ErrorCode.ARGUMENT_TYPE,
                    Positions.of(binding.getCall().getParserPosition()),
                    "The difference of two times is an interval, and intervals are no values here.",
                    "Say in which unit: DATEDIFF('second', earlier, later), or TIMESTAMPDIFF(HOUR, earlier, later) for"
                            + " whole hours.");
        } else {
            return super.binaryArithmeticCoercion(binding);
        }
        return true;
    }

    @Override
    public boolean binaryComparisonCoercion(SqlCallBinding binding) {
        boolean changed = false;
        for (int i = 0; i < binding.getOperandCount(); i++) {
            for (int j = 0; j < binding.getOperandCount(); j++) {
                RelDataType other = binding.getOperandType(j);
                Optional<SqlNode> number = exactNumber(binding.operand(i), other);
                if (number.isPresent()) {
                    set(binding, i, number.get());
                    changed = true;
                }
                refuseTruth(binding.operand(i), other);
            }
        }
        return super.binaryComparisonCoercion(binding) || changed;
    }

    @Override
    public boolean inOperationCoercion(SqlCallBinding binding) {
        if (!(binding.operand(1) instanceof SqlNodeList values)) {
            return super.inOperationCoercion(binding);
        }
        boolean changed = numbersOf(values, binding);
        boolean coerced = super.inOperationCoercion(binding) || changed;
        if (!coerced) {
            for (SqlNode value : values) {
                refuseOther(binding.getOperandType(0), value, validator.getValidatedNodeTypeIfKnown(value));
            }
        }
        return coerced;
    }

    /** Replaces constant texts in a list by the numbers that they are; whether there were any. */
    private boolean numbersOf(SqlNodeList values, SqlCallBinding binding) {
        SqlValidatorScope scope = Objects.requireNonNull(binding.getScope());
        boolean changed = false;
        List<RelDataType> types = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Optional<SqlNode> number = exactNumber(values.get(i), binding.getOperandType(0));
            if (number.isPresent()) {
                values.set(i, number.get());
                changed = true;
            }
            types.add(validator.deriveType(scope, values.get(i)));
        }
        RelDataType common = changed ? factory.leastRestrictive(types) : null;
        if (common != null) {
            validator.setValidatedNodeType(values, common);
        }
        return changed;
    }

    /** The refusal of a value in a list that no value before it can be equal to. */
    private static void refuseOther(RelDataType left, SqlNode value, @Nullable RelDataType type) {
        if (type == null
                || left.getSqlTypeName().getFamily() == type.getSqlTypeName().getFamily()) {
            return;
        }
        List<WrittenType> types = Stream.of(left, type)
                .flatMap(each -> WrittenType.of(each).stream())
                .toList();
        if (types.size() == 2) {
            throw WrittenType.refusal(types).at(Positions.of(value.getParserPosition()));
        }
    }

    /** A constant text beside exact numbers as the number that it is. */
    private static Optional<SqlNode> exactNumber(SqlNode node, RelDataType beside) {
        if (!SqlTypeUtil.isExactNumeric(beside)
                || !(node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR)) {
            return Optional.empty();
        }
        return ConstantText.number(literal.getValueAs(String.class))
                .filter(number -> Math.abs((long) number.scale()) <= TacitTypeSystem.MAX_DIGITS)
                .map(number -> number.setScale(Math.max(number.scale(), 0)))
                .filter(number -> Math.max(number.precision(), number.scale()) <= TacitTypeSystem.MAX_DIGITS)
                .map(number -> SqlLiteral.createExactNumeric(number.toPlainString(), node.getParserPosition()));
    }

    /** Of numbers 1 is true and 0 is false; any other would count as true. */
    private static void refuseTruth(SqlNode node, RelDataType beside) {
        if (beside.getSqlTypeName() == SqlTypeName.BOOLEAN
                && ConstantNumber.of(node)
                        .filter(number -> number.signum() != 0 && number.compareTo(BigDecimal.ONE) != 0)
                        .isPresent()) {
            throw new Refusal(
                    ErrorCode.ARGUMENT_TYPE,
                    Positions.of(node.getParserPosition()),
                    "A BOOLEAN is TRUE or FALSE, and no number other than 1 and 0.",
                    WrittenType.written(beside));
        }
    }

    private static boolean isDate(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DATE;
    }

    private static SqlNode days(SqlNode number) {
        return times(number, TimeUnit.DAY, 1, number.getParserPosition());
    }

    /** {@code number * INTERVAL '1' DAY}. */
    static SqlNode times(SqlNode number, TimeUnit unit, int units, SqlParserPos place) {
        SqlNode one = SqlLiteral.createInterval(
                1, Integer.toString(units), new SqlIntervalQualifier(unit, null, place), place);
        return SqlStdOperatorTable.MULTIPLY.createCall(place, List.of(number, one));
    }

    private void set(SqlCallBinding binding, int operand, SqlNode node) {
        binding.getCall().setOperand(operand, node);
        validator.deriveType(Objects.requireNonNull(binding.getScope()), node);
    }
}
