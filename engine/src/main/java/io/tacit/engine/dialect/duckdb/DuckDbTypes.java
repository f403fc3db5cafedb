package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.ExactDigits;
import io.tacit.engine.sql.TypeNames;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Types as DuckDB writes them, and conversions between them that give NULL where a value does not fit. */
final class DuckDbTypes {
    private DuckDbTypes() {}

    /** The type's name. Single precision does not exist here: everything approximate is DOUBLE. */
    static String name(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> "BOOLEAN";
            case TINYINT -> "TINYINT";
            case SMALLINT -> "SMALLINT";
            case INTEGER -> "INTEGER";
            case BIGINT -> "BIGINT";
            case DECIMAL -> decimal(type.getPrecision(), type.getScale());
            case REAL, FLOAT, DOUBLE -> "DOUBLE";
            case CHAR, VARCHAR, NULL -> "VARCHAR";
            case DATE -> "DATE";
            case TIME -> "TIME";
            case TIMESTAMP -> "TIMESTAMP";
            case ARRAY -> name(ColumnTypes.element(type)) + "[]";
            default ->
                throw new Refusal(
                        ErrorCode.ARGUMENT_TYPE,
                        "Values of type " + TypeNames.of(type) + " are not accepted.",
                        "Convert them, for example with CAST(… AS VARCHAR).");
        };
    }

    static String decimal(int digits, int scale) {
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

    /** A value of one type as another; NULL where it does not fit. Halves round away from zero. */
    static String convert(String text, RelDataType from, RelDataType to) {
        String target = name(to);
        if (from.getSqlTypeName() == SqlTypeName.NULL) {
            return "CAST(" + text + " AS " + target + ")";
        }
        if (name(from).equals(target)) {
            return text;
        }
        if (isText(to)) {
            return isDouble(from) ? textOfDouble(text) : "CAST(" + text + " AS VARCHAR)";
        }
        if (isDouble(from) && isWhole(to)) {
            return "TRY_CAST(round(" + text + ") AS " + target + ")";
        }
        return "TRY_CAST(" + text + " AS " + target + ")";
    }

    /** A value of one type as the type of that name; NULL where it does not fit. */
    static String convert(String text, RelDataType from, String target) {
        if (name(from).equals(target)) {
            return text;
        }
        return isDouble(from) && target.equals("VARCHAR")
                ? textOfDouble(text)
                : "TRY_CAST(" + text + " AS " + target + ")";
    }

    /**
     * Equal values have one text: DuckDB takes -0.0 for 0.0 and one NaN for the other wherever it groups or joins, and
     * which of them is left over depends on the order of rows.
     */
    private static String textOfDouble(String text) {
        return "replace(CAST((" + text + " + CAST(0 AS DOUBLE)) AS VARCHAR), '-nan', 'nan')";
    }

    /** A CAST that was written: as {@link #convert}, and text is cut to its declared length. */
    static String cast(String text, RelDataType from, RelDataType to) {
        String converted = convert(text, from, to);
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
     */
    static String comparable(RelDataType a, RelDataType b) {
        if (a.getSqlTypeName() == SqlTypeName.NULL) {
            return name(b);
        }
        if (b.getSqlTypeName() == SqlTypeName.NULL || name(a).equals(name(b))) {
            return name(a);
        }
        if (SqlTypeUtil.isNumeric(a) && SqlTypeUtil.isNumeric(b)) {
            return comparableNumber(a, b);
        }
        if (isText(a) != isText(b)) {
            return isText(a) ? name(b) : name(a);
        }
        if (SqlTypeUtil.isDatetime(a) && SqlTypeUtil.isDatetime(b)) {
            return "TIMESTAMP";
        }
        throw new Refusal(
                ErrorCode.ARGUMENT_TYPE,
                "Values of types " + TypeNames.of(a) + " and " + TypeNames.of(b) + " cannot be compared.",
                "Convert one of them with CAST.");
    }

    private static String comparableNumber(RelDataType a, RelDataType b) {
        if (isDouble(a) || isDouble(b)) {
            return "DOUBLE";
        }
        if (isWhole(a) && isWhole(b)) {
            return ExactDigits.of(a).all() >= ExactDigits.of(b).all() ? name(a) : name(b);
        }
        ExactDigits digits = ExactDigits.compared(a, b);
        return decimal(digits.all(), digits.scale());
    }
}
