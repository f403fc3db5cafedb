package io.tacit.engine.dialect.spark;

import static io.tacit.engine.dialect.spark.SparkTypes.DOUBLE;
import static io.tacit.engine.dialect.spark.SparkTypes.MOMENT;
import static io.tacit.engine.dialect.spark.SparkTypes.TEXT;

import io.tacit.engine.sql.TypeNames;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Conversions between types that give NULL where a value does not fit. {@code try_cast} is the same in ANSI mode and
 * without it; a plain CAST stands only where nothing can go wrong.
 */
final class SparkConversions {
    /** Whole numbers of 64 bits as decimals. */
    static final String WIDE = "DECIMAL(20,0)";

    /** A number as people write it. */
    private static final String NUMBER = SparkText.text(
            "^[ \\t\\n\\x0B\\f\\r]*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,3})?[ \\t\\n\\x0B\\f\\r]*$");

    private static final String DAY = SparkText.text("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$");

    private static final int DAY_LENGTH = 10;
    private static final int LONGEST_NUMBER = 1_000;

    private static final String BEYOND_LONG = real("9223372036854775808");

    private SparkConversions() {}

    /** A value of one type as the type of that name; NULL where it does not fit. Halves round away from zero. */
    static String convert(String text, RelDataType from, String to) {
        if (from.getSqlTypeName() == SqlTypeName.NULL) {
            return "CAST(" + text + " AS " + to + ")";
        }
        String own = SparkTypes.of(from);
        if (own.equals(to)) {
            return text;
        }
        if (to.equals(TEXT)) {
            return text(text, from);
        }
        if (to.equals("BOOLEAN")) {
            return truth(text, from);
        }
        if (to.equals("DATE") || to.equals(MOMENT)) {
            return moment(text, from, own, to);
        }
        return number(text, from, to);
    }

    private static String text(String text, RelDataType from) {
        return switch (from.getSqlTypeName()) {
            case REAL, FLOAT, DOUBLE -> throw Lacking.conversion("DOUBLE", "VARCHAR");
            case DATE -> SparkKeys.day(text);
            case TIMESTAMP -> SparkKeys.moment(text);
            // A plain cast writes 0.0000001 as 1E-7 unless the session is in ANSI mode.
            case DECIMAL -> "try_cast(" + text + " AS " + TEXT + ")";
            default -> "CAST(" + text + " AS " + TEXT + ")";
        };
    }

    private static String truth(String text, RelDataType from) {
        if (SparkTypes.isWhole(from) || SparkTypes.isDecimal(from) || SparkTypes.isDouble(from)) {
            return "(" + text + " <> 0)";
        }
        throw Lacking.conversion(TypeNames.of(from), "BOOLEAN");
    }

    private static String moment(String text, RelDataType from, String own, String to) {
        if (own.equals("DATE") && to.equals(MOMENT)) {
            return Once.of(text, day -> SparkDates.whenUsual(day, "DATE", "CAST(" + day + " AS " + MOMENT + ")"));
        }
        if (own.equals(MOMENT) && to.equals("DATE")) {
            return "CAST(" + text + " AS DATE)";
        }
        if (own.equals(TEXT) && to.equals("DATE")) {
            return Once.of(
                    "trim(BOTH ' ' FROM left(" + text + ", " + SparkTexts.MOST_READ + "))",
                    day -> "CASE WHEN length(" + day + ") = " + DAY_LENGTH + " THEN CASE WHEN " + day + " RLIKE " + DAY
                            + " AND left(" + day + ", 4) <> '0000' THEN try_cast(" + day + " AS DATE) END END");
        }
        throw Lacking.conversion(TypeNames.of(from), to.equals(MOMENT) ? "TIMESTAMP" : to.toUpperCase(Locale.ROOT));
    }

    private static String number(String text, RelDataType from, String to) {
        if (SparkTypes.isDouble(from)) {
            return ofReal(text, to);
        }
        if (SparkTypes.isText(from)) {
            return ofText(text, to);
        }
        if (from.getSqlTypeName() == SqlTypeName.BOOLEAN) {
            return to.equals("INT") ? "CAST(" + text + " AS INT)" : "try_cast(CAST(" + text + " AS INT) AS " + to + ")";
        }
        if (!SparkTypes.isWhole(from) && !SparkTypes.isDecimal(from)) {
            throw Lacking.conversion(TypeNames.of(from), to);
        }
        if (to.equals(DOUBLE) || SparkTypes.isWhole(from) && to.equals("BIGINT")) {
            return "CAST(" + text + " AS " + to + ")";
        }
        return SparkTypes.isWhole(from) ? "try_cast(" + text + " AS " + to + ")" : fit(text, to);
    }

    /** A DOUBLE as a whole number, or by its shortest digits as a decimal. */
    static String ofReal(String text, String to) {
        if (!to.equals("BIGINT")) {
            return "try_cast(" + (to.equals("INT") ? "round(" + text + ")" : text) + " AS " + to + ")";
        }
        // 2^63 itself would become 2^63 - 1.
        return Once.of(
                text,
                value -> "CASE WHEN " + value + " < " + BEYOND_LONG + " THEN try_cast(round(" + value
                        + ") AS BIGINT) END");
    }

    private static String ofText(String text, String to) {
        String number = to.equals(DOUBLE) || to.startsWith("DECIMAL") ? to : WIDE;
        String words = "";
        if (to.equals(DOUBLE)) {
            words = " WHEN 'inf' THEN " + real("Infinity") + " WHEN 'infinity' THEN " + real("Infinity")
                    + " WHEN '-inf' THEN " + real("-Infinity") + " WHEN '-infinity' THEN " + real("-Infinity")
                    + " WHEN 'nan' THEN " + real("NaN");
        }
        String special = words;
        String parsed = Once.of(text, value -> {
            String plain =
                    "CASE WHEN " + value + " RLIKE " + NUMBER + " THEN try_cast(" + value + " AS " + number + ") END";
            return "CASE WHEN length(" + value + ") <= " + LONGEST_NUMBER + " THEN "
                    + (special.isEmpty()
                            ? plain
                            : "CASE lower(trim(BOTH ' ' FROM " + value + "))" + special + " ELSE " + plain + " END")
                    + " END";
        });
        return number.equals(to) ? parsed : "try_cast(" + parsed + " AS " + to + ")";
    }

    /** An exact number as a type of that name; NULL where it does not fit. */
    static String fit(String text, String to) {
        // A cast to a whole number cuts, one to a decimal rounds halves away from zero.
        return to.startsWith("DECIMAL")
                ? "try_cast(" + text + " AS " + to + ")"
                : "try_cast(round(" + text + ", 0) AS " + to + ")";
    }

    /** A constant of type DOUBLE. */
    static String real(String number) {
        return "CAST('" + number + "' AS " + DOUBLE + ")";
    }
}
