package io.tacit.engine.sql;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Whether a constant text can be a value of a type. What no engine reads is known from the query's text alone, so that it is
 * refused before anything is charged; where engines differ, the text counts as readable.
 */
final class ConstantText {
    /** A number in any notation that an engine here reads. */
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d[\\d_]*+\\.?[\\d_]*+|\\.\\d[\\d_]*+)([eE][+-]?\\d{1,9})?");

    private static final Pattern OTHER_BASE = Pattern.compile("0[xX][0-9a-fA-F_]+|0[bB][01_]+");
    private static final Pattern INFINITE = Pattern.compile("[+-]?(inf|infinity)");
    private static final Pattern NAN = Pattern.compile("[+-]?nan(\\(\\w*\\))?");
    private static final Pattern TRUTH =
            Pattern.compile("t|tr|tru|true|f|fa|fal|fals|false|y|ye|yes|n|no|on|of|off|1|0");
    private static final Set<String> MOMENTS = Set.of("epoch", "infinity", "-infinity", "inf", "-inf");
    private static final Pattern DAY = Pattern.compile(
            "([+-]?\\d{1,6})([-/ \\\\])(\\d{1,2})\\2(\\d{1,2})( ?\\(?(bc|ad)\\)?)?(?<rest>(t|\\s).*)?", Pattern.DOTALL);
    private static final Pattern CLOCK = Pattern.compile(
            "(\\d{1,2}):(\\d{1,2})(:(\\d{1,2})(\\.\\d*)?)?(?<zone>\\s*([a-z].*|[+-]\\d{1,2}(:?\\d{2}){0,2}))?",
            Pattern.DOTALL);

    /** More digits than this before the point, or zeros behind it, than any exact type has. */
    private static final int BEYOND_EXACT = 60;

    private static final int HOURS = 24;
    private static final int SIXTY = 60;

    private ConstantText() {}

    /** Whether some engine may read a text as this type, which is not one of texts. */
    static boolean canBe(String text, RelDataType type) {
        String bare = text.strip().toLowerCase(Locale.ROOT);
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> TRUTH.matcher(bare).matches();
            case TINYINT, SMALLINT, INTEGER, BIGINT -> OTHER_BASE.matcher(bare).matches() || isNumber(bare, type);
            case DECIMAL -> isNumber(bare, type);
            case REAL, FLOAT, DOUBLE ->
                NUMBER.matcher(bare).matches() || INFINITE.matcher(bare).matches();
            case DATE, TIMESTAMP -> MOMENTS.contains(bare) || isDay(bare);
            case TIME -> bare.equals("epoch") || isClock(bare) || isDay(bare);
            default -> true;
        };
    }

    /** Whether a text is NaN, which is NULL. */
    static boolean isNan(String text) {
        return NAN.matcher(text.strip().toLowerCase(Locale.ROOT)).matches();
    }

    private static boolean isNumber(String text, RelDataType type) {
        return number(text).filter(value -> fits(value, type)).isPresent();
    }

    /** The number that a text is; empty for other texts. */
    static Optional<BigDecimal> number(String text) {
        String bare = text.strip();
        return NUMBER.matcher(bare).matches() ? Optional.of(new BigDecimal(bare.replace("_", ""))) : Optional.empty();
    }

    /** Whether a number, rounded to the type's digits, is a value of a type of exact numbers. */
    static boolean fits(BigDecimal value, RelDataType type) {
        int before = value.precision() - value.scale();
        if (value.signum() == 0 || before < -BEYOND_EXACT) {
            return true;
        }
        if (before > BEYOND_EXACT) {
            return false;
        }
        BigDecimal rounded = value.setScale(SqlTypeUtil.isDecimal(type) ? type.getScale() : 0, RoundingMode.HALF_UP);
        return switch (type.getSqlTypeName()) {
            case TINYINT -> within(rounded, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> within(rounded, Short.MIN_VALUE, Short.MAX_VALUE);
            case INTEGER -> within(rounded, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> within(rounded, Long.MIN_VALUE, Long.MAX_VALUE);
            default -> rounded.signum() == 0 || rounded.precision() <= type.getPrecision();
        };
    }

    private static boolean within(BigDecimal value, long low, long high) {
        return value.compareTo(BigDecimal.valueOf(low)) >= 0 && value.compareTo(BigDecimal.valueOf(high)) <= 0;
    }

    private static boolean isDay(String text) {
        Matcher day = DAY.matcher(text);
        if (!day.matches()) {
            return false;
        }
        int year = Integer.parseInt(day.group(1));
        int month = Integer.parseInt(day.group(3));
        int ofMonth = Integer.parseInt(day.group(4));
        boolean before = "bc".equals(day.group(6));
        boolean exists = month >= 1
                && month <= 12
                && ofMonth >= 1
                && ofMonth <= LocalDate.of(before ? 1 - year : year, month, 1).lengthOfMonth();
        String rest =
                day.group("rest") == null ? "" : day.group("rest").substring(1).strip();
        return exists && (rest.isEmpty() || isClock(rest));
    }

    private static boolean isClock(String text) {
        Matcher clock = CLOCK.matcher(text);
        return clock.matches()
                && Integer.parseInt(clock.group(1)) <= HOURS
                && Integer.parseInt(clock.group(2)) < SIXTY
                && (clock.group(4) == null || Integer.parseInt(clock.group(4)) <= SIXTY);
    }
}
