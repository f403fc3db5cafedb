package io.tacit.engine.dialect;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ExactDigits;
import io.tacit.engine.sql.TypeNames;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** What holds of types in all engines, given what each calls them. */
public final class StandardTypes {
    private StandardTypes() {}

    /** The name of an exact type with so many digits, of which so many stand after the point. */
    public static String decimal(int digits, int scale) {
        return "DECIMAL(" + digits + "," + scale + ")";
    }

    /** Whether values are integers of at most 64 bits. */
    public static boolean isWhole(RelDataType type) {
        return SqlTypeUtil.isIntType(type);
    }

    /** Whether values are floating-point numbers, of which there is one type only. */
    public static boolean isDouble(RelDataType type) {
        return SqlTypeUtil.isApproximateNumeric(type);
    }

    /** Whether values are exact numbers with a declared number of digits. */
    public static boolean isDecimal(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL;
    }

    /** Whether values are texts. */
    public static boolean isText(RelDataType type) {
        return SqlTypeUtil.isCharacter(type);
    }

    /** A converted value that was given a type by CAST: a text is cut to its declared length. */
    public static String cut(String converted, RelDataType from, RelDataType to) {
        int length = isText(to) ? to.getPrecision() : RelDataType.PRECISION_NOT_SPECIFIED;
        boolean fits = isText(from)
                && from.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
                && from.getPrecision() <= length;
        return length == RelDataType.PRECISION_NOT_SPECIFIED || fits
                ? converted
                : "left(" + converted + ", " + length + ")";
    }

    /**
     * The name of the type in which two values are compared. Exact numbers are compared exactly: a value with too many
     * digits for the other's scale becomes NULL, never equal to a neighbour.
     *
     * @param name what the engine calls a type
     * @param timestamp what it calls the type of a day and a time
     * @throws Refusal where they cannot be compared
     */
    public static String comparable(
            RelDataType a, RelDataType b, Function<RelDataType, String> name, String timestamp) {
        if (a.getSqlTypeName() == SqlTypeName.NULL) {
            return name.apply(b);
        }
        if (b.getSqlTypeName() == SqlTypeName.NULL || name.apply(a).equals(name.apply(b))) {
            return name.apply(a);
        }
        if (SqlTypeUtil.isNumeric(a) && SqlTypeUtil.isNumeric(b)) {
            return comparableNumber(a, b, name);
        }
        if (isText(a) != isText(b)) {
            return name.apply(isText(a) ? b : a);
        }
        if (SqlTypeUtil.isDatetime(a) && SqlTypeUtil.isDatetime(b)) {
            return timestamp;
        }
        throw new Refusal(
                ErrorCode.ARGUMENT_TYPE,
                "Values of types " + TypeNames.of(a) + " and " + TypeNames.of(b) + " cannot be compared.",
                "Convert one of them with CAST.");
    }

    private static String comparableNumber(RelDataType a, RelDataType b, Function<RelDataType, String> name) {
        if (isDouble(a) || isDouble(b)) {
            return name.apply(isDouble(a) ? a : b);
        }
        if (isWhole(a) && isWhole(b)) {
            return name.apply(ExactDigits.of(a).all() >= ExactDigits.of(b).all() ? a : b);
        }
        ExactDigits digits = ExactDigits.compared(a, b);
        return decimal(digits.all(), digits.scale());
    }
}
