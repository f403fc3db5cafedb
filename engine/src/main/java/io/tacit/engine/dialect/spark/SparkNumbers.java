package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.dialect.server.NumberNotation;
import io.tacit.engine.sql.ExactDigits;
import io.tacit.engine.sql.TacitTypeSystem;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/**
 * Numbers. Whole numbers are computed by functions that give NULL where a result does not fit, or as decimals that hold
 * every result.
 */
final class SparkNumbers implements NumberNotation {
    /** Spark keeps six places after the point where a result could have more than 38 digits, and rounds the others. */
    private static final int KEPT_PLACES = 6;

    /** To so many Spark rounds what has the other sign. */
    private static final int ROUNDED_DIGITS = 34;

    /** From here on every DOUBLE is a whole number. */
    private static final String WHOLE_REALS = SparkConversions.real(String.valueOf(Math.scalb(1.0, 52)));

    @Override
    public String wide() {
        return SparkConversions.WIDE;
    }

    @Override
    public String exact(String text, RelDataType type) {
        return StandardTypes.isDecimal(type) ? text : "CAST(" + text + " AS " + SparkConversions.WIDE + ")";
    }

    private String exact(ScalarToSql scalars, RexNode operand) {
        return exact(scalars.print(operand), operand.getType());
    }

    /**
     * Spark's own sign and {@code abs} round a decimal to 34 digits, and raise an error where that gives it a digit more
     * than its type has. Differences are exact, but for those that lose a place after the point; of these the text is turned.
     */
    @Override
    public String negative(String text, RelDataType type) {
        ExactDigits digits = ExactDigits.of(type);
        if (digits.all() <= ROUNDED_DIGITS) {
            return "-(" + exact(text, type) + ")";
        }
        return digits.all() < TacitTypeSystem.MAX_DIGITS || digits.scale() <= KEPT_PLACES
                ? "(" + zero(type) + " - (" + text + "))"
                : Once.of(text, value -> turned(value, type));
    }

    private static String turned(String value, RelDataType type) {
        String digits = "try_cast(" + value + " AS STRING)";
        return "try_cast(CASE WHEN " + value + " < " + zero(type) + " THEN substring(" + digits
                + ", 2) ELSE concat('-', " + digits + ") END AS " + SparkSql.TYPES.name(type) + ")";
    }

    @Override
    public String magnitude(String text, RelDataType type) {
        if (ExactDigits.of(type).all() <= ROUNDED_DIGITS) {
            return "abs(" + exact(text, type) + ")";
        }
        return Once.of(
                text,
                value -> "CASE WHEN " + value + " < " + zero(type) + " THEN " + negative(value, type) + " ELSE " + value
                        + " END");
    }

    /** Of the number's own type: beside a whole number a decimal of 38 digits loses some. */
    private static String zero(RelDataType type) {
        return "CAST(0 AS " + SparkSql.TYPES.name(type) + ")";
    }

    @Override
    public String realArithmetic(String left, String sign, String right) {
        return "(" + left + sign + right + ")";
    }

    @Override
    public String realQuotient(String left, String right) {
        return "(" + left + " / NULLIF(" + right + ", CAST(0 AS DOUBLE)))";
    }

    @Override
    public String wholeArithmetic(ScalarToSql scalars, RexCall call, String sign) {
        String function = sign.equals(" + ") ? "try_add" : sign.equals(" - ") ? "try_subtract" : "try_multiply";
        String result = function + "(" + scalars.printAs(call.getOperands().get(0), "BIGINT") + ", "
                + scalars.printAs(call.getOperands().get(1), "BIGINT") + ")";
        return SparkSql.TYPES.name(call.getType()).equals("BIGINT")
                ? result
                : SparkSql.TYPES.fit(result, call.getType());
    }

    @Override
    public String wholeQuotient(ScalarToSql scalars, RexCall call) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (!StandardTypes.isWhole(left.getType()) || !StandardTypes.isWhole(right.getType())) {
            throw SparkSql.TYPES.lacking().function("whole quotient of decimals");
        }
        return new SparkWholeNumbers().quotient(exact(scalars, left), exact(scalars, right));
    }

    @Override
    public String remainder(String left, String right) {
        return left + " % NULLIF(" + right + ", 0)";
    }

    /** Spark reckons with one digit more than there can be. */
    @Override
    public boolean rounds(ExactDigits.Operands operands, boolean product) {
        ExactDigits left = operands.left();
        ExactDigits right = operands.right();
        int scale = product ? left.scale() + right.scale() : Math.max(left.scale(), right.scale());
        int digits = 1 + (product ? left.all() + right.all() : Math.max(left.whole(), right.whole()) + scale);
        return digits > TacitTypeSystem.MAX_DIGITS && scale > KEPT_PLACES;
    }

    @Override
    public String digits(ScalarToSql scalars, RexNode operand, ExactDigits digits) {
        return scalars.printAs(operand, StandardTypes.decimal(digits.all(), digits.scale()));
    }

    @Override
    public String sign(String text, RelDataType from, RelDataType to) {
        String nan = StandardTypes.isDouble(from) ? " WHEN isnan(%s) THEN 0" : "";
        String zero = zero(from);
        String sign = Once.of(
                text,
                value -> "CASE" + nan.replace("%s", value) + " WHEN " + value + " > " + zero + " THEN 1 WHEN " + value
                        + " < " + zero + " THEN -1 WHEN " + value + " = " + zero + " THEN 0 END");
        // A decimal with all its digits after the point has no 1.
        return "try_cast(" + sign + " AS " + SparkSql.TYPES.name(to) + ")";
    }

    @Override
    public String roundedReal(String text) {
        return "round(" + text + ")";
    }

    /** Spark's own functions make whole numbers of 64 bits. */
    @Override
    public String cutReal(String text) {
        return Once.of(
                text,
                value -> "CASE WHEN abs(" + value + ") < " + WHOLE_REALS + " THEN CAST(CASE WHEN " + value
                        + " < 0 THEN ceil(" + value + ") ELSE floor(" + value + ") END AS DOUBLE) ELSE " + value
                        + " END");
    }

    @Override
    public String wholeReal(String function, String text) {
        return Once.of(
                text,
                value -> "CASE WHEN abs(" + value + ") < " + WHOLE_REALS + " THEN CAST(" + function + "(" + value
                        + ") AS DOUBLE) ELSE " + value + " END");
    }

    @Override
    public String rounded(String function, String text, int places, int scale) {
        if (places >= scale) {
            return text;
        }
        return function.equals("round")
                ? "round(" + text + ", " + places + ")"
                : Once.of(
                        text,
                        number -> "CASE WHEN " + number + " < 0 THEN ceil(" + number + ", " + places + ") ELSE floor("
                                + number + ", " + places + ") END");
    }
}
