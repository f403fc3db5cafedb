package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.TypeSql;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ExactDigits;
import io.tacit.engine.sql.TypeNames;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Types as Spark writes them. A timestamp is one without time zone, a text is compared byte for byte. */
final class SparkTypes implements TypeSql {
    static final String DOUBLE = "DOUBLE";
    static final String TEXT = "STRING";
    static final String MOMENT = "TIMESTAMP_NTZ";

    @Override
    public String name(RelDataType type) {
        return of(type);
    }

    /** The type's name. Single precision does not exist here: everything approximate is a DOUBLE. */
    static String of(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> "BOOLEAN";
            case TINYINT, SMALLINT, INTEGER -> "INT";
            case BIGINT -> "BIGINT";
            case DECIMAL -> exact(type.getPrecision(), type.getScale());
            case REAL, FLOAT, DOUBLE -> DOUBLE;
            case CHAR, VARCHAR, NULL -> TEXT;
            case DATE -> "DATE";
            case TIMESTAMP -> MOMENT;
            default ->
                throw new Refusal(
                        ErrorCode.ARGUMENT_TYPE,
                        "Over people's rows in Spark values of type " + TypeNames.of(type) + " are not accepted.",
                        "Convert them, for example with CAST(… AS VARCHAR).");
        };
    }

    @Override
    public String decimal(int digits, int scale) {
        return exact(digits, scale);
    }

    static String exact(int digits, int scale) {
        return "DECIMAL(" + digits + "," + scale + ")";
    }

    static boolean isWhole(RelDataType type) {
        return SqlTypeUtil.isIntType(type);
    }

    static boolean isDouble(RelDataType type) {
        return SqlTypeUtil.isApproximateNumeric(type);
    }

    static boolean isDecimal(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL;
    }

    static boolean isText(RelDataType type) {
        return SqlTypeUtil.isCharacter(type);
    }

    @Override
    public String convert(String text, RelDataType from, RelDataType to) {
        return SparkConversions.convert(text, from, of(to));
    }

    @Override
    public String convert(String text, RelDataType from, String to) {
        return SparkConversions.convert(text, from, to);
    }

    /** A value of an exact type, an integer or one of any number of digits, as this type; others are of it already. */
    @Override
    public String fitted(String text, RelDataType type) {
        if (isDouble(type)) {
            return "CAST(" + text + " AS " + DOUBLE + ")";
        }
        return isWhole(type) || isDecimal(type) ? SparkConversions.fit(text, of(type)) : text;
    }

    @Override
    public String cast(String text, RelDataType from, RelDataType to) {
        String converted = convert(text, from, to);
        int length = isText(to) ? to.getPrecision() : RelDataType.PRECISION_NOT_SPECIFIED;
        boolean fits = isText(from)
                && from.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
                && from.getPrecision() <= length;
        return length == RelDataType.PRECISION_NOT_SPECIFIED || fits
                ? converted
                : "left(" + converted + ", " + length + ")";
    }

    @Override
    public String comparable(RelDataType a, RelDataType b) {
        if (a.getSqlTypeName() == SqlTypeName.NULL) {
            return of(b);
        }
        if (b.getSqlTypeName() == SqlTypeName.NULL || of(a).equals(of(b))) {
            return of(a);
        }
        if (SqlTypeUtil.isNumeric(a) && SqlTypeUtil.isNumeric(b)) {
            return comparableNumber(a, b);
        }
        if (isText(a) != isText(b)) {
            return isText(a) ? of(b) : of(a);
        }
        if (SqlTypeUtil.isDatetime(a) && SqlTypeUtil.isDatetime(b)) {
            return MOMENT;
        }
        throw new Refusal(
                ErrorCode.ARGUMENT_TYPE,
                "Values of types " + TypeNames.of(a) + " and " + TypeNames.of(b) + " cannot be compared.",
                "Convert one of them with CAST.");
    }

    private static String comparableNumber(RelDataType a, RelDataType b) {
        if (isDouble(a) || isDouble(b)) {
            return DOUBLE;
        }
        if (isWhole(a) && isWhole(b)) {
            return ExactDigits.of(a).all() >= ExactDigits.of(b).all() ? of(a) : of(b);
        }
        ExactDigits digits = ExactDigits.compared(a, b);
        return exact(digits.all(), digits.scale());
    }
}
