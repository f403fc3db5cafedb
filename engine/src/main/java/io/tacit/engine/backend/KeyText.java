package io.tacit.engine.backend;

import io.tacit.engine.catalog.ColumnType;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The one text of each value of a group's key. Every back end prints keys so, and they are read here: equal values have
 * the same text, and different values have different ones.
 *
 * <table>
 * <caption>Forms</caption>
 * <tr><th>type</th><th>text</th></tr>
 * <tr><td>BOOLEAN</td><td>{@code true}, {@code false}</td></tr>
 * <tr><td>INTEGER, BIGINT</td><td>{@code -12}: decimal digits without leading zeros</td></tr>
 * <tr><td>DECIMAL(p, s)</td><td>{@code 0.50}: always s digits after the point</td></tr>
 * <tr><td>DOUBLE</td><td>{@code 0.1}, {@code 100}, {@code 1e+16}: digits that read as the same number and no other; how
 *     many, and whether with an exponent, is the back end's choice, always the same for the same number. {@code inf},
 *     {@code -inf}. There is no NaN, which is NULL in a key, and only one zero</td></tr>
 * <tr><td>VARCHAR</td><td>the text itself</td></tr>
 * <tr><td>DATE</td><td>{@code 2024-12-31}: a year of at least four digits; {@code 0044-03-15 (BC)} before the year 1;
 *     {@code infinity}, {@code -infinity}</td></tr>
 * <tr><td>TIME</td><td>{@code 23:59:59.5}: up to six digits after the point, the last of them no zero</td></tr>
 * <tr><td>TIMESTAMP</td><td>{@code 2024-12-31 23:59:59.5}: a date, a blank and a time; {@code infinity}, {@code
 *     -infinity}</td></tr>
 * </table>
 *
 * <p>NULL has no text. Java has no infinite dates: they are the day {@link Integer#MAX_VALUE} and the microsecond
 * {@link Long#MAX_VALUE} after 1970, or before it, as DuckDB stores them; no other date is that far.
 */
public final class KeyText {
    private static final String INFINITY = "infinity";
    private static final Pattern DAY = Pattern.compile("(\\d{4,7})-(\\d\\d)-(\\d\\d)( \\(BC\\))?");
    private static final Pattern WHOLE = Pattern.compile("-?\\d+");
    private static final Pattern REAL = Pattern.compile("-?\\d+(?:\\.\\d+)?(?:e[+-]\\d+)?");
    private static final Pattern FRACTION = Pattern.compile("-?\\d*\\.\\d+");
    private static final LocalDateTime EPOCH = LocalDate.EPOCH.atStartOfDay();
    private static final LocalDate LAST_DAY = LocalDate.ofEpochDay(Integer.MAX_VALUE);
    private static final LocalDate FIRST_DAY = LocalDate.ofEpochDay(-Integer.MAX_VALUE);
    private static final LocalDateTime LAST_MOMENT = EPOCH.plus(Long.MAX_VALUE, ChronoUnit.MICROS);
    private static final LocalDateTime FIRST_MOMENT = EPOCH.plus(-Long.MAX_VALUE, ChronoUnit.MICROS);

    private static final int MICROS = 6;

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, MICROS, true)
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    private KeyText() {}

    /**
     * Reads a key.
     *
     * @return a Boolean, Integer, Long, BigDecimal, Double, String, LocalDate, LocalTime or LocalDateTime, as the type
     *     is
     * @throws IllegalArgumentException when it is not the one text of a value of this type: the back end is at fault
     */
    public static Object value(String text, ColumnType type) {
        Object value;
        try {
            value = read(text, type);
        } catch (ArithmeticException | DateTimeException | NumberFormatException unreadable) {
            throw mistaken(type);
        }
        if (!text.equals(text(value, type, text))) {
            throw mistaken(type);
        }
        return value;
    }

    /**
     * Rows whose keys are read, and whose other values are left.
     *
     * @param keyCount how many values, from the left, are the text of a key
     * @throws IllegalArgumentException as {@link #value}
     */
    public static List<@Nullable Object[]> typed(List<@Nullable Object[]> rows, List<ColumnType> types, int keyCount) {
        List<@Nullable Object[]> typed = new ArrayList<>();
        for (@Nullable Object[] row : rows) {
            @Nullable Object[] values = row.clone();
            for (int i = 0; i < keyCount; i++) {
                values[i] = row[i] instanceof String text ? value(text, types.get(i)) : row[i];
            }
            typed.add(values);
        }
        return typed;
    }

    private static Object read(String text, ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> Boolean.valueOf(text);
            case INTEGER -> Integer.valueOf(matching(WHOLE, text));
            case BIGINT -> Long.valueOf(matching(WHOLE, text));
            case DECIMAL -> decimal(text, type);
            case DOUBLE -> real(text);
            case VARCHAR -> text;
            case DATE -> day(text);
            case TIME -> LocalTime.parse(text, TIME);
            case TIMESTAMP -> moment(text);
        };
    }

    /** The text of a value; a DOUBLE keeps the text that was read. */
    private static String text(Object value, ColumnType type, String text) {
        return switch (type.kind()) {
            case BOOLEAN, INTEGER, BIGINT, VARCHAR -> value.toString();
            case DECIMAL -> ((BigDecimal) value).toPlainString();
            case DOUBLE -> text;
            case DATE -> day((LocalDate) value);
            case TIME -> TIME.format((LocalTime) value);
            case TIMESTAMP -> moment((LocalDateTime) value);
        };
    }

    private static String matching(Pattern pattern, String text) {
        if (!pattern.matcher(text).matches()) {
            throw new NumberFormatException();
        }
        return text;
    }

    private static BigDecimal decimal(String text, ColumnType type) {
        BigDecimal value = new BigDecimal(matching(type.scale() == 0 ? WHOLE : FRACTION, text));
        if (value.scale() != type.scale() || value.precision() > type.precision()) {
            throw new ArithmeticException();
        }
        return value;
    }

    private static Double real(String text) {
        Double value = switch (text) {
            case "inf" -> Double.POSITIVE_INFINITY;
            case "-inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.valueOf(matching(REAL, text));
        };
        if (value.equals(-0.0) || value.isInfinite() && !text.endsWith("inf")) {
            throw new ArithmeticException();
        }
        return value;
    }

    private static LocalDate day(String text) {
        Matcher parts = DAY.matcher(text);
        if (!parts.matches()) {
            return infinite(text, FIRST_DAY, LAST_DAY);
        }
        int year = Integer.parseInt(parts.group(1));
        return LocalDate.of(
                parts.group(4) == null ? year : 1 - year,
                Integer.parseInt(parts.group(2)),
                Integer.parseInt(parts.group(3)));
    }

    private static <T> T infinite(String text, T first, T last) {
        return switch (text) {
            case INFINITY -> last;
            case "-" + INFINITY -> first;
            default -> throw new DateTimeException("no date");
        };
    }

    private static String day(LocalDate value) {
        if (value.equals(LAST_DAY) || value.equals(FIRST_DAY)) {
            return value.equals(LAST_DAY) ? INFINITY : "-" + INFINITY;
        }
        int year = value.getYear();
        return String.format(
                Locale.ROOT,
                "%04d-%02d-%02d%s",
                year > 0 ? year : 1 - year,
                value.getMonthValue(),
                value.getDayOfMonth(),
                year > 0 ? "" : " (BC)");
    }

    private static LocalDateTime moment(String text) {
        int blank = text.lastIndexOf(' ');
        return blank < 0
                ? infinite(text, FIRST_MOMENT, LAST_MOMENT)
                : LocalDateTime.of(day(text.substring(0, blank)), LocalTime.parse(text.substring(blank + 1), TIME));
    }

    private static String moment(LocalDateTime value) {
        if (value.equals(LAST_MOMENT) || value.equals(FIRST_MOMENT)) {
            return value.equals(LAST_MOMENT) ? INFINITY : "-" + INFINITY;
        }
        return day(value.toLocalDate()) + " " + TIME.format(value);
    }

    /** An error that does not quote the key's text, which may be one person's. */
    private static IllegalArgumentException mistaken(ColumnType type) {
        return new IllegalArgumentException("a key is not the text of a " + type);
    }
}
