package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.privacy.mechanism.Unit;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Prints a row's value as a whole number of units, so that no floating-point number enters a sum (page "privacy",
 * section "Exactness"). A NULL stays NULL.
 *
 * <p>Whole numbers are themselves. A DECIMAL(p,s) is multiplied by 10^s; one so wide that this or a person's sum could
 * pass 38 digits is first clamped to 10^25 units. A DOUBLE is clamped to ±2^85 units and rounded to the grid; NaN has
 * become NULL before.
 */
final class RowIntegers {
    /** Magnitude in units at which wide values saturate: with 2^40 rows a sum stays below 2^126. */
    private static final int SATURATION_EXPONENT = 85;

    private static final int WIDE_DIGITS = 25;

    /** Digits that leave room for 2^31 rows of one person when the sum is multiplied by 10^s afterwards. */
    private static final int NARROW_DIGITS = 28;

    private final ColumnType type;
    private final Unit unit;

    RowIntegers(ColumnType type, Unit unit) {
        this.type = type;
        this.unit = unit;
    }

    /** One row's whole units, as an integer type of at most 128 bits. */
    String row(String column) {
        return switch (type.kind()) {
            case DECIMAL -> decimal(column);
            case DOUBLE -> grid(column);
            default -> column;
        };
    }

    /** The exact sum of the rows' whole units; narrow decimals are added as they are and scaled once. */
    String sum(String column, String filter) {
        if (type.kind() == ColumnType.Kind.DECIMAL && narrow()) {
            return "CAST(SUM(" + column + ")" + filter + " * " + power(type.scale()) + " AS HUGEINT)";
        }
        return "CAST(SUM(" + row(column) + ")" + filter + " AS HUGEINT)";
    }

    private boolean narrow() {
        return type.precision() + type.scale() <= NARROW_DIGITS && type.scale() == unitScale();
    }

    private int unitScale() {
        return unit instanceof Unit.DecimalUnit decimal ? decimal.scale() : 0;
    }

    private String decimal(String column) {
        int scale = unitScale();
        if (narrow()) {
            // Two decimals of at most 18 digits would be multiplied in 64 bits, where a large value is an error.
            return "CAST(CAST(" + column + " AS DECIMAL(38," + scale + ")) * " + power(scale) + " AS HUGEINT)";
        }
        String limit = new BigDecimal(BigInteger.TEN.pow(WIDE_DIGITS), scale).toPlainString();
        String rounded = "CAST(" + column + " AS DECIMAL(38," + scale + "))";
        String clamped = "LEAST(GREATEST(" + rounded + ", -" + limit + "), " + limit + ")";
        return orNull(
                column,
                "CAST(CAST(" + clamped + " AS DECIMAL(" + (WIDE_DIGITS + 1) + "," + scale + ")) * " + power(scale)
                        + " AS HUGEINT)");
    }

    private String grid(String column) {
        int exponent = ((Unit.BinaryGrid) unit).exponent();
        String limit = real(Math.scalb(1.0, SATURATION_EXPONENT + exponent));
        String scaled =
                "LEAST(GREATEST(" + column + ", -" + limit + "), " + limit + ") * " + real(Math.scalb(1.0, -exponent));
        return orNull(column, "CAST(" + scaled + " AS HUGEINT)");
    }

    /** LEAST and GREATEST pass over NULL, so that a clamped NULL would become a bound. */
    static String orNull(String column, String value) {
        return "CASE WHEN " + column + " IS NULL THEN NULL ELSE " + value + " END";
    }

    /** A power of two as a DOUBLE: its shortest decimal form reads back exactly. */
    private static String real(double value) {
        return "CAST('" + value + "' AS DOUBLE)";
    }

    private static String power(int scale) {
        return "CAST(1" + "0".repeat(scale) + " AS DECIMAL(" + (scale + 1) + ",0))";
    }
}
