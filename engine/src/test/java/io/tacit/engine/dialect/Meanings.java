package io.tacit.engine.dialect;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.time.format.TextStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullUnmarked;

/** Expressions over the columns of two rows a and b, and what each means, reckoned in Java. */
@NullUnmarked
final class Meanings {
    /** Values of each column of a row, NULL beside them. */
    static final Map<String, List<Object>> VALUES = new LinkedHashMap<>();

    static {
        VALUES.put("i", List.of(0, 1, -1, 2, -2, 3, 7, -7, 10, 33, 34, 2024, Integer.MAX_VALUE, Integer.MIN_VALUE));
        VALUES.put("b", List.of(0L, 3L, -3L, 6L, 1_000_003L, Long.MAX_VALUE, Long.MIN_VALUE, 4_294_967_296L));
        VALUES.put(
                "n",
                decimals(
                        "0.00",
                        "1.25",
                        "-1.25",
                        "2.50",
                        "-2.50",
                        "0.05",
                        "-0.05",
                        "9999.99",
                        "-9999.99",
                        "0.49",
                        "7.00"));
        VALUES.put(
                "x",
                List.of(
                        0.0,
                        0.5,
                        -0.5,
                        1.5,
                        2.5,
                        -2.5,
                        1.0,
                        3.0,
                        -3.0,
                        7.0,
                        1e300,
                        -1e300,
                        1e-300,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY,
                        -1e-300));
        VALUES.put(
                "s",
                List.of(
                        "",
                        "a",
                        "A",
                        "abc",
                        "ABC",
                        "b a",
                        "  ab ",
                        "aXbXc",
                        "äÖ",
                        "😀e\u0301",
                        "%",
                        "a_c",
                        "abcabc",
                        "12",
                        "-3.5",
                        "x,y,,z"));
        VALUES.put("f", List.of(true, false));
        VALUES.put(
                "d",
                List.of(
                        LocalDate.of(1, 1, 1),
                        LocalDate.of(1969, 12, 31),
                        LocalDate.of(2000, 2, 29),
                        LocalDate.of(2023, 1, 31),
                        LocalDate.of(2024, 12, 30),
                        LocalDate.of(9999, 12, 31)));
        VALUES.put(
                "ts",
                List.of(
                        LocalDateTime.of(1, 1, 1, 0, 0), LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000),
                        LocalDateTime.of(2000, 2, 29, 12, 30, 15, 500_000_000),
                                LocalDateTime.of(2024, 12, 30, 1, 2, 3)));
        VALUES.put("t", List.of(LocalTime.MIDNIGHT, LocalTime.of(13, 14, 15, 161_718_000), LocalTime.of(23, 59, 59)));
    }

    /** A value that is not compared. */
    static final Object ANY = new Object();

    /** What a pair of rows means under an expression: null for NULL. */
    @FunctionalInterface
    interface Meaning {
        Object of(Map<String, Object> a, Map<String, Object> b);
    }

    /** An expression and its meaning. */
    record Expression(String sql, Meaning meaning) {}

    private interface One {
        Object of(Object value);
    }

    private interface Two {
        Object of(Object first, Object second);
    }

    private final List<Expression> list = new ArrayList<>();

    private Meanings() {}

    private static List<Object> decimals(String... texts) {
        List<Object> values = new ArrayList<>();
        for (String text : texts) {
            values.add(new BigDecimal(text));
        }
        return values;
    }

    /** All of them. */
    static List<Expression> all() {
        Meanings meanings = new Meanings();
        meanings.logic();
        meanings.comparisons();
        meanings.choices();
        meanings.numbers();
        meanings.reals();
        meanings.texts();
        meanings.dates();
        meanings.conversions();
        return meanings.list;
    }

    /** An expression of one value, NULL where the value is. */
    private void one(String template, String column, One meaning) {
        list.add(new Expression(
                template.replace("$1", "a." + column),
                (a, b) -> a.get(column) == null ? null : meaning.of(a.get(column))));
    }

    /** An expression of two values, NULL where one of them is. */
    private void two(String template, String first, String second, Two meaning) {
        list.add(new Expression(
                template.replace("$1", "a." + first).replace("$2", "b." + second),
                (a, b) -> a.get(first) == null || b.get(second) == null
                        ? null
                        : meaning.of(a.get(first), b.get(second))));
    }

    /** An expression of two values that has a meaning for NULL. */
    private void free(String template, String first, String second, Two meaning) {
        list.add(new Expression(
                template.replace("$1", "a." + first).replace("$2", "b." + second),
                (a, b) -> meaning.of(a.get(first), b.get(second))));
    }

    private void logic() {
        free("$1 AND $2", "f", "f", (a, b) -> and((Boolean) a, (Boolean) b));
        free("$1 OR $2", "f", "f", (a, b) -> not(and(not((Boolean) a), not((Boolean) b))));
        free("NOT $1", "f", "f", (a, b) -> not((Boolean) a));
        free("$1 IS NULL", "i", "i", (a, b) -> a == null);
        free("$1 IS NOT NULL", "s", "i", (a, b) -> a != null);
        free("$1 IS UNKNOWN", "f", "f", (a, b) -> a == null);
        free("$1 IS NOT UNKNOWN", "f", "f", (a, b) -> a != null);
        free("$1 IS TRUE", "f", "f", (a, b) -> Boolean.TRUE.equals(a));
        free("$1 IS NOT TRUE", "f", "f", (a, b) -> !Boolean.TRUE.equals(a));
        free("$1 IS FALSE", "f", "f", (a, b) -> Boolean.FALSE.equals(a));
        free("$1 IS NOT FALSE", "f", "f", (a, b) -> !Boolean.FALSE.equals(a));
    }

    private static Boolean and(Boolean a, Boolean b) {
        return Boolean.FALSE.equals(a) || Boolean.FALSE.equals(b)
                ? Boolean.FALSE
                : a == null || b == null ? null : true;
    }

    private static Boolean not(Boolean a) {
        return a == null ? null : Boolean.valueOf(!a);
    }

    private void comparisons() {
        List<String[]> pairs = new ArrayList<>(List.of(new String[] {"i", "b"}, new String[] {"n", "i"}));
        pairs.addAll(List.of(new String[] {"b", "n"}, new String[] {"i", "x"}, new String[] {"d", "ts"}));
        VALUES.keySet().forEach(column -> pairs.add(new String[] {column, column}));
        for (String[] pair : pairs) {
            String first = pair[0];
            String second = pair[1];
            two("$1 = $2", first, second, (a, b) -> compare(a, b) == 0);
            two("$1 <> $2", first, second, (a, b) -> compare(a, b) != 0);
            two("$1 < $2", first, second, (a, b) -> compare(a, b) < 0);
            two("$1 <= $2", first, second, (a, b) -> compare(a, b) <= 0);
            two("$1 > $2", first, second, (a, b) -> compare(a, b) > 0);
            two("$1 >= $2", first, second, (a, b) -> compare(a, b) >= 0);
            free("$1 IS DISTINCT FROM $2", first, second, (a, b) -> !same(a, b));
            free("$1 IS NOT DISTINCT FROM $2", first, second, Meanings::same);
            if (first.equals(second)) {
                free("NULLIF($1, $2)", first, second, (a, b) -> a != null && b != null && same(a, b) ? null : a);
                free("COALESCE($1, $2)", first, second, (a, b) -> a != null ? a : b);
                free("GREATEST($1, $2)", first, second, (a, b) -> extreme(a, b, 1));
                free("LEAST($1, $2)", first, second, (a, b) -> extreme(a, b, -1));
                free(
                        "CASE WHEN $1 < $2 THEN $1 ELSE $2 END",
                        first,
                        second,
                        (a, b) -> a != null && b != null && compare(a, b) < 0 ? a : b);
            }
        }
    }

    private void choices() {
        free("NULLIF($1, $2)", "i", "n", (a, b) -> a != null && b != null && same(a, b) ? null : a);
        free(
                "$1 BETWEEN $2 AND 7",
                "i",
                "i",
                (a, b) ->
                        a == null ? null : and(b == null ? null : (Boolean) (compare(a, b) >= 0), compare(a, 7) <= 0));
        two("$1 NOT BETWEEN $2 AND $2", "n", "n", (a, b) -> compare(a, b) != 0);
        for (String[] pair : new String[][] {
            {"i", "b"},
            {"b", "i"},
            {"i", "n"},
            {"n", "i"},
            {"b", "n"},
            {"n", "x"},
            {"x", "i"},
            {"d", "d"},
            {"s", "s"},
            {"f", "f"},
            {"t", "t"}
        }) {
            String search = "$1 IN (SELECT c." + pair[1] + " FROM edge c";
            one(search + " WHERE c." + pair[1] + " IS NOT NULL)", pair[0], a -> isAmong(a, pair[1]));
            one(search + ")", pair[0], a -> isAmong(a, pair[1]) ? true : null);
            one(search.replace("IN", "NOT IN") + ")", pair[0], a -> isAmong(a, pair[1]) ? false : null);
            one(
                    "$1 <= ANY (SELECT c." + pair[1] + " FROM edge c WHERE c." + pair[1] + " IS NOT NULL)",
                    pair[0],
                    a -> VALUES.get(pair[1]).stream().anyMatch(each -> compare(a, each) <= 0));
        }
        one("$1 IN (2, 7, -1)", "i", a -> List.of(2, 7, -1).contains(a));
        one("$1 NOT IN ('a', 'abc')", "s", a -> !List.of("a", "abc").contains(a));
        free("IF($1, $2, -5)", "f", "i", (a, b) -> Boolean.TRUE.equals(a) ? b : Integer.valueOf(-5));
        free("IFNULL($1, $2)", "b", "b", (a, b) -> a != null ? a : b);
        free(
                "CASE WHEN $1 THEN 'yes' WHEN $2 THEN 'other' END",
                "f",
                "f",
                (a, b) -> Boolean.TRUE.equals(a) ? "yes" : Boolean.TRUE.equals(b) ? "other" : null);
        free("GREATEST($1, $2, 5)", "i", "i", (a, b) -> extreme(extreme(a, b, 1), 5, 1));
        free("LEAST($1, 5, $2, 4)", "i", "i", (a, b) -> extreme(extreme(a, b, -1), 4, -1));
        free("COALESCE($1, NULL, $2, 9)", "i", "i", (a, b) -> a != null ? a : b != null ? b : 9);
    }

    private static boolean isAmong(Object value, String column) {
        return VALUES.get(column).stream().anyMatch(each -> compare(value, each) == 0);
    }

    private static Object extreme(Object a, Object b, int sign) {
        return a == null || b != null && compare(b, a) * sign > 0 ? b : a;
    }

    private static boolean same(Object a, Object b) {
        return a == null || b == null ? a == b : compare(a, b) == 0;
    }

    static BigDecimal exact(Object value) {
        return value instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(((Number) value).longValue());
    }

    private static double real(Object value) {
        return value instanceof Double real ? real : exact(value).doubleValue();
    }

    /** Texts by their characters, -0.0 as 0.0, NaN as the greatest number, a day as its beginning. */
    static int compare(Object a, Object b) {
        if (a instanceof Double || b instanceof Double) {
            return Double.compare(real(a) + 0.0, real(b) + 0.0);
        }
        if (a instanceof Number) {
            return exact(a).compareTo(exact(b));
        }
        if (a instanceof String text) {
            int[] left = text.codePoints().toArray();
            int[] right = ((String) b).codePoints().toArray();
            return Arrays.compare(left, right);
        }
        if (a instanceof Boolean truth) {
            return truth.compareTo((Boolean) b);
        }
        return a instanceof LocalTime time
                ? time.compareTo((LocalTime) b)
                : moment(a).compareTo(moment(b));
    }

    private static LocalDateTime moment(Object value) {
        return value instanceof LocalDate day ? day.atStartOfDay() : (LocalDateTime) value;
    }

    private void numbers() {
        for (String[] pair : new String[][] {{"i", "i"}, {"b", "b"}, {"i", "b"}, {"n", "n"}, {"n", "i"}}) {
            two("$1 + $2", pair[0], pair[1], (a, b) -> exact(a).add(exact(b)));
            two("$1 - $2", pair[0], pair[1], (a, b) -> exact(a).subtract(exact(b)));
            two("$1 * $2", pair[0], pair[1], (a, b) -> exact(a).multiply(exact(b)));
            two("$1 / $2", pair[0], pair[1], (a, b) -> exact(b).signum() == 0 ? null : (Object) (real(a) / real(b)));
            two("$1 % $2", pair[0], pair[1], (a, b) -> exact(b).signum() == 0 ? null : exact(a).remainder(exact(b)));
        }
        for (String[] pair : new String[][] {{"i", "i"}, {"b", "b"}, {"b", "i"}}) {
            two(
                    "$1 // $2",
                    pair[0],
                    pair[1],
                    (a, b) -> exact(b).signum() == 0 ? null : exact(a).divideToIntegralValue(exact(b)));
            two("GCD($1, $2)", pair[0], pair[1], (a, b) -> whole(a).gcd(whole(b)));
            two(
                    "LCM($1, $2)",
                    pair[0],
                    pair[1],
                    (a, b) -> whole(a).signum() == 0 || whole(b).signum() == 0
                            ? BigInteger.ZERO
                            : whole(a).multiply(whole(b)).abs().divide(whole(a).gcd(whole(b))));
        }
        for (String column : List.of("i", "b", "n")) {
            one("-$1", column, a -> exact(a).negate());
            one("+$1", column, a -> a);
            one("ABS($1)", column, a -> exact(a).abs());
            one("SIGN($1)", column, a -> BigDecimal.valueOf(exact(a).signum()));
            one("ROUND($1)", column, a -> exact(a).setScale(0, RoundingMode.HALF_UP));
            one("TRUNC($1)", column, a -> exact(a).setScale(0, RoundingMode.DOWN));
            one("FLOOR($1)", column, a -> exact(a).setScale(0, RoundingMode.FLOOR));
            one("CEIL($1)", column, a -> exact(a).setScale(0, RoundingMode.CEILING));
        }
        for (int places : new int[] {0, 1, 2, 5, -1, -2, -3, -4, -5, -9}) {
            one("ROUND($1, " + places + ")", "n", a -> exact(a).setScale(places, RoundingMode.HALF_UP));
            one("TRUNC($1, " + places + ")", "n", a -> exact(a).setScale(places, RoundingMode.DOWN));
        }
        for (int places : new int[] {0, 1, -1, -3, -9, -10, -11, -40}) {
            one("ROUND($1, " + places + ")", "i", a -> exact(a).setScale(places, RoundingMode.HALF_UP));
            one("TRUNC($1, " + places + ")", "i", a -> exact(a).setScale(places, RoundingMode.DOWN));
            one("TRUNC($1, " + places + ")", "b", a -> exact(a).setScale(places, RoundingMode.DOWN));
        }
        one("BIT_COUNT($1)", "b", a -> BigDecimal.valueOf(Long.bitCount((Long) a)));
        one("BIT_COUNT($1)", "i", a -> BigDecimal.valueOf(Long.bitCount((Integer) a)));
        one("FACTORIAL($1)", "i", a -> {
            int n = (Integer) a;
            BigInteger product = BigInteger.ONE;
            for (int i = 2; i <= Math.min(n, 33); i++) {
                product = product.multiply(BigInteger.valueOf(i));
            }
            return n < 0 || n > 33 ? null : product;
        });
    }

    private static BigInteger whole(Object value) {
        return exact(value).toBigIntegerExact();
    }

    private void reals() {
        for (String[] pair : new String[][] {{"x", "x"}, {"i", "x"}, {"x", "n"}}) {
            two("$1 + $2", pair[0], pair[1], (a, b) -> real(a) + real(b));
            two("$1 - $2", pair[0], pair[1], (a, b) -> real(a) - real(b));
            two("$1 * $2", pair[0], pair[1], (a, b) -> real(a) * real(b));
            two("$1 / $2", pair[0], pair[1], (a, b) -> real(b) == 0 ? null : (Object) (real(a) / real(b)));
            two("$1 // $2", pair[0], pair[1], (a, b) -> real(b) == 0 ? null : (Object) (real(a) / real(b)));
            // Both are computed as decimals of 15 digits after the point.
            two(
                    "$1 % $2",
                    pair[0],
                    pair[1],
                    (a, b) -> !isShort(real(a)) || !isShort(real(b))
                            ? ANY
                            : real(b) == 0 ? null : (Object) digits(a).remainder(digits(b)));
            two("ATAN2($1, $2)", pair[0], pair[1], (a, b) -> number(Math.atan2(real(a) + 0.0, real(b) + 0.0)));
        }
        function("-$1", x -> -x);
        one("ABS($1)", "x", a -> Math.abs(real(a)));
        one("SIGN($1)", "x", a -> Double.isNaN(real(a)) ? 0.0 : Math.signum(real(a)));
        one("FLOOR($1)", "x", a -> Math.floor(real(a)));
        one("CEIL($1)", "x", a -> Math.ceil(real(a)));
        one("TRUNC($1)", "x", a -> real(a) < 0 ? Math.ceil(real(a)) : Math.floor(real(a)));
        one("ROUND($1)", "x", a -> away(real(a)));
        one("EXP($1)", "x", a -> Math.exp(real(a)));
        one("ISNAN($1)", "x", a -> Double.isNaN(real(a)));
        one("ISINF($1)", "x", a -> Double.isInfinite(real(a)));
        one("ISFINITE($1)", "x", a -> Double.isFinite(real(a)));
        one("$1 + PI()", "x", a -> real(a) + Math.PI);
        real("SQRT($1)", Math::sqrt);
        real("POWER($1, 0.5)", Math::sqrt);
        real("CBRT($1)", Math::cbrt);
        real("LN($1)", x -> x > 0 ? Math.log(x) : Double.NaN);
        real("LOG10($1)", x -> x > 0 ? Math.log10(x) : Double.NaN);
        real("LOG2($1)", x -> x > 0 ? Math.log(x) / Math.log(2) : Double.NaN);
        real("LOG($1)", x -> x > 0 ? Math.log10(x) : Double.NaN);
        two(
                "LOG($1, $2)",
                "x",
                "x",
                (base, x) -> real(base) > 0 && real(base) != 1 && real(x) > 0
                        ? number(Math.log(real(x)) / Math.log(real(base)))
                        : null);
        real("SIN($1)", Math::sin);
        real("COS($1)", Math::cos);
        real("TAN($1)", Math::tan);
        real("COT($1)", x -> x == 0 ? Double.NaN : 1 / Math.tan(x));
        real("ASIN($1)", Math::asin);
        real("ACOS($1)", Math::acos);
        real("ATAN($1)", Math::atan);
        real("SINH($1)", Math::sinh);
        real("COSH($1)", Math::cosh);
        real("TANH($1)", Math::tanh);
        real("ASINH($1)", x -> Math.abs(x) < 1e-9 ? x : Math.copySign(Math.log(Math.abs(x) + Math.hypot(1, x)), x));
        real("ACOSH($1)", x -> x >= 1 ? acosh(x) : Double.NaN);
        real(
                "ATANH($1)",
                x -> Math.abs(x) < 1e-9 ? x : Math.abs(x) < 1 ? 0.5 * Math.log((1 + x) / (1 - x)) : Double.NaN);
        real("ASIN($1 / 2)", x -> Math.asin(x / 2));
        real("ACOS($1 / 2)", x -> Math.acos(x / 2));
        real(
                "ATANH($1 / 2)",
                x -> Math.abs(x) < 2 && Math.abs(x) > 1e-9
                        ? 0.5 * Math.log((2 + x) / (2 - x))
                        : Math.abs(x) < 2 ? x / 2 : Double.NaN);
        real("DEGREES($1)", x -> x * (180 / Math.PI));
        real("RADIANS($1)", x -> x * (Math.PI / 180));
        real("EVEN($1)", x -> x < 0 ? Math.floor(x / 2) * 2 : Math.ceil(x / 2) * 2);
        two("NEXTAFTER($1, $2)", "x", "x", (a, b) -> number(Math.nextAfter(real(a), real(b))));
        two("POWER($1, $2)", "x", "i", (a, b) -> number(Math.pow(real(a), real(b))));
        two("$1 ^ $2", "n", "i", (a, b) -> number(Math.pow(real(a), real(b))));
        one("GAMMA($1)", "x", a -> gamma(real(a)));
        one("LGAMMA($1)", "x", a -> {
            Object gamma = gamma(real(a));
            return gamma instanceof Double value ? (Object) Math.log(Math.abs(value)) : ANY;
        });
    }

    private void function(String template, DoubleUnaryOperator function) {
        one(template, "x", a -> function.applyAsDouble(real(a)));
    }

    /** A function that has no value where it is no number. */
    private void real(String template, DoubleUnaryOperator function) {
        one(template, "x", a -> number(function.applyAsDouble(real(a))));
    }

    private static Object number(double value) {
        return Double.isNaN(value) ? null : (Object) value;
    }

    private static BigDecimal digits(Object value) {
        return value instanceof Double real ? BigDecimal.valueOf(real) : exact(value);
    }

    private static boolean isShort(double value) {
        return value == 0 || Math.abs(value) > 1e-3 && Math.abs(value) < 1e9;
    }

    private static double away(double x) {
        double cut = x < 0 ? Math.ceil(x) : Math.floor(x);
        return Math.abs(x - cut) >= 0.5 ? cut + Math.signum(x) : cut;
    }

    private static double acosh(double x) {
        return x > 1e150 ? Math.log(x) + Math.log(2) : Math.log(x + Math.sqrt((x - 1) * (x + 1)));
    }

    private static Object gamma(double x) {
        double root = Math.sqrt(Math.PI);
        if (x == 0.5 || x == -0.5) {
            return x > 0 ? root : -2 * root;
        }
        if (x == 1.5 || x == 2.5 || x == -2.5) {
            return x < 0 ? root * -8 / 15 : x == 1.5 ? root / 2 : root * 3 / 4;
        }
        return x == 1 ? 1.0 : x == 3 ? 2.0 : x == 7 ? 720.0 : x == 0 || x == -3 ? null : ANY;
    }

    private void texts() {
        two("$1 || $2", "s", "s", (a, b) -> (String) a + b);
        free("CONCAT($1, $2, '!')", "s", "s", (a, b) -> (a == null ? "" : a) + "" + (b == null ? "" : b) + "!");
        one("UPPER($1)", "s", a -> ((String) a).toUpperCase(Locale.ROOT));
        one("LOWER($1)", "s", a -> ((String) a).toLowerCase(Locale.ROOT));
        one("TRIM($1)", "s", a -> stripped((String) a, " ", true, true));
        one("TRIM(LEADING 'a' FROM $1)", "s", a -> stripped((String) a, "a", true, false));
        one("TRIM(TRAILING 'c' FROM $1)", "s", a -> stripped((String) a, "c", false, true));
        one("TRIM(BOTH 'a' FROM $1)", "s", a -> stripped((String) a, "a", true, true));
        one("LTRIM($1)", "s", a -> stripped((String) a, " ", true, false));
        one("RTRIM($1)", "s", a -> stripped((String) a, " ", false, true));
        two("LTRIM($1, $2)", "s", "s", (a, b) -> stripped((String) a, (String) b, true, false));
        two("RTRIM($1, $2)", "s", "s", (a, b) -> stripped((String) a, (String) b, false, true));
        for (int n : new int[] {1, 2, 3, 9}) {
            one("SUBSTRING($1 FROM " + n + ")", "s", a -> part(a, n - 1, 99));
            one("SUBSTRING($1, " + n + ", 2)", "s", a -> part(a, n - 1, n + 1));
            one("LEFT($1, " + n + ")", "s", a -> part(a, 0, n));
            one("RIGHT($1, " + n + ")", "s", a -> part(a, length(a) - n, 99));
        }
        one("SUBSTRING($1, 1, 0)", "s", a -> "");
        one("LEFT($1, -1)", "s", a -> part(a, 0, length(a) - 1));
        one("RIGHT($1, -2)", "s", a -> part(a, 2, 99));
        for (int n : new int[] {1, 2, 3, 4, 5, -1, -2, 0}) {
            one("SPLIT_PART($1, ',', " + n + ")", "s", a -> split((String) a, n));
            one(
                    "SPLIT_PART($1, '', " + n + ")",
                    "s",
                    a -> n > 0
                            ? part(a, n - 1, n)
                            : n == 0 || length(a) < -n ? "" : part(a, length(a) + n, length(a) + n + 1));
        }
        two(
                "REPLACE($1, $2, '-')",
                "s",
                "s",
                (a, b) -> ((String) b).isEmpty() ? a : ((String) a).replace((String) b, "-"));
        one("LENGTH($1)", "s", Meanings::length);
        two("POSITION($2 IN $1)", "s", "s", Meanings::place);
        two("STRPOS($1, $2)", "s", "s", Meanings::place);
        two("STARTS_WITH($1, $2)", "s", "s", (a, b) -> ((String) a).startsWith((String) b));
        two("ENDS_WITH($1, $2)", "s", "s", (a, b) -> ((String) a).endsWith((String) b));
        two("$1 LIKE $2", "s", "s", (a, b) -> like((String) a, (String) b));
        two("$1 NOT LIKE $2", "s", "s", (a, b) -> !like((String) a, (String) b));
        two("$1 ILIKE $2", "s", "s", (a, b) -> like(lower(a), lower(b)));
        two("$1 NOT ILIKE $2", "s", "s", (a, b) -> !like(lower(a), lower(b)));
        one("$1 LIKE 'a%'", "s", a -> ((String) a).startsWith("a"));
        one("$1 LIKE '_!_%' ESCAPE '!'", "s", a -> Pattern.matches("(?su)._.*", (String) a));
        one("$1 NOT ILIKE 'A!_%' ESCAPE '!'", "s", a -> !Pattern.matches("(?sui)a_.*", (String) a));
        one("$1 SIMILAR TO '(a|A)%[bB]_'", "s", a -> Pattern.matches("(?su)(a|A).*[bB].", (String) a));
        // What has a meaning in other regular expressions stands for itself.
        for (String sign : List.of("$", "^", ".")) {
            one(
                    "(CASE WHEN $1 IN ('a', 'abc') THEN 'a" + sign
                            + "' WHEN $1 IS NULL THEN NULL ELSE 'ab' END) SIMILAR TO 'a" + sign + "'",
                    "s",
                    a -> List.of("a", "abc").contains(a));
            one("('" + sign + "' || $1) SIMILAR TO '" + sign + "a%'", "s", a -> ((String) a).startsWith("a"));
            one("($1 || '" + sign + "') SIMILAR TO '%[" + (sign.equals("^") ? "x^" : sign) + "]'", "s", a -> true);
        }
        one("$1 NOT SIMILAR TO '[a-c]+'", "s", a -> !Pattern.matches("[a-c]+", (String) a));
        one(
                "REGEXP_LIKE($1, '^a.*c$')",
                "s",
                a -> Pattern.compile("^a.*c$").matcher((String) a).find());
        one("REGEXP_LIKE($1, 'b')", "s", a -> ((String) a).contains("b"));
        one("REGEXP_REPLACE($1, '[ab]', '<\\0>')", "s", a -> ((String) a).replaceFirst("[ab]", "<$0>"));
        one("REGEXP_REPLACE($1, '[ab]', '<\\0>', 'g')", "s", a -> ((String) a).replaceAll("[ab]", "<$0>"));
        one("CARDINALITY(SPLIT($1, ','))", "s", a -> BigDecimal.valueOf(((String) a).split(",", -1).length));
        one(
                "SPLIT($1, ',')[2]",
                "s",
                a -> ((String) a).split(",", -1).length < 2 ? null : ((String) a).split(",", -1)[1]);
        free("ARRAY[$1, $2, 5][2]", "i", "i", (a, b) -> b);
        free(
                "ARRAY[5, $1][$2]",
                "i",
                "i",
                (a, b) -> Objects.equals(b, 1) ? (Object) 5 : Objects.equals(b, 2) ? a : null);
        free(
                "ARRAY_CONTAINS(ARRAY[7, $1], $2)",
                "i",
                "i",
                (a, b) -> b == null ? null : (Object) (b.equals(7) || b.equals(a)));
        one("JSON_VALUE('{\"a\": [' || $1 || ', 8]}', '$.a[0]')", "i", String::valueOf);
        one("JSON_EXTRACT_STRING('{\"a\": [' || $1 || ', 8]}', '$.a')", "i", a -> "[" + a + ",8]");
    }

    private static String lower(Object text) {
        return ((String) text).toLowerCase(Locale.ROOT);
    }

    private static String stripped(String text, String characters, boolean front, boolean behind) {
        int[] all = text.codePoints().toArray();
        int from = 0;
        int to = all.length;
        while (front && from < to && characters.indexOf(all[from]) >= 0) {
            from++;
        }
        while (behind && to > from && characters.indexOf(all[to - 1]) >= 0) {
            to--;
        }
        return new String(all, from, to - from);
    }

    private static int length(Object text) {
        return ((String) text).codePointCount(0, ((String) text).length());
    }

    private static String part(Object text, int from, int to) {
        int[] all = ((String) text).codePoints().toArray();
        int first = Math.max(0, Math.min(from, all.length));
        return new String(all, first, Math.max(0, Math.min(to, all.length) - first));
    }

    private static String split(String text, int n) {
        String[] parts = text.split(",", -1);
        int place = n > 0 ? n - 1 : parts.length + n;
        return n == 0 || place < 0 || place >= parts.length ? "" : parts[place];
    }

    private static Object place(Object text, Object part) {
        int at = ((String) text).indexOf((String) part);
        return at < 0 ? 0 : ((String) text).codePointCount(0, at) + 1;
    }

    private static boolean like(String text, String pattern) {
        StringBuilder expression = new StringBuilder("(?su)");
        pattern.codePoints()
                .forEach(c ->
                        expression.append(c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(Character.toString(c))));
        return Pattern.matches(expression.toString(), text);
    }

    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "year",
            ChronoUnit.YEARS,
            "month",
            ChronoUnit.MONTHS,
            "day",
            ChronoUnit.DAYS,
            "hour",
            ChronoUnit.HOURS,
            "minute",
            ChronoUnit.MINUTES,
            "second",
            ChronoUnit.SECONDS);

    private void dates() {
        for (String column : List.of("d", "ts")) {
            dates(column);
            one("$1 + INTERVAL '13' MONTH", column, a -> usual(moment(a).plusMonths(13), a));
            one("$1 - INTERVAL '1' YEAR", column, a -> usual(moment(a).minusYears(1), a));
            one("$1 + INTERVAL '40' DAY", column, a -> usual(moment(a).plusDays(40), a));
            one("INTERVAL '40' DAY + $1", column, a -> usual(moment(a).plusDays(40), a));
            one("LAST_DAY($1)", column, a -> moment(a).toLocalDate().with(TemporalAdjusters.lastDayOfMonth()));
            one("DAYNAME($1)", column, a -> moment(a).getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
            one("MONTHNAME($1)", column, a -> moment(a).getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
            one(
                    "STRFTIME($1, '%Y-%m-%d %H:%M:%S')",
                    column, a -> moment(a).format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT)));
        }
        one("$1 - INTERVAL '90' MINUTE", "ts", a -> usual(moment(a).minusMinutes(90), a));
        one("$1 + INTERVAL '2' SECOND", "ts", a -> usual(moment(a).plusSeconds(2), a));
        two("$1 - $2", "d", "d", (a, b) -> BigDecimal.valueOf(ChronoUnit.DAYS.between((LocalDate) b, (LocalDate) a)));
        two("MAKE_DATE($1, 2, $2)", "i", "i", (year, day) -> {
            int y = (Integer) year;
            int d = (Integer) day;
            return y < 1 || y > 9999 || d < 1 || d > LocalDate.of(y, 2, 1).lengthOfMonth()
                    ? null
                    : LocalDate.of(y, 2, d);
        });
        UNITS.forEach((word, unit) -> {
            two(
                    "DATEDIFF('" + word + "', $1, $2)",
                    "ts",
                    "ts",
                    (a, b) -> BigDecimal.valueOf(
                            unit.between(beginning(word, (LocalDateTime) a), beginning(word, (LocalDateTime) b))));
            two(
                    "TIMESTAMPDIFF(" + word + ", $1, $2)",
                    "ts",
                    "ts",
                    (a, b) -> BigDecimal.valueOf(
                            compare(a, b) < 0
                                    ? unit.between((LocalDateTime) a, (LocalDateTime) b)
                                    : -unit.between((LocalDateTime) b, (LocalDateTime) a)));
        });
        one("EXTRACT(HOUR FROM $1)", "t", a -> BigDecimal.valueOf(((LocalTime) a).getHour()));
        one("EXTRACT(MINUTE FROM $1)", "t", a -> BigDecimal.valueOf(((LocalTime) a).getMinute()));
        one("EXTRACT(SECOND FROM $1)", "t", a -> BigDecimal.valueOf(((LocalTime) a).getSecond()));
        two(
                "DATEDIFF('minute', $1, $2)",
                "t",
                "t",
                (a, b) -> BigDecimal.valueOf(ChronoUnit.MINUTES.between(
                        ((LocalTime) a).truncatedTo(ChronoUnit.MINUTES),
                        ((LocalTime) b).truncatedTo(ChronoUnit.MINUTES))));
    }

    private void dates(String column) {
        part(column, "YEAR", m -> m.getYear());
        part(column, "QUARTER", m -> m.get(IsoFields.QUARTER_OF_YEAR));
        part(column, "MONTH", m -> m.getMonthValue());
        part(column, "WEEK", m -> m.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
        part(column, "ISOYEAR", m -> m.get(IsoFields.WEEK_BASED_YEAR));
        part(column, "DAY", m -> m.getDayOfMonth());
        part(column, "DOW", m -> m.getDayOfWeek().getValue() % 7);
        part(column, "ISODOW", m -> m.getDayOfWeek().getValue());
        part(column, "DOY", m -> m.getDayOfYear());
        part(column, "DECADE", m -> m.getYear() / 10);
        part(column, "CENTURY", m -> (m.getYear() + 99) / 100);
        part(column, "MILLENNIUM", m -> (m.getYear() + 999) / 1000);
        part(column, "HOUR", m -> m.getHour());
        part(column, "MINUTE", m -> m.getMinute());
        part(column, "SECOND", m -> m.getSecond());
        part(column, "MILLISECOND", m -> m.getSecond() * 1_000 + m.get(ChronoField.MILLI_OF_SECOND));
        part(column, "MICROSECOND", m -> m.getSecond() * 1_000_000 + m.get(ChronoField.MICRO_OF_SECOND));
        for (String unit : List.of("year", "quarter", "month", "week", "day", "hour", "minute", "second")) {
            one("DATE_TRUNC('" + unit + "', $1)", column, a -> usual(beginning(unit, moment(a)), a));
        }
        one("FLOOR($1 TO MONTH)", column, a -> usual(beginning("month", moment(a)), a));
    }

    private interface Part {
        int of(LocalDateTime moment);
    }

    private void part(String column, String part, Part meaning) {
        one("EXTRACT(" + part + " FROM $1)", column, a -> BigDecimal.valueOf(meaning.of(moment(a))));
    }

    private static LocalDateTime beginning(String unit, LocalDateTime moment) {
        LocalDateTime day = moment.truncatedTo(ChronoUnit.DAYS);
        return switch (unit) {
            case "year" -> day.withDayOfYear(1);
            case "quarter" -> day.withDayOfMonth(1).withMonth((day.getMonthValue() - 1) / 3 * 3 + 1);
            case "month" -> day.withDayOfMonth(1);
            case "week" -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            case "day" -> day;
            default -> moment.truncatedTo(Objects.requireNonNull(UNITS.get(unit)));
        };
    }

    /** A moment of the type of another. */
    private static Object usual(LocalDateTime moment, Object like) {
        if (moment.getYear() < 1 || moment.getYear() > 9999) {
            return ANY;
        }
        return like instanceof LocalDate ? moment.toLocalDate() : (Object) moment;
    }

    private void conversions() {
        one("CAST($1 AS VARCHAR)", "i", String::valueOf);
        one("CAST($1 AS VARCHAR)", "b", String::valueOf);
        one("CAST($1 AS VARCHAR)", "n", a -> exact(a).toPlainString());
        one("CAST($1 AS VARCHAR)", "f", String::valueOf);
        one("CAST($1 AS VARCHAR)", "d", String::valueOf);
        one("CAST($1 AS VARCHAR(2))", "s", a -> part(a, 0, 2));
        one("CAST($1 AS INTEGER)", "b", Meanings::exact);
        one("CAST($1 AS SMALLINT)", "i", a -> ((Integer) a).shortValue() == (Integer) a ? a : null);
        one("CAST($1 AS BIGINT)", "i", Meanings::exact);
        one("CAST($1 AS INTEGER)", "n", a -> exact(a).setScale(0, RoundingMode.HALF_UP));
        one("CAST($1 AS DECIMAL(4, 1))", "n", a -> exact(a).setScale(1, RoundingMode.HALF_UP));
        one("CAST($1 AS DECIMAL(12, 1))", "i", Meanings::exact);
        one("CAST($1 AS DOUBLE)", "b", a -> real(a));
        one("CAST($1 AS DOUBLE)", "n", a -> real(a));
        one("CAST($1 AS BIGINT)", "x", Meanings::rounded);
        for (String part : List.of("+ 0.4e0", "- 0.4e0", "+ 0.5e0", "- 0.5e0")) {
            double more = Double.parseDouble(part.replace(" ", ""));
            one("CAST($1 " + part + " AS INTEGER)", "i", a -> rounded(real(a) + more));
        }
        one("CAST($1 * 4294967296e0 AS BIGINT)", "i", a -> rounded(real(a) * 4294967296e0));
        one("CAST($1 * 4294967296e0 + 2048e0 AS BIGINT)", "i", a -> rounded(real(a) * 4294967296e0 + 2048e0));
        one("CAST($1 AS INTEGER)", "x", Meanings::rounded);
        one("CAST($1 AS INTEGER)", "f", a -> (Boolean) a ? 1 : 0);
        one("CAST($1 AS BOOLEAN)", "i", a -> !a.equals(0));
        one(
                "CAST($1 AS INTEGER)",
                "s",
                a -> a.equals("12") ? 12 : a.equals("-3.5") ? (Object) Integer.valueOf(-4) : null);
        one(
                "CAST($1 AS DOUBLE)",
                "s",
                a -> a.equals("12") ? 12.0 : a.equals("-3.5") ? (Object) Double.valueOf(-3.5) : null);
        one(
                "CAST($1 AS DECIMAL(5, 2))",
                "s",
                a -> a.equals("12") || a.equals("-3.5") ? new BigDecimal((String) a) : null);
        one("CAST($1 AS TIMESTAMP)", "d", Meanings::moment);
        one("CAST($1 AS DATE)", "ts", a -> moment(a).toLocalDate());
        for (String text : List.of("2024-02-29", "2023-02-29", "2024-13-01", "2024-2-3x", "2024-02-30")) {
            one(
                    "CAST(CASE $1 WHEN 'abcabc' THEN '" + text + "' ELSE 'no' END AS DATE)",
                    "s",
                    a -> !a.equals("abcabc")
                            ? null
                            : text.startsWith("0000") ? ANY : text.equals("2024-02-29") ? LocalDate.parse(text) : null);
        }
    }

    private static Object rounded(Object real) {
        double value = real(real);
        return Double.isFinite(value) ? new BigDecimal(value).setScale(0, RoundingMode.HALF_UP) : null;
    }
}
