package io.tacit.engine.pushdown;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.WholeNumberSql;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.privacy.mechanism.Unit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Prints a row's value as a whole number of units, so that no floating-point number enters a sum ({@code
 * docs/design/privacy.md#exactness}). A NULL stays NULL.
 *
 * <p>Whole numbers are themselves; a DATE is days, a TIMESTAMP microseconds since 1970-01-01. A DECIMAL(p,s) is
 * multiplied by 10^s; one so wide that this or a person's sum could pass 38 digits is first clamped to 10^25 units. A
 * DOUBLE is clamped to ±2^85 units and rounded to the grid; NaN has become NULL before.
 */
final class RowIntegers {
    /** Magnitude in units at which wide values saturate: with 2^40 rows a sum stays below 2^126. */
    private static final int SATURATION_EXPONENT = 85;

    private static final int WIDE_DIGITS = 25;

    private static final BigInteger WIDEST = BigInteger.TEN.pow(WIDE_DIGITS);

    /** The most digits of a decimal. */
    private static final int DIGITS = 38;

    /** Digits that leave room for 2^31 rows of one person when the sum is multiplied by 10^s afterwards. */
    private static final int NARROW_DIGITS = 28;

    private final Dialect dialect;
    private final WholeNumberSql wholes;
    private final ColumnType type;
    private final Unit unit;

    RowIntegers(Dialect dialect, ValueColumn column) {
        this.dialect = dialect;
        this.wholes = dialect.wholeNumbers();
        this.type = column.type();
        this.unit = column.unit();
    }

    /** A column of {@link #sum} as whole units. */
    String unitsOfSum(String column) {
        return keepsPoint() ? units(column) : column;
    }

    /** The bound of a sum, in the type of the column of {@link #sum}. */
    String boundOfSum(BigInteger bound) {
        return keepsPoint()
                ? asDecimal(new BigDecimal(bound, type.scale()).toPlainString(), DIGITS, type.scale())
                : wholes.literal(bound);
    }

    /** One row's whole units, as an integer type of at most 128 bits. */
    String row(String column) {
        return switch (type.kind()) {
            case DECIMAL -> decimal(column);
            case DOUBLE -> grid(column);
            case DATE -> wholes.days(column);
            case TIMESTAMP -> wholes.microseconds(column);
            case BOOLEAN, INTEGER, BIGINT, VARCHAR, TIME -> column;
        };
    }

    /** The exact sum of the rows: of decimals as they are where their sum keeps its point, of anything else in whole units. */
    String sum(String column, String filter) {
        if (keepsPoint()) {
            return "SUM(" + saturated(column) + ")" + filter;
        }
        return wholes.of("SUM(" + wholes.addend(row(column)) + ")" + filter);
    }

    /**
     * The exact sum of the rows, each clamped, in the column's own type; empty where that type cannot hold
     * the bounds, or is DOUBLE. A NULL is neither above nor below a bound and stays NULL.
     */
    Optional<String> clampedSum(String column, String filter, BigInteger low, BigInteger high) {
        boolean decimal = type.kind() == ColumnType.Kind.DECIMAL;
        if (type.kind() == ColumnType.Kind.DOUBLE || decimal && !keepsPoint()) {
            return Optional.empty();
        }
        BigInteger reach = decimal ? BigInteger.TEN.pow(type.precision()) : BigInteger.ONE.shiftLeft(Long.SIZE - 1);
        if (low.abs().max(high.abs()).compareTo(reach) >= 0) {
            return Optional.empty();
        }
        String clamped = clamped(column, low, high);
        return Optional.of("SUM(" + (decimal ? clamped : wholes.addend(clamped)) + ")" + filter);
    }

    /** A value between bounds, in the column's own type; NULL stays NULL. */
    private String clamped(String column, BigInteger low, BigInteger high) {
        String least = constant(low);
        String largest = constant(high);
        return "CASE WHEN " + column + " > " + largest + " THEN " + largest + " WHEN " + column + " < " + least
                + " THEN " + least + " ELSE " + column + " END";
    }

    /**
     * A sum in the column's own type as whole units. The type must be one for which {@link #addsInOwnType} holds.
     */
    String units(String sum) {
        if (type.kind() != ColumnType.Kind.DECIMAL) {
            return wholes.of(sum);
        }
        return narrow()
                ? wholes.of(sum + " * " + power(type.scale()))
                : wholes.withoutPoint(sum, type.scale()).orElseThrow();
    }

    /**
     * Whether sums of values up to a magnitude, in whole units, may be added over 2^40 people in the column's own type
     * and made whole units once at the end: 38 digits must hold them, and those of narrow decimals times 10^s.
     */
    boolean addsInOwnType(BigInteger magnitude) {
        return switch (type.kind()) {
            case INTEGER, BIGINT -> true;
            case DECIMAL ->
                keepsPoint()
                        && magnitude
                                        .multiply(BigInteger.TEN.pow(narrow() ? type.scale() : 0))
                                        .compareTo(WIDEST)
                                < 0;
            case DOUBLE, DATE, TIMESTAMP, BOOLEAN, VARCHAR, TIME -> false;
        };
    }

    private String constant(BigInteger units) {
        return type.kind() == ColumnType.Kind.DECIMAL
                ? asDecimal(new BigDecimal(units, type.scale()).toPlainString(), type.precision(), type.scale())
                : "CAST(" + units + " AS BIGINT)";
    }

    /** Whether a sum of the column is a decimal like the column, which becomes whole units afterwards. */
    private boolean keepsPoint() {
        return type.kind() == ColumnType.Kind.DECIMAL
                && (narrow()
                        || type.scale() == unitScale()
                                && wholes.withoutPoint("0", type.scale()).isPresent());
    }

    /** A value of a decimal column, at most 10^25 units far from 0 if it is wide. */
    private String saturated(String column) {
        return narrow() || type.precision() <= WIDE_DIGITS ? column : clamped(column, WIDEST.negate(), WIDEST);
    }

    private boolean narrow() {
        return type.precision() + type.scale() <= NARROW_DIGITS && type.scale() == unitScale();
    }

    private int unitScale() {
        return unit.match(Unit.DecimalUnit::scale, grid -> 0);
    }

    private String decimal(String column) {
        int scale = unitScale();
        if (narrow()) {
            // Two decimals of at most 18 digits would be multiplied in 64 bits, where a large value is an error.
            return wholes.of(asDecimal(column, DIGITS, scale) + " * " + power(scale));
        }
        String limit = new BigDecimal(WIDEST, scale).toPlainString();
        String rounded = asDecimal(column, DIGITS, scale);
        String clamped = "LEAST(GREATEST(" + rounded + ", -" + limit + "), " + limit + ")";
        return orNull(column, wholes.of(asDecimal(clamped, WIDE_DIGITS + 1, scale) + " * " + power(scale)));
    }

    private String grid(String column) {
        int exponent = unit.match(
                digits -> {
                    throw new IllegalStateException("real numbers are counted in steps of a power of two");
                },
                Unit.BinaryGrid::exponent);
        double limit = Math.min(Math.scalb(1.0, SATURATION_EXPONENT + exponent), Double.MAX_VALUE);
        return wholes.steps(column, limit, exponent);
    }

    /**
     * A value, or NULL where the column is NULL: LEAST and GREATEST ignore NULL, so that a clamped NULL would become a
     * bound.
     */
    static String orNull(String column, String value) {
        return "CASE WHEN " + column + " IS NULL THEN NULL ELSE " + value + " END";
    }

    private String power(int scale) {
        return asDecimal("1" + "0".repeat(scale), scale + 1, 0);
    }

    private String asDecimal(String value, int digits, int scale) {
        return "CAST(" + value + " AS " + dialect.types().decimal(digits, scale) + ")";
    }
}
