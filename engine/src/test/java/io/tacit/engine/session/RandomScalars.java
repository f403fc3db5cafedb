package io.tacit.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Writes expressions over the columns in reach. Most are of the type that is asked for, so that they are accepted; now
 * and then one is not.
 */
@org.jspecify.annotations.NullUnmarked
final class RandomScalars {
    /** What an expression is. */
    enum Kind {
        NUMBER,
        TEXT,
        DATE,
        TRUTH
    }

    /**
     * A column in reach.
     *
     * @param text as it is written, with its table
     */
    record Reach(String text, Kind kind) {}

    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "7",
            "-1",
            "0.5",
            "1.25",
            "1e0",
            "1e300",
            "1e-300",
            "2147483647",
            "9223372036854775807",
            "99999999999999999999999999999999999999",
            "CAST(NULL AS INTEGER)",
            "ARRAY[1, 2][1]");
    private static final List<String> TEXTS =
            List.of("''", "'a'", "'FR'", "'it''s'", "'é😀'", "'%_\\'", "CAST(NULL AS VARCHAR)", "U&'\\00e9'");
    private static final List<String> DATES = List.of(
            "DATE '2024-02-29'",
            "DATE '0001-01-01'",
            "DATE '9999-12-31'",
            "CURRENT_DATE",
            "CAST('2024-01-01' AS DATE)");
    private static final List<String> TYPES = List.of(
            "INTEGER",
            "BIGINT",
            "SMALLINT",
            "DOUBLE",
            "REAL",
            "DECIMAL(12, 2)",
            "DECIMAL(38, 10)",
            "VARCHAR",
            "VARCHAR(3)",
            "CHAR(2)",
            "DATE",
            "TIMESTAMP",
            "BOOLEAN");
    private static final List<String> COMPARED = List.of("=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM");
    private static final List<String> PARTS =
            List.of("YEAR", "MONTH", "DAY", "DOW", "QUARTER", "WEEK", "HOUR", "EPOCH", "ISOYEAR", "DECADE");
    private static final List<String> UNITS = List.of("year", "quarter", "month", "week", "day", "hour");

    private final SplittableRandom random;

    RandomScalars(SplittableRandom random) {
        this.random = random;
    }

    Kind kind() {
        return Kind.values()[random.nextInt(Kind.values().length)];
    }

    /** An expression of a kind, but for one in forty. */
    String of(Kind kind, List<Reach> columns, int depth) {
        Kind written = random.nextInt(40) == 0 ? kind() : kind;
        if (depth <= 0 || random.nextInt(3) == 0) {
            return leaf(written, columns);
        }
        return switch (written) {
            case NUMBER -> number(columns, depth - 1);
            case TEXT -> text(columns, depth - 1);
            case DATE -> date(columns, depth - 1);
            case TRUTH -> truth(columns, depth - 1);
        };
    }

    /** A column of the kind if there is one and the dice want it, or a constant. */
    String leaf(Kind kind, List<Reach> columns) {
        List<Reach> fitting =
                columns.stream().filter(column -> column.kind() == kind).toList();
        if (!fitting.isEmpty() && random.nextInt(4) > 0) {
            return fitting.get(random.nextInt(fitting.size())).text();
        }
        return switch (kind) {
            case NUMBER -> pick(NUMBERS);
            case TEXT -> pick(TEXTS);
            case DATE -> pick(DATES);
            case TRUTH -> random.nextBoolean() ? "TRUE" : leaf(Kind.NUMBER, columns) + " > 1";
        };
    }

    private String number(List<Reach> columns, int depth) {
        String a = of(Kind.NUMBER, columns, depth);
        String b = of(Kind.NUMBER, columns, depth);
        String word = of(Kind.TEXT, columns, depth);
        return switch (random.nextInt(14)) {
            case 0 -> "(" + a + " " + pick(List.of("+", "-", "*", "/", "//", "%")) + " " + b + ")";
            case 1 ->
                pick(List.of("ABS", "SIGN", "FLOOR", "CEIL", "SQRT", "LN", "LOG10", "EXP", "ROUND", "TRUNC")) + "(" + a
                        + ")";
            case 2 ->
                pick(List.of("MOD", "POWER", "POW", "GREATEST", "LEAST", "COALESCE", "NULLIF")) + "(" + a + ", " + b
                        + ")";
            case 3 -> pick(List.of("ROUND", "TRUNC")) + "(" + a + ", " + pick(List.of("2", "-1", "0", "40")) + ")";
            case 4 -> "CASE WHEN " + of(Kind.TRUTH, columns, depth) + " THEN " + a + " ELSE " + b + " END";
            case 5 -> "CASE " + a + " WHEN " + b + " THEN " + b + " END";
            case 6 -> "CAST(" + of(kind(), columns, depth) + " AS " + pick(TYPES.subList(0, 7)) + ")";
            case 7 -> "(" + word + ")::" + pick(TYPES.subList(0, 7));
            case 8 -> pick(List.of("LENGTH", "CHAR_LENGTH")) + "(" + word + ")";
            case 9 -> "POSITION(" + leaf(Kind.TEXT, columns) + " IN " + word + ")";
            case 10 -> "EXTRACT(" + pick(PARTS) + " FROM " + of(Kind.DATE, columns, depth) + ")";
            case 11 -> pick(List.of("YEAR", "MONTH", "HOUR")) + "(" + of(Kind.DATE, columns, depth) + ")";
            case 12 -> "-" + a;
            default -> "(" + a + ")";
        };
    }

    private String text(List<Reach> columns, int depth) {
        String a = of(Kind.TEXT, columns, depth);
        String b = of(Kind.TEXT, columns, depth);
        String place = of(Kind.NUMBER, columns, 0);
        return switch (random.nextInt(9)) {
            case 0 -> "(" + a + " || " + b + ")";
            case 1 -> pick(List.of("UPPER", "LOWER", "TRIM", "LTRIM", "RTRIM", "CONCAT")) + "(" + a + ")";
            case 2 -> "SUBSTRING(" + a + " FROM " + place + " FOR 2)";
            case 3 -> pick(List.of("LEFT", "RIGHT")) + "(" + a + ", " + pick(List.of("0", "1", "-2")) + ")";
            case 4 -> "REPLACE(" + a + ", " + b + ", " + leaf(Kind.TEXT, columns) + ")";
            case 5 -> "SPLIT_PART(" + a + ", " + b + ", " + pick(List.of("0", "1", "-1")) + ")";
            case 6 -> "CAST(" + of(kind(), columns, depth) + " AS " + pick(TYPES.subList(7, 10)) + ")";
            case 7 -> "CASE WHEN " + of(Kind.TRUTH, columns, depth) + " THEN " + a + " END";
            default -> pick(List.of("COALESCE", "NULLIF", "GREATEST", "LEAST", "CONCAT")) + "(" + a + ", " + b + ")";
        };
    }

    private String date(List<Reach> columns, int depth) {
        String a = of(Kind.DATE, columns, depth);
        return switch (random.nextInt(5)) {
            case 0 ->
                a + pick(List.of(" + ", " - ")) + "INTERVAL '" + random.nextInt(100) + "' "
                        + pick(List.of("DAY", "MONTH", "YEAR"));
            case 1 -> "DATE_TRUNC('" + pick(UNITS) + "', " + a + ")";
            case 2 -> "FLOOR(" + a + " TO " + pick(List.of("MONTH", "YEAR", "DAY")) + ")";
            case 3 -> "CAST(" + of(kind(), columns, depth) + " AS " + pick(TYPES.subList(10, 12)) + ")";
            default -> pick(List.of("COALESCE", "GREATEST")) + "(" + a + ", " + leaf(Kind.DATE, columns) + ")";
        };
    }

    private String truth(List<Reach> columns, int depth) {
        Kind kind = kind();
        String a = of(kind, columns, depth);
        String b = of(kind, columns, depth);
        String word = of(Kind.TEXT, columns, depth);
        return switch (random.nextInt(9)) {
            case 0 ->
                "(" + of(Kind.TRUTH, columns, depth) + pick(List.of(" AND ", " OR ")) + of(Kind.TRUTH, columns, depth)
                        + ")";
            case 1 -> "NOT (" + of(Kind.TRUTH, columns, depth) + ")";
            case 2 -> a + pick(List.of(" IS NULL", " IS NOT NULL"));
            case 3 ->
                a + pick(List.of(" BETWEEN ", " NOT BETWEEN ", " BETWEEN SYMMETRIC ")) + b + " AND "
                        + leaf(kind, columns);
            case 4 -> a + pick(List.of(" IN (", " NOT IN (")) + b + ", " + leaf(kind, columns) + ")";
            case 5 ->
                word + pick(List.of(" LIKE ", " NOT LIKE ", " ILIKE ")) + pick(List.of("'a%'", "'_'", "'%'", "''"));
            case 6 -> word + " SIMILAR TO " + pick(List.of("'(a|b)%'", "'[0-9]+'", "'a{1,3}'"));
            case 7 -> "REGEXP_LIKE(" + word + ", " + pick(List.of("'^a.*$'", "'\\d+'", "'(a|b)?c'")) + ")";
            default -> a + " " + pick(COMPARED) + " " + b;
        };
    }

    /** Between one and that many of something. */
    List<String> some(int most, Supplier<String> next) {
        List<String> list = new ArrayList<>();
        for (int i = random.nextInt(most); i >= 0; i--) {
            list.add(next.get());
        }
        return list;
    }

    String pick(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}
