package io.tacit.engine.dialect.postgres;

import static io.tacit.engine.dialect.postgres.PostgresTypes.DOUBLE;
import static io.tacit.engine.dialect.postgres.PostgresTypes.TEXT;

import io.tacit.engine.sql.TypeNames;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Conversions between types that give NULL where a value does not fit. PostgreSQL has casts that raise errors only;
 * which of them are safe, and what keeps the others from it, stands here.
 */
final class PostgresConversions {
    private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");

    /** A number as people write it; of few enough characters that no number is beyond what numeric holds. */
    private static final String NUMBER = "'^\\s*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,3})?\\s*$'";

    /** Of a text such as 2024-12-31. A regular expression fails on texts of hundreds of megabytes, which end here. */
    private static final int DAY_LENGTH = 10;

    private static final int LONGEST_NUMBER = 1_000;

    /** The least number that is no DOUBLE any more: halfway between the largest and the next that there would be. */
    private static final String FIRST_INFINITE =
            "CAST(" + BigInteger.ONE.shiftLeft(1024).subtract(BigInteger.ONE.shiftLeft(970)) + " AS numeric)";

    /** Up to here a number becomes 0. */
    private static final String LAST_ZERO = "CAST('2.4703282292062328e-324' AS numeric)";

    /** The first day that is too late for a timestamp of the sandbox. */
    static final String END_OF_TIME = "DATE '294247-01-01'";

    private PostgresConversions() {}

    /** A value of one type as the type of that name; NULL where it does not fit. Halves round away from zero. */
    static String convert(String text, RelDataType from, String to) {
        if (from.getSqlTypeName() == SqlTypeName.NULL) {
            return "CAST(" + text + " AS " + to + ")";
        }
        String own = PostgresTypes.of(from);
        if (own.equals(to)) {
            return text;
        }
        if (to.equals(TEXT)) {
            return text(text, from);
        }
        if (to.equals("boolean")) {
            return truth(text, from);
        }
        if (to.equals("date") || to.equals("time") || to.equals("timestamp")) {
            return moment(text, from, own, to);
        }
        return number(text, from, to);
    }

    private static String text(String text, RelDataType from) {
        if (PostgresTypes.isDouble(from)) {
            throw Lacking.conversion("DOUBLE", "VARCHAR");
        }
        String written = "CAST(" + text + " AS " + TEXT + ")";
        return switch (from.getSqlTypeName()) {
            case DATE, TIMESTAMP -> "(" + PostgresKeys.date(written) + " COLLATE \"C\")";
            default -> "(" + written + " COLLATE \"C\")";
        };
    }

    private static String truth(String text, RelDataType from) {
        if (PostgresTypes.isWhole(from) || PostgresTypes.isDecimal(from) || PostgresTypes.isDouble(from)) {
            return "(" + text + " <> 0)";
        }
        throw Lacking.conversion(TypeNames.of(from), "BOOLEAN");
    }

    private static String moment(String text, RelDataType from, String own, String to) {
        if (own.equals("date") && to.equals("timestamp")) {
            return Once.of(text, "CASE WHEN v.a < " + END_OF_TIME + " THEN CAST(v.a AS timestamp) END");
        }
        if (own.equals("timestamp") && to.equals("date")) {
            return "CAST(" + text + " AS date)";
        }
        if (own.equals(TEXT) && to.equals("date")) {
            return date(text);
        }
        throw Lacking.conversion(TypeNames.of(from), to.toUpperCase(java.util.Locale.ROOT));
    }

    /** A text of the form 2024-12-31 as that day, if the calendar has it. */
    private static String date(String text) {
        String month = "CAST(substring(v.a, 6, 2) AS integer)";
        String first = "make_date(CAST(substring(v.a, 1, 4) AS integer), " + month + ", 1)";
        String day = "CAST(substring(v.a, 9, 2) AS integer)";
        return Once.of(
                "btrim(left(" + text + ", " + PostgresTexts.MOST_READ + "))",
                "CASE WHEN length(v.a) = " + DAY_LENGTH
                        + " THEN CASE WHEN v.a ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' THEN"
                        + " CASE WHEN substring(v.a, 1, 4) <> '0000' THEN CASE WHEN EXTRACT(MONTH FROM " + first
                        + " + (" + day + " - 1)) = " + month + " THEN " + first + " + (" + day
                        + " - 1) END END END END");
    }

    private static String number(String text, RelDataType from, String to) {
        if (PostgresTypes.isDouble(from)) {
            return ofReal(text, to);
        }
        if (PostgresTypes.isText(from)) {
            return ofText(text, to);
        }
        if (from.getSqlTypeName() == SqlTypeName.BOOLEAN) {
            return to.equals("integer")
                    ? "CAST(" + text + " AS integer)"
                    : "CAST(CAST(" + text + " AS integer) AS " + to + ")";
        }
        if (!PostgresTypes.isWhole(from) && !PostgresTypes.isDecimal(from)) {
            throw Lacking.conversion(TypeNames.of(from), to);
        }
        if (to.equals(DOUBLE) || isWider(PostgresTypes.of(from), to)) {
            return "CAST(" + text + " AS " + to + ")";
        }
        return fit(text, to);
    }

    private static boolean isWider(String from, String to) {
        return to.equals("numeric")
                || from.equals("smallint") && (to.equals("integer") || to.equals("bigint"))
                || from.equals("integer") && to.equals("bigint");
    }

    /** A finite DOUBLE as a whole number goes by its digits in binary, as a decimal by its shortest ones. */
    static String ofReal(String text, String to) {
        String exact = "CAST(CAST(" + text + " AS " + TEXT + ") AS numeric)";
        if (to.equals("numeric")) {
            return exact;
        }
        if (DECIMAL.matcher(to).matches()) {
            return fit(exact, to);
        }
        BigInteger end = end(to);
        String least = end.negate() + (to.equals("bigint") ? "" : ".5");
        String low = to.equals("bigint") ? "v.a >= " + real(least) : "v.a > " + real(least);
        String high = to.equals("bigint") ? end.toString() : end.subtract(BigInteger.ONE) + ".5";
        return Once.of(
                text,
                "CASE WHEN " + low + " AND v.a < " + real(high)
                        + " THEN CAST(trunc(v.a) + CASE WHEN abs(v.a - trunc(v.a)) >= " + real("0.5")
                        + " THEN sign(v.a) ELSE " + real("0") + " END AS " + to + ") END");
    }

    private static String ofText(String text, String to) {
        String number = "CASE WHEN length(v.a) <= " + LONGEST_NUMBER + " THEN CASE WHEN v.a ~ " + NUMBER
                + " THEN CAST(v.a AS numeric) END END";
        if (to.equals(DOUBLE)) {
            String words = "CASE lower(btrim(v.a)) WHEN 'inf' THEN " + real("Infinity") + " WHEN 'infinity' THEN "
                    + real("Infinity") + " WHEN '-inf' THEN " + real("-Infinity") + " WHEN '-infinity' THEN "
                    + real("-Infinity") + " WHEN 'nan' THEN " + real("NaN") + " ELSE ";
            String exact = Once.of(
                    number,
                    "CASE WHEN v.a >= " + FIRST_INFINITE + " THEN " + real("Infinity") + " WHEN v.a <= -"
                            + FIRST_INFINITE
                            + " THEN " + real("-Infinity") + " WHEN abs(v.a) <= " + LAST_ZERO + " THEN " + real("0")
                            + " ELSE CAST(v.a AS " + DOUBLE + ") END");
            return Once.of(text, "CASE WHEN length(v.a) <= " + LONGEST_NUMBER + " THEN " + words + exact + " END END");
        }
        return fit(Once.of(text, number), to);
    }

    /**
     * An exact number as a type of that name, without reading it twice: what is beyond the type becomes the first value
     * beyond it on its side, and that becomes NULL. Both LEAST and GREATEST leave out a NULL, which becomes the least.
     * NaN, which counts as the largest number, becomes NULL, too.
     */
    static String fit(String text, String to) {
        Matcher decimal = DECIMAL.matcher(to);
        int scale = decimal.matches() ? Integer.parseInt(decimal.group(2)) : 0;
        BigInteger over = decimal.matches() ? BigInteger.TEN.pow(Integer.parseInt(decimal.group(1)) - scale) : end(to);
        BigInteger under = decimal.matches() ? over.negate() : over.negate().subtract(BigInteger.ONE);
        String low = "CAST(" + under + " AS numeric)";
        String high = "CAST(" + over + " AS numeric)";
        String rounded = "round(CAST(" + text + " AS numeric), " + scale + ")";
        return "CAST(NULLIF(NULLIF(LEAST(GREATEST(" + rounded + ", " + low + "), " + high + "), " + low + "), " + high
                + ") AS " + to + ")";
    }

    /** The first whole number that a type is too small for. */
    private static BigInteger end(String type) {
        return switch (type) {
            case "smallint" -> BigInteger.ONE.shiftLeft(Short.SIZE - 1);
            case "integer" -> BigInteger.ONE.shiftLeft(Integer.SIZE - 1);
            case "bigint" -> BigInteger.ONE.shiftLeft(Long.SIZE - 1);
            default -> throw new IllegalArgumentException("no type of numbers: " + type);
        };
    }

    /** A constant of double precision. */
    static String real(String number) {
        return "CAST('" + number + "' AS " + DOUBLE + ")";
    }
}
