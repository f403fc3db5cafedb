package io.tacit.engine.audit;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.RowBounds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Values, as text, that are made to be confused, to overflow, or to lie at the ends of what was declared. */
final class InventedValues {
    /** Longer than the buffers of readers. */
    private static final String LONG = "long ".repeat(1700);

    /** So many digits hold numbers of which some rows pass 2^63. */
    private static final int NEARLY_A_LONG = 16;

    private static final int A_LONG = 18;

    private InventedValues() {}

    /** Values for a column; NULL is not among them. */
    static List<String> of(Column column) {
        List<String> values = new ArrayList<>();
        column.domain()
                .ifPresent(domain -> values.addAll(
                        domain.values().subList(0, Math.min(6, domain.values().size()))));
        column.bounds().ifPresent(bounds -> values.addAll(around(bounds, column.type())));
        values.addAll(ofType(column.type()));
        return values;
    }

    private static List<String> around(RowBounds bounds, ColumnType type) {
        if (type.kind() == ColumnType.Kind.DATE) {
            LocalDate low = LocalDate.ofEpochDay(bounds.low().longValue());
            LocalDate high = LocalDate.ofEpochDay(bounds.high().longValue());
            return List.of(low.toString(), high.toString(), high.plusDays(1).toString());
        }
        if (type.kind() == ColumnType.Kind.TIMESTAMP) {
            return List.of(
                    bounds.lowText(type),
                    bounds.highText(type),
                    RowBounds.text(type, bounds.high().add(BigDecimal.ONE)));
        }
        BigDecimal step = new BigDecimal(BigInteger.ONE, type.scale());
        return List.of(
                bounds.low().toPlainString(),
                bounds.high().toPlainString(),
                bounds.low().subtract(step).toPlainString(),
                bounds.high().add(step).toPlainString());
    }

    private static List<String> ofType(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> List.of("true", "false");
            case INTEGER -> List.of("1", "2", "0", "3", "-3", "5", "2147483647", "-2147483648");
            case BIGINT -> List.of("1", "2", "0", "3", "77", "9223372036854775807", "-9223372036854775808");
            case DECIMAL -> decimals(type);
            case DOUBLE ->
                List.of("1", "0.1", "-0.0", "0", "2.5", "-7.75", "nan", "inf", "-inf", "1e308", "-1e308", "5e-324");
            case VARCHAR ->
                List.of(
                        "a",
                        "b",
                        "c",
                        "A",
                        "a ",
                        "NULL",
                        "",
                        "d",
                        "é",
                        "'",
                        "a,b;c",
                        "%_%",
                        "1",
                        "-7",
                        "2020-02-30",
                        "e\u0301",
                        "\"",
                        "a\nb",
                        "\\",
                        LONG);
            case DATE ->
                List.of(
                        "2023-06-01",
                        "2024-02-29",
                        "1970-01-01",
                        "0001-01-01",
                        "9999-12-31",
                        "9999-01-01",
                        "0001-12-31");
            case TIME -> List.of("12:00:00", "00:00:00", "23:59:59.999999");
            case TIMESTAMP -> List.of("2023-06-01 12:30:00", "1970-01-01 00:00:00", "9999-12-31 23:59:59.999999");
        };
    }

    /** The two ends of a column of numbers; empty for others. */
    static List<String> ends(Column column) {
        ColumnType type = column.type();
        return switch (type.kind()) {
            case INTEGER -> List.of("2147483647", "-2147483648");
            case BIGINT -> List.of("9223372036854775807", "-9223372036854775808");
            case DOUBLE -> List.of("1e308", "-1e308");
            case DECIMAL -> {
                BigInteger digits = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
                BigDecimal largest = new BigDecimal(digits, type.scale());
                yield List.of(largest.toPlainString(), largest.negate().toPlainString());
            }
            default -> List.of();
        };
    }

    /** A value that only the people of one meeting have, as far as the type and the domain of a column let it. */
    static String ofMeeting(Column column, int meeting) {
        if (column.domain().isPresent()) {
            List<String> values = column.domain().get().values();
            return values.get(meeting % values.size());
        }
        ColumnType type = column.type();
        int place = 41 + meeting;
        return switch (type.kind()) {
            case BOOLEAN -> String.valueOf(meeting % 2 == 0);
            case INTEGER, BIGINT -> String.valueOf(place);
            case DOUBLE -> place + ".5";
            case DECIMAL ->
                type.precision() - type.scale() > 1
                        ? String.valueOf(place)
                        : new BigDecimal(BigInteger.valueOf(meeting), type.scale()).toPlainString();
            case VARCHAR -> "meeting " + meeting;
            case DATE -> LocalDate.ofEpochDay(365L * place).toString();
            case TIME -> "10:00:" + place;
            case TIMESTAMP -> "2010-01-01 10:00:" + place;
        };
    }

    /**
     * Small numbers, and the largest. Not where so many digits fit a long, but not the sum of some: there only the person at
     * {@link #ends} has the largest, so that nothing but that person's rows brings a sum beyond it.
     */
    private static List<String> decimals(ColumnType type) {
        BigDecimal unit = new BigDecimal(BigInteger.ONE, type.scale());
        BigDecimal largest =
                new BigDecimal(BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE), type.scale());
        boolean nearly = type.precision() >= NEARLY_A_LONG && type.precision() <= A_LONG;
        List<String> values = new ArrayList<>(List.of("0"));
        for (BigDecimal value : List.of(
                BigDecimal.ONE, unit, largest, largest.negate(), new BigDecimal("12.34"), new BigDecimal("7"))) {
            boolean ends = nearly && value.abs().compareTo(largest) == 0;
            if (!ends && value.abs().compareTo(largest) <= 0) {
                values.add(value.toPlainString());
            }
        }
        return values;
    }

    /**
     * The spellings of a person's name.
     *
     * @param person which, from 0
     */
    static List<String> name(ColumnType type, int person) {
        return switch (type.kind()) {
            case BOOLEAN -> List.of(person % 2 == 0 ? "true" : "false");
            case INTEGER -> List.of(pick(person, "1", "2", "0", "11", "-1", "2147483647", "-2147483648"));
            case BIGINT ->
                List.of(pick(person, "1", "2", "0", "11", "-1", "9223372036854775807", "-9223372036854775808"));
            case DECIMAL -> List.of(String.valueOf(person % 10));
            case DOUBLE ->
                person == 0 ? List.of("0", "-0.0") : List.of(pick(person, "0", "1", "nan", "inf", "-inf", "0.1"));
            case VARCHAR ->
                List.of(pick(person, "a", "A", "a ", "ab", "", "NULL", "1", "1.0", "01", "é", "e\u0301", "\""));
            case DATE -> List.of(LocalDate.ofEpochDay(person).toString());
            case TIME -> List.of("00:00:" + (10 + person % 50));
            case TIMESTAMP -> List.of("2020-01-01 00:00:" + (10 + person % 50));
        };
    }

    private static String pick(int index, String... first) {
        return index < first.length ? first[index] : String.valueOf(100 + index);
    }
}
