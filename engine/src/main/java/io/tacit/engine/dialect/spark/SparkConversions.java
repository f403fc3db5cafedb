package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.dialect.server.ServerDates;
import io.tacit.engine.dialect.server.ServerTexts;
import io.tacit.engine.dialect.server.TypeNotation;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Types as Spark writes them, and conversions between them that give NULL where a value does not fit. {@code try_cast} is the same in ANSI mode and
 * without it; a plain CAST stands only where nothing can go wrong.
 */
final class SparkConversions implements TypeNotation {
    static final String DOUBLE = "DOUBLE";
    static final String TEXT = "STRING";

    /** A timestamp without time zone. */
    static final String MOMENT = "TIMESTAMP_NTZ";

    /** There are no times of day. */
    private static final Map<SqlTypeName, String> NAMES = Map.ofEntries(
            Map.entry(SqlTypeName.BOOLEAN, "BOOLEAN"),
            Map.entry(SqlTypeName.TINYINT, "INT"),
            Map.entry(SqlTypeName.SMALLINT, "INT"),
            Map.entry(SqlTypeName.INTEGER, "INT"),
            Map.entry(SqlTypeName.BIGINT, "BIGINT"),
            Map.entry(SqlTypeName.REAL, DOUBLE),
            Map.entry(SqlTypeName.FLOAT, DOUBLE),
            Map.entry(SqlTypeName.DOUBLE, DOUBLE),
            Map.entry(SqlTypeName.CHAR, TEXT),
            Map.entry(SqlTypeName.VARCHAR, TEXT),
            Map.entry(SqlTypeName.NULL, TEXT),
            Map.entry(SqlTypeName.DATE, "DATE"),
            Map.entry(SqlTypeName.TIMESTAMP, MOMENT));

    /** Whole numbers of 64 bits as decimals. */
    static final String WIDE = "DECIMAL(20,0)";

    /** A number as people write it. */
    private static final String NUMBER = SparkText.text(
            "^[ \\t\\n\\x0B\\f\\r]*[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]{1,3})?[ \\t\\n\\x0B\\f\\r]*$");

    private static final String DAY = SparkText.text("^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$");

    private static final int DAY_LENGTH = 10;
    private static final int LONGEST_NUMBER = 1_000;

    private static final String BEYOND_LONG = real("9223372036854775808");

    @Override
    public Map<SqlTypeName, String> names() {
        return NAMES;
    }

    @Override
    public String textOf(String text, RelDataType from) {
        return switch (from.getSqlTypeName()) {
            case DATE -> SparkKeys.day(text);
            case TIMESTAMP -> SparkKeys.moment(text);
            // A plain cast writes 0.0000001 as 1E-7 unless the session is in ANSI mode.
            case DECIMAL -> "try_cast(" + text + " AS " + TEXT + ")";
            default -> "CAST(" + text + " AS " + TEXT + ")";
        };
    }

    @Override
    public String startOf(String date) {
        return Once.of(date, day -> ServerDates.ofUsualYears(day, "CAST(" + day + " AS " + MOMENT + ")"));
    }

    @Override
    public String day(String text) {
        return Once.of(
                "trim(BOTH ' ' FROM left(" + text + ", " + ServerTexts.MOST_READ + "))",
                day -> "CASE WHEN length(" + day + ") = " + DAY_LENGTH + " THEN CASE WHEN " + day + " RLIKE " + DAY
                        + " AND left(" + day + ", 4) <> '0000' THEN try_cast(" + day + " AS DATE) END END");
    }

    @Override
    public String ofTruth(String text, String to) {
        return to.equals("INT") ? "CAST(" + text + " AS INT)" : "try_cast(CAST(" + text + " AS INT) AS " + to + ")";
    }

    @Override
    public String ofExact(String text, RelDataType from, String to) {
        if (!StandardTypes.isWhole(from)) {
            return fit(text, to);
        }
        return (to.equals("BIGINT") ? "CAST(" : "try_cast(") + text + " AS " + to + ")";
    }

    /** A DOUBLE as a whole number, or by its shortest digits as a decimal. */
    @Override
    public String ofReal(String text, String to) {
        if (!to.equals("BIGINT")) {
            return "try_cast(" + (to.equals("INT") ? "round(" + text + ")" : text) + " AS " + to + ")";
        }
        // 2^63 itself would become 2^63 - 1.
        return Once.of(
                text,
                value -> "CASE WHEN " + value + " < " + BEYOND_LONG + " THEN try_cast(round(" + value
                        + ") AS BIGINT) END");
    }

    @Override
    public String ofText(String text, String to) {
        String number = to.equals(DOUBLE) || to.startsWith("DECIMAL") ? to : WIDE;
        String words = "";
        if (to.equals(DOUBLE)) {
            words = " WHEN 'inf' THEN " + real("Infinity") + " WHEN 'infinity' THEN " + real("Infinity")
                    + " WHEN '-inf' THEN " + real("-Infinity") + " WHEN '-infinity' THEN " + real("-Infinity");
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
    @Override
    public String fit(String text, String to) {
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
