package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.dialect.server.NumberNotation;
import io.tacit.engine.sql.ExactDigits;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;

/** Numbers. Whole numbers and decimals are computed in numeric, where nothing overflows. */
final class PostgresNumbers implements NumberNotation {
    private static final String NUMERIC = "numeric";

    @Override
    public String wide() {
        return NUMERIC;
    }

    @Override
    public String exact(String text, RelDataType type) {
        return PostgresSql.TYPES.convert(text, type, NUMERIC);
    }

    @Override
    public String negative(String text, RelDataType type) {
        return "-(" + exact(text, type) + ")";
    }

    @Override
    public String magnitude(String text, RelDataType type) {
        return "abs(" + exact(text, type) + ")";
    }

    private static String numeric(ScalarToSql scalars, RexNode operand) {
        return scalars.printAs(operand, NUMERIC);
    }

    @Override
    public String realArithmetic(String left, String sign, String right) {
        return sign.equals(" * ") ? PostgresReals.product(left, right) : PostgresReals.sum(left, sign, right);
    }

    @Override
    public String realQuotient(String left, String right) {
        return PostgresReals.quotient(left, right);
    }

    @Override
    public String wholeArithmetic(ScalarToSql scalars, RexCall call, String sign) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (isShort(left) && isShort(right) && call.getType().getSqlTypeName() == SqlTypeName.BIGINT) {
            // Of two integers of 32 bits neither sum nor product needs more than 64.
            return "(" + scalars.printAs(left, "bigint") + sign + scalars.printAs(right, "bigint") + ")";
        }
        return PostgresSql.TYPES.fit(numeric(scalars, left) + sign + numeric(scalars, right), call.getType());
    }

    private static boolean isShort(RexNode operand) {
        SqlTypeName type = operand.getType().getSqlTypeName();
        return type == SqlTypeName.INTEGER || type == SqlTypeName.SMALLINT;
    }

    @Override
    public String wholeQuotient(ScalarToSql scalars, RexCall call) {
        String dividend = numeric(scalars, call.getOperands().get(0));
        String divisor = numeric(scalars, call.getOperands().get(1));
        return "div(" + dividend + ", NULLIF(" + divisor + ", 0))";
    }

    @Override
    public String remainder(String left, String right) {
        return "mod(CAST(" + left + " AS numeric), NULLIF(CAST(" + right + " AS numeric), 0))";
    }

    @Override
    public boolean rounds(ExactDigits.Operands operands, boolean product) {
        return false;
    }

    @Override
    public String digits(ScalarToSql scalars, RexNode operand, ExactDigits digits) {
        ExactDigits own = ExactDigits.of(operand.getType());
        boolean holdsAll = own.scale() <= digits.scale() && own.all() - own.scale() <= digits.all() - digits.scale();
        return holdsAll
                ? numeric(scalars, operand)
                : scalars.printAs(operand, StandardTypes.decimal(digits.all(), digits.scale()));
    }

    @Override
    public String sign(String text, RelDataType from, RelDataType to) {
        if (!StandardTypes.isDouble(from)) {
            return PostgresSql.TYPES.fitted("sign(" + exact(text, from) + ")", to);
        }
        String sign = Once.of(
                text,
                "CASE WHEN v.a = " + PostgresConversions.real("NaN") + " THEN " + PostgresConversions.real("0")
                        + " ELSE sign(v.a) END");
        return PostgresSql.TYPES.convert(sign, from, to);
    }

    /** PostgreSQL's own function rounds half to even. */
    @Override
    public String roundedReal(String text) {
        return Once.of(
                text,
                "trunc(v.a) + CASE WHEN abs(v.a - trunc(v.a)) BETWEEN " + PostgresConversions.real("0.5") + " AND "
                        + PostgresConversions.real("1") + " THEN sign(v.a) ELSE " + PostgresConversions.real("0")
                        + " END");
    }

    @Override
    public String cutReal(String text) {
        return "trunc(" + text + ")";
    }

    @Override
    public String wholeReal(String function, String text) {
        return function + "(" + text + ")";
    }

    @Override
    public String rounded(String function, String text, int places, int scale) {
        return function + "(" + text + ", " + places + ")";
    }
}
