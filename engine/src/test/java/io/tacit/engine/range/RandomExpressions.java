package io.tacit.engine.range;

import java.util.List;
import java.util.Random;

/** Random queries of one numeric column over the table {@code t} of {@link DeclaredBoundsTest}. */
@org.jspecify.annotations.NullUnmarked
final class RandomExpressions {
    private static final List<String> NUMBERS =
            List.of("i", "k", "b", "d", "p", "w", "x", "y", "z", "m", "u", "i", "k", "d", "x", "y");
    private static final List<String> CONSTANTS = List.of(
            "0", "1", "2", "-3", "0.5", "12.345", "100", "1e0", "1.5e-3", "CAST(NULL AS INTEGER)", "7000000000");
    private static final List<String> TIMES = List.of("day", "moment");
    private static final List<String> MOMENTS = List.of(
            "DATE '1992-01-01'", "DATE '1996-02-29'", "TIMESTAMP '1995-06-01 12:30:00.000001'", "DATE '2001-01-01'");
    private static final List<String> AGGREGATES = List.of("MIN", "MAX", "AVG", "SUM", "COUNT", "MEDIAN");

    private static final List<String> UNITS = List.of(
            "millennium",
            "century",
            "decade",
            "year",
            "quarter",
            "month",
            "week",
            "day",
            "hour",
            "minute",
            "second",
            "millisecond",
            "microsecond");

    private final Random random;

    RandomExpressions(Random random) {
        this.random = random;
    }

    String query() {
        String from = random.nextInt(3) == 0 ? "t WHERE " + condition(1) : "t";
        return switch (random.nextInt(8)) {
            case 0 -> "SELECT " + one(AGGREGATES) + "(" + number(2) + ") FROM " + from + " GROUP BY k";
            case 1 -> "SELECT " + number(1) + " FROM t UNION ALL SELECT " + number(1) + " FROM " + from;
            case 2 ->
                "SELECT a.v FROM t AS r LEFT JOIN (SELECT k, " + number(2) + " AS v FROM " + from
                        + ") AS a ON a.k = r.m";
            case 3 ->
                "SELECT v + 1 FROM (SELECT " + number(2) + " AS v FROM t) AS q WHERE v " + comparison() + " "
                        + one(CONSTANTS);
            default -> "SELECT " + number(3) + " FROM " + from;
        };
    }

    private String number(int depth) {
        if (depth == 0 || random.nextInt(7) == 0) {
            return random.nextInt(4) == 0 ? one(CONSTANTS) : one(NUMBERS);
        }
        return switch (random.nextInt(23)) {
            case 19 ->
                one(List.of("LOG", "LOG2", "CBRT", "SIN", "COS", "TANH", "ATAN", "ASIN", "ACOS", "DEGREES", "RADIANS"))
                        + "(" + number(depth - 1) + ")";
            case 20 -> "(" + date(depth - 1) + " - " + date(depth - 1) + ")";
            case 21 -> "DATEDIFF('" + one(UNITS) + "', " + date(depth - 1) + ", " + date(depth - 1) + ")";
            case 22 -> "IF(" + condition(1) + ", " + number(depth - 1) + ", " + number(depth - 1) + ")";
            case 0, 1 -> "(" + number(depth - 1) + " + " + number(depth - 1) + ")";
            case 2 -> "(" + number(depth - 1) + " - " + number(depth - 1) + ")";
            case 3, 4 -> "(" + number(depth - 1) + " * " + number(depth - 1) + ")";
            case 5 -> "(" + number(depth - 1) + (random.nextBoolean() ? " / " : " // ") + number(depth - 1) + ")";
            case 6 -> "(-" + number(depth - 1) + ")";
            case 7 -> "MOD(" + number(depth - 1) + ", " + number(depth - 1) + ")";
            case 8 -> "CAST(" + number(depth - 1) + " AS " + type() + ")";
            case 9 -> one(List.of("ROUND", "TRUNC", "FLOOR", "CEIL", "ABS", "SIGN")) + "(" + number(depth - 1) + ")";
            case 10 ->
                one(List.of("ROUND", "TRUNC")) + "(" + number(depth - 1) + ", "
                        + one(List.of("0", "1", "2", "-1", "-2", "5", "30")) + ")";
            case 11 -> one(List.of("SQRT", "LN", "LOG10", "EXP")) + "(" + number(depth - 1) + ")";
            case 12 ->
                "POWER(" + number(depth - 1) + ", " + one(List.of("0", "1", "2", "3", "0.5", "1.7", "-1", "4")) + ")";
            case 13 ->
                "CASE WHEN " + condition(1) + " THEN " + number(depth - 1) + " WHEN " + condition(1) + " THEN "
                        + number(depth - 1) + (random.nextBoolean() ? " ELSE " + number(depth - 1) : "") + " END";
            case 14 -> "COALESCE(" + number(depth - 1) + ", " + number(depth - 1) + ")";
            case 15 -> "NULLIF(" + number(depth - 1) + ", " + number(depth - 1) + ")";
            case 16 ->
                one(List.of("GREATEST", "LEAST")) + "(" + number(depth - 1) + ", " + number(depth - 1) + ", "
                        + one(CONSTANTS) + ")";
            case 17 ->
                "EXTRACT(" + one(List.of("YEAR", "MONTH", "DAY", "QUARTER", "WEEK", "DOY", "DOW")) + " FROM day)";
            default -> "CAST((" + condition(1) + ") AS INTEGER)";
        };
    }

    private String date(int depth) {
        if (depth <= 0) {
            return random.nextInt(4) == 0 ? "DATE '2024-02-29'" : "day";
        }
        return switch (random.nextInt(8)) {
            case 0 -> "(" + date(depth - 1) + one(List.of(" + ", " - ")) + one(List.of("i", "k", "30")) + ")";
            case 1 ->
                "(" + date(depth - 1) + one(List.of(" + ", " - "))
                        + one(List.of(
                                "INTERVAL '3' DAY",
                                "i * INTERVAL '7' DAY",
                                "INTERVAL '2' MONTH",
                                "k * INTERVAL '1' MONTH"))
                        + ")";
            case 2 -> "LAST_DAY(" + date(depth - 1) + ")";
            case 3 ->
                "DATE_TRUNC('" + one(List.of("day", "week", "month", "quarter", "year", "decade")) + "', "
                        + date(depth - 1) + ")";
            case 4 -> "MAKE_DATE(2000 + i, k, k * 3)";
            default -> date(0);
        };
    }

    private String condition(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 8)) {
            case 0, 1, 2 -> one(NUMBERS) + " " + comparison() + " " + one(CONSTANTS);
            case 3 -> one(CONSTANTS) + " " + comparison() + " " + one(NUMBERS);
            case 4 ->
                random.nextInt(3) == 0
                        ? one(TIMES) + " " + comparison() + " " + one(MOMENTS)
                        : one(NUMBERS) + " " + comparison() + " " + one(NUMBERS);
            case 5 -> "(" + condition(depth - 1) + " AND " + condition(depth - 1) + ")";
            case 6 -> "(" + condition(depth - 1) + " OR " + condition(depth - 1) + ")";
            default -> "NOT (" + condition(depth - 1) + ")";
        };
    }

    private String comparison() {
        return one(List.of("<", "<=", ">", ">=", "=", "<>"));
    }

    private String type() {
        return one(List.of(
                "INTEGER", "BIGINT", "DOUBLE", "DECIMAL(12,2)", "DECIMAL(5,4)", "DECIMAL(38,20)", "DECIMAL(30,0)"));
    }

    private String one(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
