package io.tacit.engine.dialect.spark;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.KeySql;
import java.util.List;

/** Keys in Spark. It takes -0.0 for 0.0 and NaN for NaN; a column may have a collation that takes a for A. */
final class SparkKeys implements KeySql {
    private static final String NAN = SparkConversions.real("NaN");
    private static final String INFINITE = SparkConversions.real("Infinity");

    @Override
    public String canonical(String column, ColumnType type) {
        return switch (type.kind()) {
            case DOUBLE -> "NULLIF(" + column + " + CAST(0 AS DOUBLE), " + NAN + ")";
            case VARCHAR -> "collate(" + column + ", 'UTF8_BINARY')";
            case BOOLEAN, INTEGER, BIGINT, DECIMAL, DATE, TIME, TIMESTAMP -> column;
        };
    }

    @Override
    public String finite(String column, ColumnType type) {
        return type.kind() == ColumnType.Kind.DOUBLE ? "NULLIF(" + column + ", " + NAN + ")" : column;
    }

    @Override
    public String text(String key, ColumnType type) {
        return switch (type.kind()) {
            case DOUBLE ->
                "CASE WHEN " + key + " = " + INFINITE + " THEN 'inf' WHEN " + key + " = -" + INFINITE
                        + " THEN '-inf' ELSE replace(replace(CAST(" + key
                        + " AS STRING), 'E-', 'e-'), 'E', 'e+') END";
            case DATE -> day(key);
            case TIMESTAMP -> moment(key);
            case DECIMAL -> "try_cast(" + key + " AS STRING)";
            case BOOLEAN, INTEGER, BIGINT, VARCHAR, TIME -> "CAST(" + key + " AS STRING)";
        };
    }

    /** The text of a date; Spark writes a plus before years of five digits, and counts a year 0. */
    static String day(String date) {
        return Once.of(
                date,
                day -> "CASE WHEN year(" + day + ") > 0 THEN trim(LEADING '+' FROM CAST(" + day
                        + " AS STRING)) ELSE concat(" + before(day) + ", right(CAST(" + day
                        + " AS STRING), 6), ' (BC)') END");
    }

    /** The text of a timestamp. */
    static String moment(String timestamp) {
        return Once.of(
                timestamp,
                moment -> "CASE WHEN year(" + moment + ") > 0 THEN trim(LEADING '+' FROM CAST(" + moment
                        + " AS STRING)) ELSE concat(" + before(moment) + ", right(CAST(CAST(" + moment
                        + " AS DATE) AS STRING), 6), ' (BC) ', substring_index(CAST(" + moment
                        + " AS STRING), ' ', -1)) END");
    }

    /** A year before the first, with at least four digits. */
    private static String before(String date) {
        String year = "CAST(1 - year(" + date + ") AS STRING)";
        return "CASE WHEN length(" + year + ") < 4 THEN lpad(" + year + ", 4, '0') ELSE " + year + " END";
    }

    @Override
    public String hash(String salt, List<String> values) {
        return "xxhash64(" + SparkText.text(salt) + ", " + String.join(", ", values) + ")";
    }

    @Override
    public String together(List<String> columns) {
        return "struct(" + String.join(", ", columns) + ")";
    }
}
