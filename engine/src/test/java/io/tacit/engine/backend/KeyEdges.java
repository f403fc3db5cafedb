package io.tacit.engine.backend;

import io.tacit.engine.catalog.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;

/** Values at the edges of every type of a column. */
@NullUnmarked
final class KeyEdges {
    private static final LocalDateTime EPOCH = LocalDate.EPOCH.atStartOfDay();

    private KeyEdges() {}

    /** Every type of a column, a DECIMAL with digits of several numbers. */
    static Stream<ColumnType> types() {
        List<ColumnType> types = new ArrayList<>();
        for (ColumnType.Kind kind : ColumnType.Kind.values()) {
            if (kind == ColumnType.Kind.DECIMAL) {
                for (int[] digits : new int[][] {{1, 0}, {1, 1}, {4, 2}, {9, 9}, {18, 3}, {38, 0}, {38, 5}, {38, 38}}) {
                    types.add(ColumnType.decimal(digits[0], digits[1]));
                }
            } else {
                types.add(new ColumnType(kind, 0, 0));
            }
        }
        return types.stream();
    }

    /** Different values of a type, NULL too. */
    static List<Object> of(ColumnType type) {
        List<Object> edges = new ArrayList<>();
        switch (type.kind()) {
            case BOOLEAN -> edges.addAll(List.of(true, false));
            case INTEGER -> edges.addAll(List.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE));
            case BIGINT -> edges.addAll(List.of(0L, 7L, -1L, Long.MAX_VALUE, Long.MIN_VALUE));
            case DECIMAL -> decimals(type).forEach(edges::add);
            case DOUBLE -> doubles().forEach(edges::add);
            case VARCHAR -> edges.addAll(texts());
            case DATE -> edges.addAll(days());
            case TIME ->
                edges.addAll(List.of(
                        LocalTime.MIDNIGHT,
                        LocalTime.of(1, 2, 3),
                        LocalTime.of(1, 2, 3, 100_000_000),
                        LocalTime.of(23, 59, 59, 999_999_000),
                        LocalTime.of(0, 0, 0, 1_000)));
            case TIMESTAMP -> {
                days().forEach(day -> edges.add(
                        day.isAfter(LocalDate.of(200_000, 1, 1)) || day.isBefore(LocalDate.of(-200_000, 1, 1))
                                ? EPOCH.plus(day.toEpochDay() > 0 ? Long.MAX_VALUE : -Long.MAX_VALUE, ChronoUnit.MICROS)
                                : day.atTime(23, 59, 59, 120_000_000)));
                edges.add(EPOCH.plus(Long.MAX_VALUE - 1, ChronoUnit.MICROS));
                edges.add(EPOCH.minusNanos(1_000));
                edges.add(EPOCH);
            }
        }
        edges.add(null);
        return edges.stream().distinct().toList();
    }

    private static Stream<BigDecimal> decimals(ColumnType type) {
        BigDecimal least = BigDecimal.ONE.movePointLeft(type.scale());
        BigDecimal most = least.multiply(new BigDecimal(BigInteger.TEN.pow(type.precision())))
                .subtract(least);
        return Stream.of(BigDecimal.ZERO, least, least.negate(), most, most.negate())
                .map(value -> value.setScale(type.scale()));
    }

    /** All powers of two, where the next number below is nearer than the next above, and numbers at random. */
    private static Stream<Double> doubles() {
        List<Double> values = new ArrayList<>(List.of(
                0.0,
                1.0,
                -1.5,
                0.1,
                100.0,
                0.0001,
                0.00001,
                123456.789,
                9007199254740992.0,
                1e15,
                9999999999999998.0,
                1e16,
                1e17,
                1e22,
                Double.valueOf("1e23"),
                2e-44,
                Double.MAX_VALUE,
                -Double.MAX_VALUE,
                Double.MIN_VALUE,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY));
        for (int power = Double.MIN_EXPONENT - 52; power <= Double.MAX_EXPONENT; power++) {
            values.add(Math.scalb(1.0, power));
            values.add(-Math.nextDown(Math.scalb(1.0, power)) + 0.0);
        }
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            double any = Double.longBitsToDouble(random.nextLong());
            values.add(Double.isNaN(any) ? i / 8.0 : any);
            values.add(random.nextInt(1_000_000) / 1000.0);
            values.add((double) random.nextLong());
        }
        return values.stream();
    }

    static List<String> texts() {
        List<String> texts = new ArrayList<>(List.of(
                "",
                " ",
                "NULL",
                "null",
                "'",
                "''",
                "'; DROP TABLE given; --",
                "\"",
                "\\",
                "a\\",
                "\\'",
                "\\u0041",
                "$1",
                "?",
                "%s",
                "line\nbreak\r\nand\ttab",
                "ä\u0308 é e\u0301 ß ﬁ",
                "😀👩‍👩‍👧‍👦🏳️‍🌈",
                "\ufeff",
                "\u202e",
                "long".repeat(100_000),
                "😀".repeat(50_000)));
        for (char control = 1; control < ' '; control++) {
            texts.add("a" + control + "b");
        }
        texts.add("\u007f\u0085\u2028\u2029");
        return texts;
    }

    private static List<LocalDate> days() {
        return List.of(
                LocalDate.EPOCH,
                LocalDate.of(2024, 2, 29),
                LocalDate.of(1582, 10, 10),
                LocalDate.of(1, 1, 1),
                LocalDate.of(0, 12, 31),
                LocalDate.of(-43, 3, 15),
                LocalDate.of(9999, 12, 31),
                LocalDate.of(12345, 1, 1),
                LocalDate.of(5881580, 7, 10),
                LocalDate.of(-5877641, 6, 25),
                LocalDate.ofEpochDay(Integer.MAX_VALUE),
                LocalDate.ofEpochDay(-Integer.MAX_VALUE));
    }
}
