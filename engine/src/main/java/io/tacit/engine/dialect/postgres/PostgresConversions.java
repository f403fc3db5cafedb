package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.server.ServerTexts;
import io.tacit.engine.dialect.server.TypeNotation;
import java.math.BigInteger;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Types as PostgreSQL writes them, and conversions between them that give NULL where a value does not fit. PostgreSQL has casts that raise errors only;
 * which of them are safe, and what keeps the others from it, stands here. A text of any expression has the collation C,
 * which compares bytes.
 */
final class PostgresConversions implements TypeNotation {
    static final String DOUBLE = "double precision";
    static final String TEXT = "text";

    /** There is no type of 8 bits. */
    private static final Map<SqlTypeName, String> NAMES = Map.ofEntries(
            Map.entry(SqlTypeName.BOOLEAN, "boolean"),
            Map.entry(SqlTypeName.SMALLINT, "smallint"),
            Map.entry(SqlTypeName.INTEGER, "integer"),
            Map.entry(SqlTypeName.BIGINT, "bigint"),
            Map.entry(SqlTypeName.REAL, DOUBLE),
            Map.entry(SqlTypeName.FLOAT, DOUBLE),
            Map.entry(SqlTypeName.DOUBLE, DOUBLE),
            Map.entry(SqlTypeName.CHAR, TEXT),
            Map.entry(SqlTypeName.VARCHAR, TEXT),
            Map.entry(SqlTypeName.NULL, TEXT),
            Map.entry(SqlTypeName.DATE, "date"),
            Map.entry(SqlTypeName.TIME, "time"),
            Map.entry(SqlTypeName.TIMESTAMP, "timestamp"));

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

    @Override
    public Map<SqlTypeName, String> names() {
        return NAMES;
    }

    @Override
    public String textOf(String text, RelDataType from) {
        String written = "CAST(" + text + " AS " + TEXT + ")";
        return switch (from.getSqlTypeName()) {
            case DATE, TIMESTAMP -> "(" + PostgresKeys.date(written) + " COLLATE \"C\")";
            default -> "(" + written + " COLLATE \"C\")";
        };
    }

    @Override
    public String startOf(String date) {
        return Once.of(date, "CASE WHEN v.a < " + END_OF_TIME + " THEN CAST(v.a AS timestamp) END");
    }

    @Override
    public String day(String text) {
        String month = "CAST(substring(v.a, 6, 2) AS integer)";
        String first = "make_date(CAST(substring(v.a, 1, 4) AS integer), " + month + ", 1)";
        String day = "CAST(substring(v.a, 9, 2) AS integer)";
        return Once.of(
                "btrim(left(" + text + ", " + ServerTexts.MOST_READ + "))",
                "CASE WHEN length(v.a) = " + DAY_LENGTH
                        + " THEN CASE WHEN v.a ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' THEN"
                        + " CASE WHEN substring(v.a, 1, 4) <> '0000' THEN CASE WHEN EXTRACT(MONTH FROM " + first
                        + " + (" + day + " - 1)) = " + month + " THEN " + first + " + (" + day
                        + " - 1) END END END END");
    }

    @Override
    public String ofTruth(String text, String to) {
        return to.equals("integer")
                ? "CAST(" + text + " AS integer)"
                : "CAST(CAST(" + text + " AS integer) AS " + to + ")";
    }

    @Override
    public String ofExact(String text, RelDataType from, String to) {
        return isWider(NAMES.getOrDefault(from.getSqlTypeName(), ""), to)
                ? "CAST(" + text + " AS " + to + ")"
                : fit(text, to);
    }

    private static boolean isWider(String from, String to) {
        return to.equals("numeric")
                || from.equals("smallint") && (to.equals("integer") || to.equals("bigint"))
                || from.equals("integer") && to.equals("bigint");
    }

    /** A finite DOUBLE as a whole number goes by its digits in binary, as a decimal by its shortest ones. */
    @Override
    public String ofReal(String text, String to) {
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

    @Override
    public String ofText(String text, String to) {
        String number = "CASE WHEN length(v.a) <= " + LONGEST_NUMBER + " THEN CASE WHEN v.a ~ " + NUMBER
                + " THEN CAST(v.a AS numeric) END END";
        if (to.equals(DOUBLE)) {
            String words = "CASE lower(btrim(v.a)) WHEN 'inf' THEN " + real("Infinity") + " WHEN 'infinity' THEN "
                    + real("Infinity") + " WHEN '-inf' THEN " + real("-Infinity") + " WHEN '-infinity' THEN "
                    + real("-Infinity") + " ELSE ";
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
    @Override
    public String fit(String text, String to) {
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
