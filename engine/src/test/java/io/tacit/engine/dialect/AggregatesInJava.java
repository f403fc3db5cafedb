package io.tacit.engine.dialect;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;

/** Values of each type, and what plain aggregates make of some of them, reckoned plainly. */
@NullUnmarked
final class AggregatesInJava {
    static final List<String> COLUMNS = List.of("i", "n", "w", "x", "y", "s", "f", "d", "ts");

    private static final LocalDate DAY = LocalDate.of(2024, 2, 28);
    private static final LocalDateTime TIME = LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000);

    static final Map<String, List<Object>> VALUES = Map.of(
            "i", Arrays.asList(3, -2, 3, 0, 7, null),
            "n", numbers("1.25", "-0.05", "1.25", "9999.99", "-9999.99", null),
            "w",
                    numbers(
                            "99999999999999999999999999.99",
                            "0.01",
                            "-12345678901234567890.12",
                            "0.01",
                            "100000000000000000000000000.00",
                            null),
            "x", Arrays.asList(-0.0, 2.5, 0.0, -1.25, 2.5, null),
            "y", Arrays.asList(Double.NaN, 3.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -4.5, null),
            "s", Arrays.asList("b", "B", "b", "é", "", null),
            "f", Arrays.asList(true, true, false, true, true, null),
            "d", Arrays.asList(DAY, DAY.plusDays(2), DAY, LocalDate.of(1969, 12, 30), LocalDate.of(9999, 12, 31), null),
            "ts",
                    Arrays.asList(
                            TIME, TIME.plus(3, ChronoUnit.MICROS), TIME.minusYears(1), TIME, DAY.atStartOfDay(), null));

    /** By its SQL what an aggregate makes of the values with some numbers. */
    @FunctionalInterface
    interface Aggregate {
        Object of(List<Integer> rows);
    }

    static final Map<String, Aggregate> ALL = new LinkedHashMap<>();

    private static final BigDecimal CUT = BigDecimal.TEN.pow(26);
    private static final double MOST = 0x1p49;

    private AggregatesInJava() {}

    private static List<Object> numbers(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text == null ? null : (Object) new BigDecimal(text))
                .toList();
    }

    static {
        ALL.put("COUNT(*)", rows -> whole(rows.size()));
        for (String column : COLUMNS) {
            ALL.put("COUNT(" + column + ")", rows -> whole(known(column, rows).size()));
            if (!column.equals("y")) {
                ALL.put(
                        "COUNT(DISTINCT " + column + ")",
                        rows -> whole(different(column, rows).size()));
                ALL.put(
                        "MIN(" + column + ")",
                        rows -> shown(
                                different(column, rows).stream().findFirst().orElse(null)));
                ALL.put(
                        "MAX(" + column + ")",
                        rows -> shown(different(column, rows).descendingSet().stream()
                                .findFirst()
                                .orElse(null)));
            }
        }
        for (String column : List.of("i", "n", "w", "x")) {
            for (boolean distinct : List.of(false, true)) {
                Function<List<Integer>, List<BigDecimal>> addends = rows -> (distinct
                                ? different(column, rows).stream().map(Object.class::cast)
                                : known(column, rows).stream())
                        .map(AggregatesInJava::exact)
                        .filter(value -> !column.equals("w") || value.abs().compareTo(CUT) < 0)
                        .toList();
                String argument = "(" + (distinct ? "DISTINCT " : "") + column + ")";
                ALL.put("SUM" + argument, rows -> {
                    BigDecimal sum = sum(addends.apply(rows));
                    return sum == null || !column.equals("x") ? sum : (Object) sum.doubleValue();
                });
                ALL.put("AVG" + argument, rows -> average(addends.apply(rows)));
            }
            if (!column.equals("w")) {
                spread(column);
            }
        }
        // NaN is no addend, and what is beyond 2^49 counts as that.
        ALL.put("SUM(y)", rows -> real(sum(clamped(rows))));
        ALL.put("AVG(y)", rows -> average(clamped(rows)));
        for (String fraction : List.of("0", "0.25", "0.5", "0.75", "1")) {
            for (String column : List.of("i", "n", "x", "y", "d", "ts")) {
                Aggregate quantile = rows -> quantile(column, rows, new BigDecimal(fraction));
                ALL.put("PERCENTILE_CONT(" + column + ", " + fraction + ")", quantile);
                if (fraction.equals("0.5")) {
                    ALL.put("MEDIAN(" + column + ")", quantile);
                }
            }
        }
        ALL.put(
                "SUM(i) FILTER (WHERE x > 0)",
                rows -> sum(known("i", positive(rows)).stream()
                        .map(AggregatesInJava::exact)
                        .toList()));
        ALL.put("COUNT(*) FILTER (WHERE x > 0)", rows -> whole(positive(rows).size()));
        ALL.put(
                "COUNT(DISTINCT s) FILTER (WHERE x > 0)",
                rows -> whole(different("s", positive(rows)).size()));
        ALL.put(
                "AVG(n) FILTER (WHERE x > 0)",
                rows -> average(known("n", positive(rows)).stream()
                        .map(AggregatesInJava::exact)
                        .toList()));
        ALL.put(
                "MAX(d) FILTER (WHERE x > 0)",
                rows -> different("d", positive(rows)).descendingSet().stream()
                        .findFirst()
                        .orElse(null));
        ALL.put("BOOL_AND(f)", rows -> different("f", rows).stream().findFirst().orElse(null));
        ALL.put(
                "BOOL_OR(f)",
                rows -> different("f", rows).descendingSet().stream()
                        .findFirst()
                        .orElse(null));
        ALL.put(
                "COUNT(DISTINCT (x, s))",
                rows -> whole(
                        rows.stream().map(AggregatesInJava::pair).distinct().count()));
        ALL.put(
                "COUNT(DISTINCT x, s)",
                rows -> whole(rows.stream()
                        .filter(row -> VALUES.get("x").get(row) != null
                                && VALUES.get("s").get(row) != null)
                        .map(AggregatesInJava::pair)
                        .distinct()
                        .count()));
        pairs();
    }

    private static List<Integer> positive(List<Integer> rows) {
        return rows.stream()
                .filter(row -> VALUES.get("x").get(row) instanceof Double value && value > 0)
                .toList();
    }

    private static List<Object> pair(int row) {
        Object x = VALUES.get("x").get(row);
        return Arrays.asList(
                x == null ? null : (Object) ((Double) x + 0.0), VALUES.get("s").get(row));
    }

    private static void spread(String column) {
        for (String function : List.of("VAR_POP", "VAR_SAMP", "STDDEV_POP", "STDDEV_SAMP")) {
            ALL.put(function + "(" + column + ")", rows -> {
                double[] values = known(column, rows).stream()
                        .mapToDouble(value -> exact(value).doubleValue())
                        .toArray();
                double mean = Arrays.stream(values).average().orElse(0);
                int degrees = function.endsWith("POP") ? values.length : values.length - 1;
                double squares = Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum();
                return degrees < 1
                        ? null
                        : (Object) (function.startsWith("VAR") ? squares / degrees : Math.sqrt(squares / degrees));
            });
        }
    }

    /** Of two columns: the first is y, the second x, as in REGR_SLOPE(y, x). */
    private static void pairs() {
        for (String function : List.of("COVAR_POP", "COVAR_SAMP", "CORR", "REGR_SLOPE", "REGR_INTERCEPT")) {
            ALL.put(function + "(n, i)", rows -> {
                List<Integer> both = rows.stream()
                        .filter(row -> VALUES.get("n").get(row) != null
                                && VALUES.get("i").get(row) != null)
                        .toList();
                double[] y = doubles("n", both);
                double[] x = doubles("i", both);
                double yy = product(y, y);
                double xx = product(x, x);
                double xy = product(x, y);
                int size = both.size();
                return switch (function) {
                    case "COVAR_POP" -> size < 1 ? null : (Object) (xy / size);
                    case "COVAR_SAMP" -> size < 2 ? null : (Object) (xy / (size - 1));
                    case "CORR" -> xx == 0 || yy == 0 ? null : (Object) (xy / Math.sqrt(xx * yy));
                    case "REGR_SLOPE" -> xx == 0 ? null : (Object) (xy / xx);
                    default -> xx == 0 ? null : (Object) (mean(y) - xy / xx * mean(x));
                };
            });
        }
    }

    private static double[] doubles(String column, List<Integer> rows) {
        return known(column, rows).stream()
                .mapToDouble(value -> exact(value).doubleValue())
                .toArray();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - mean(a)) * (b[i] - mean(b));
        }
        return sum;
    }

    private static BigDecimal whole(long number) {
        return BigDecimal.valueOf(number);
    }

    private static List<Object> known(String column, List<Integer> rows) {
        return rows.stream()
                .map(row -> VALUES.get(column).get(row))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The different values in their order: -0.0 and 0.0 are one. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // All values of a column are of one type.
    private static NavigableSet<Comparable> different(String column, List<Integer> rows) {
        TreeSet<Comparable> values = new TreeSet<>(Comparator.naturalOrder());
        known(column, rows).forEach(value -> values.add((Comparable) (value instanceof Double x ? x + 0.0 : value)));
        return values;
    }

    private static Object shown(Object value) {
        return value instanceof Integer number ? whole(number) : value;
    }

    private static BigDecimal exact(Object value) {
        return value instanceof BigDecimal number
                ? number
                : value instanceof Integer number ? whole(number) : new BigDecimal((Double) value);
    }

    private static BigDecimal sum(List<BigDecimal> values) {
        return values.stream().reduce(BigDecimal::add).orElse(null);
    }

    private static Double real(BigDecimal value) {
        return value == null ? null : (Double) value.doubleValue();
    }

    private static Double average(List<BigDecimal> values) {
        return values.isEmpty() ? null : real(sum(values).divide(whole(values.size()), MathContext.DECIMAL128));
    }

    private static List<BigDecimal> clamped(List<Integer> rows) {
        return known("y", rows).stream()
                .map(Double.class::cast)
                .filter(value -> !value.isNaN())
                .map(value -> new BigDecimal(Math.max(-MOST, Math.min(MOST, value))))
                .toList();
    }

    /** Between the two values next to the place; NaN is none, and what is infinite is the largest of its sign. */
    private static Object quantile(String column, List<Integer> rows, BigDecimal fraction) {
        List<BigDecimal> sorted = known(column, rows).stream()
                .flatMap(value -> value instanceof LocalDate day
                        ? Stream.of(whole(day.toEpochDay()))
                        : value instanceof LocalDateTime time
                                ? Stream.of(whole(ChronoUnit.MICROS.between(
                                        LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), time)))
                                : value instanceof Double number && number.isNaN()
                                        ? Stream.of()
                                        : value instanceof Double number && number.isInfinite()
                                                ? Stream.of(new BigDecimal(Math.copySign(Double.MAX_VALUE, number)))
                                                : Stream.of(exact(value)))
                .sorted()
                .toList();
        if (sorted.isEmpty()) {
            return null;
        }
        BigDecimal place = fraction.multiply(whole(sorted.size() - 1));
        int below = place.intValue();
        BigDecimal low = sorted.get(below);
        BigDecimal high = sorted.get(Math.min(below + 1, sorted.size() - 1));
        BigDecimal value = low.add(high.subtract(low).multiply(place.subtract(whole(below))));
        return switch (column) {
            case "d" ->
                LocalDate.ofEpochDay(value.setScale(0, RoundingMode.FLOOR).longValueExact());
            case "ts" ->
                LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC)
                        .plus(value.setScale(0, RoundingMode.FLOOR).longValueExact(), ChronoUnit.MICROS);
            default -> value.doubleValue();
        };
    }
}
