package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;

/**
 * Gives {@code date + n}, {@code n + date}, {@code date - n} and {@code date - date} the meaning that PostgreSQL and
 * DuckDB give them, where operands are made to fit their operator: {@code d + n} is {@code d + n * INTERVAL '1' DAY},
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
