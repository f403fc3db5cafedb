package io.tacit.engine.source;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads the bounds and values that an owner declares for a column, as its type has them. */
final class ValueText {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    private static final LocalDateTime EPOCH = LocalDate.EPOCH.atStartOfDay();
    private static final BigDecimal LARGEST_DOUBLE = new BigDecimal(Double.MAX_VALUE);

    /** The most digits of a number: more than any type has, and few enough to compute with. */
    private static final int MOST_DIGITS = 400;

    private final String column;
    private final ColumnType type;

    ValueText(String column, ColumnType type) {
        this.column = column;
        this.type = type;
    }

    /**
     * Bounds of a column.
     *
     * @throws Refusal SOURCE_SCHEMA when the type has no such bounds
     */
    RowBounds bounds(String low, String high) {
        BigDecimal from = bound(low);
        BigDecimal to = bound(high);
        if (from.compareTo(to) > 0) {
            throw bad(
                    "The lower bound of column " + column + " is above its upper bound.",
                    "Write the smaller value first: " + column + ":" + type + "[LOW..HIGH].");
        }
        return new RowBounds(from, to);
    }

    private BigDecimal bound(String text) {
        return switch (type.kind()) {
            case INTEGER, BIGINT, DECIMAL, DOUBLE -> number(text.strip());
            case DATE -> BigDecimal.valueOf(day(text.strip()).toEpochDay());
            case TIMESTAMP -> BigDecimal.valueOf(ChronoUnit.MICROS.between(EPOCH, time(text.strip())));
            case BOOLEAN, VARCHAR, TIME ->
                throw bad(
                        "Column " + column + " is of type " + type + ", which has no bounds.",
                        "Declare bounds of INTEGER, BIGINT, DECIMAL, DOUBLE, DATE and TIMESTAMP columns.");
        };
    }

    /**
     * The domain of a column, in the order of the values.
     *
     * @throws Refusal SOURCE_SCHEMA when a value is none of the type's, or comes twice
     */
    Domain domain(List<String> values) {
        if (values.isEmpty() || values.size() > Domain.MOST) {
            throw bad(
                    "The domain of column " + column + " has " + (values.isEmpty() ? "no" : "too many") + " values.",
                    "A domain lists between 1 and " + Domain.MOST + " values.");
        }
        Set<String> different = new LinkedHashSet<>();
        for (String text : values) {
            if (!different.add(value(text))) {
                throw bad("The domain of column " + column + " has the value " + text + " twice.", "Name it once.");
            }
        }
        return new Domain(List.copyOf(different));
    }

    private String value(String text) {
        return switch (type.kind()) {
            case VARCHAR -> text;
            case INTEGER, BIGINT, DECIMAL ->
                number(text.strip()).setScale(type.scale()).toPlainString();
            case DATE -> day(text.strip()).toString();
            case BOOLEAN -> truth(text.strip().toLowerCase(Locale.ROOT));
            case DOUBLE, TIME, TIMESTAMP ->
                throw bad(
                        "Column " + column + " is of type " + type + ", which has no domain.",
                        "Declare domains of VARCHAR, INTEGER, BIGINT, DECIMAL, DATE and BOOLEAN columns.");
        };
    }

    private String truth(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw notOfType(text);
        }
        return text;
    }

    private LocalDate day(String text) {
        try {
            LocalDate day = LocalDate.parse(text, DAY);
            if (day.getYear() >= 1 && day.getYear() <= 9999) {
                return day;
            }
        } catch (DateTimeParseException notADay) {
            throw notOfType(text);
        }
        throw notOfType(text);
    }

    /** A time; a date alone means its first moment. */
    private LocalDateTime time(String text) {
        int end = text.indexOf(' ');
        LocalDateTime start = day(end < 0 ? text : text.substring(0, end)).atStartOfDay();
        try {
            return end < 0
                    ? start
                    : start.with(LocalTime.parse(text.substring(end + 1))).truncatedTo(ChronoUnit.MICROS);
        } catch (DateTimeParseException notATime) {
            throw notOfType(text);
        }
    }

    /** An exact number of the column's type. */
    private BigDecimal number(String text) {
        BigDecimal value;
        try {
            value = new BigDecimal(text);
        } catch (NumberFormatException notANumber) {
            throw notOfType(text);
        }
        if (value.precision() > MOST_DIGITS || Math.abs((long) value.scale()) > MOST_DIGITS || !fits(value)) {
            throw notOfType(text);
        }
        return value;
    }

    private boolean fits(BigDecimal value) {
        return switch (type.kind()) {
            case INTEGER -> isWhole(value) && isBelow(value, Integer.SIZE - 1);
            case BIGINT -> isWhole(value) && isBelow(value, Long.SIZE - 1);
            case DECIMAL ->
                value.stripTrailingZeros().scale() <= type.scale()
                        && value.abs().compareTo(BigDecimal.TEN.pow(type.precision() - type.scale())) < 0;
            default -> value.abs().compareTo(LARGEST_DOUBLE) <= 0;
        };
    }

    private static boolean isWhole(BigDecimal value) {
        return value.stripTrailingZeros().scale() <= 0;
    }

    private static boolean isBelow(BigDecimal value, int bits) {
        BigDecimal limit = BigDecimal.valueOf(2).pow(bits);
        return value.compareTo(limit.negate()) >= 0 && value.compareTo(limit) < 0;
    }

    private Refusal notOfType(String text) {
        return bad(
                "What is declared for column " + column + ", " + text + ", is no value of type " + type + ".",
                switch (type.kind()) {
                    case DATE -> "Write dates as in 2024-12-31.";
                    case TIMESTAMP -> "Write times as in 2024-12-31 23:59:59, or 2024-12-31.";
                    case BOOLEAN -> "Write true or false.";
                    case INTEGER, BIGINT -> "Write whole numbers that the type can hold.";
                    case DECIMAL -> "Write numbers with at most " + type.scale() + " digits after the point.";
                    default -> "Write finite numbers such as 0.5.";
                });
    }

    private static Refusal bad(String rule, String advice) {
        return new Refusal(ErrorCode.SOURCE_SCHEMA, rule, advice);
    }
}
