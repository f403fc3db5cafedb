package io.tacit.engine.source;

import io.tacit.engine.catalog.ColumnType;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Counts which forms the values of one column have, and proposes a type. A few odd values do not change a type; they
 * will be NULL.
 *
 * <p>99 values in 100 must fit. For whole numbers it is 999 in 1000, because other numbers would be rounded. Numbers
 * with leading zeros stay text: 007 and 7 are two identifiers. {@code 12923.0} is whole, as programs write it that know
 * no missing integers, and makes a BIGINT. A decimal has as many digits after the point as occur, up to 6, and up to 32
 * before it; numbers of more digits are DOUBLE. NaN and infinity, in each way that DuckDB reads them, are values of
 * DOUBLE only: numbers among which one stands are DOUBLE, unless it is one of the few odd values among whole numbers.
 */
final class ColumnForms {
    private static final double MOST = 0.99;
    private static final double NEARLY_ALL = 0.999;
    private static final int MAX_SCALE = 6;
    private static final int INTEGER_DIGITS = 9;
    private static final int BIGINT_DIGITS = 18;
    private static final int DECIMAL_DIGITS = 38 - MAX_SCALE;
    private static final int USUAL_DIGITS = 10;
    private static final int MAX_LENGTH = 40;

    private static final Set<String> TRUTHS = Set.of("true", "false");
    private static final Pattern NOT_FINITE =
            Pattern.compile("[+-]?(?:inf|infinity|nan(?:\\(\\w*\\))?)", Pattern.CASE_INSENSITIVE);
    private static final Pattern EXPONENT = Pattern.compile("[eE][+-]?\\d{1,3}");
    private static final Pattern DATE_AND_TIME =
            Pattern.compile("(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})(?:[ T](.*?)(?:Z|[+-]\\d{2}(?::?\\d{2})?)?)?");
    private static final Pattern WHOLE = Pattern.compile("0|-?[1-9]\\d{0,17}");
    private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern TIME = Pattern.compile("(?:[01]?\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d(?:\\.\\d{1,6})?)?");

    private long values;
    private long truths;
    private long whole;
    private long wholeAsWritten;
    private long datesAsWritten;
    private long padded;
    private long pointed;
    private long plain;
    private long exponents;
    private long notFinite;
    private long dates;
    private long timestamps;
    private long times;
    private long noDecimals;
    private long manyDigits;
    private int maxScale;
    private long aboveInteger;
    private long aboveBigint;

    /** Counts one value that is not NULL. */
    void add(String text) {
        values++;
        wholeAsWritten += WHOLE.matcher(text).matches() ? 1 : 0;
        datesAsWritten += DAY.matcher(text).matches() ? 1 : 0;
        String value = text.strip();
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            return;
        }
        char first = value.charAt(0);
        if (NOT_FINITE.matcher(value).matches()) {
            notFinite++;
        } else if (Character.isLetter(first)) {
            truths += TRUTHS.contains(value.toLowerCase(Locale.ROOT)) ? 1 : 0;
        } else if (!number(value)) {
            moment(value);
        }
    }

    private boolean number(String value) {
        int start = value.charAt(0) == '+' || value.charAt(0) == '-' ? 1 : 0;
        int point = afterDigits(value, start);
        boolean hasPoint = point < value.length() && value.charAt(point) == '.';
        int end = hasPoint ? afterDigits(value, point + 1) : point;
        int digits = point - start;
        int scale = hasPoint ? end - point - 1 : 0;
        if (digits + scale == 0) {
            return false;
        }
        if (end < value.length()) {
            boolean exponent =
                    EXPONENT.matcher(value).region(end, value.length()).matches();
            exponents += exponent ? 1 : 0;
            return exponent;
        }
        plain++;
        manyDigits += digits > USUAL_DIGITS ? 1 : 0;
        if (scale > MAX_SCALE || digits > DECIMAL_DIGITS) {
            noDecimals++;
        } else {
            maxScale = Math.max(maxScale, scale);
        }
        if (digits > 0 && zeros(value, point + 1, end)) {
            whole++;
            pointed += hasPoint ? 1 : 0;
            padded += digits > 1 && value.charAt(start) == '0' ? 1 : 0;
            aboveInteger += digits > INTEGER_DIGITS ? 1 : 0;
            aboveBigint += digits > BIGINT_DIGITS ? 1 : 0;
        }
        return true;
    }

    private void moment(String value) {
        if (TIME.matcher(value).matches()) {
            times++;
            return;
        }
        Matcher match = DATE_AND_TIME.matcher(value);
        if (!match.matches() || !isDate(match)) {
            return;
        }
        String time = match.group(4);
        if (time == null) {
            dates++;
        } else if (TIME.matcher(time).matches()) {
            timestamps++;
        }
    }

    /**
     * The type that the values suggest.
     *
     * @param complete whether all values were counted; otherwise larger ones may follow
     */
    ColumnType type(boolean complete) {
        if (values == 0) {
            return ColumnType.VARCHAR;
        }
        if (most(truths)) {
            return ColumnType.BOOLEAN;
        }
        if (nearlyAll(whole)) {
            return wholeType(complete);
        }
        if (notFinite == 0 && most(plain) && most(plain - noDecimals)) {
            return ColumnType.decimal(nearlyAll(values - manyDigits) ? 18 : 38, maxScale);
        }
        if (plain + exponents > 0 && most(plain + exponents + notFinite)) {
            return ColumnType.DOUBLE;
        }
        if (most(dates)) {
            return ColumnType.DATE;
        }
        if (most(dates + timestamps)) {
            return ColumnType.TIMESTAMP;
        }
        return most(times) ? ColumnType.TIME : ColumnType.VARCHAR;
    }

    /**
     * The type of a column that says who or what is meant. A value that is not written as its type writes it is nobody's
     * there, so that the column is text where more than a few are.
     *
     * @param complete whether all values were counted
     */
    ColumnType keyType(boolean complete) {
        ColumnType type = type(complete);
        return switch (type.kind()) {
            case INTEGER, BIGINT -> nearlyAll(wholeAsWritten) ? type : ColumnType.VARCHAR;
            case DATE -> nearlyAll(datesAsWritten) ? type : ColumnType.VARCHAR;
            case BOOLEAN, DECIMAL, DOUBLE, VARCHAR, TIME, TIMESTAMP -> ColumnType.VARCHAR;
        };
    }

    private ColumnType wholeType(boolean complete) {
        if (!most(values - padded) || !nearlyAll(whole - aboveBigint)) {
            return ColumnType.VARCHAR;
        }
        return complete && aboveInteger == 0 && pointed == 0 ? ColumnType.INTEGER : ColumnType.BIGINT;
    }

    private boolean most(long count) {
        return count >= MOST * values;
    }

    private boolean nearlyAll(long count) {
        return count >= NEARLY_ALL * values;
    }

    private static int afterDigits(String value, int from) {
        int at = from;
        while (at < value.length() && value.charAt(at) >= '0' && value.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static boolean zeros(String value, int from, int end) {
        for (int i = from; i < end; i++) {
            if (value.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }

    private static boolean isDate(Matcher match) {
        try {
            LocalDate.of(
                    Integer.parseInt(match.group(1)),
                    Integer.parseInt(match.group(2)),
                    Integer.parseInt(match.group(3)));
            return true;
        } catch (DateTimeException noSuchDay) {
            return false;
        }
    }
}
