package io.tacit.engine.backend.duckdb;

import io.tacit.engine.dialect.duckdb.SqlText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Columns of files as values with which no expression fails. DuckDB's own files and Parquet files can hold bits that its
 * types do not know: timestamps before its first, times beyond a day, decimals of more digits than are declared, texts that
 * are no UTF-8. Here these are NULL, by comparisons that hold for all bits.
 */
final class SafeColumns {
    private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");

    /** The first and the last microsecond that DuckDB can write as a date; the very last numbers are its infinities. */
    private static final long FIRST_MICROS = -9_223_372_022_400_000_000L;

    private static final long LAST_MICROS = Long.MAX_VALUE - 1;
    private static final long MICROS_OF_DAY = 86_400_000_000L;

    private SafeColumns() {}

    /** Whether a number of milliseconds is a timestamp. */
    static boolean isTimestamp(long millis) {
        return millis >= FIRST_MICROS / 1000 && millis <= LAST_MICROS / 1000;
    }

    /** Whether a number is a time of a day, or its end. */
    static boolean isTime(long number, ParquetLeaf.Danger unit) {
        long day = unit == ParquetLeaf.Danger.TIME_MILLIS
                ? MICROS_OF_DAY / 1000
                : unit == ParquetLeaf.Danger.TIME_MICROS ? MICROS_OF_DAY : MICROS_OF_DAY * 1000;
        return number >= 0 && number <= day;
    }

    /**
     * A column as the engine reads it.
     *
     * @param name the column
     * @param type as DuckDB writes it
     * @param checked whether its texts are known to be UTF-8
     */
    static String read(String name, String type, boolean checked) {
        String column = SqlText.name(name);
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches()) {
            return within(column, mostDigits(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2))));
        }
        return switch (type) {
            case "TIMESTAMP" -> timestamp(column, "TIMESTAMP");
            case "TIMESTAMP WITH TIME ZONE" -> timestamp(column, "TIMESTAMPTZ");
            case "TIME" ->
                "CASE WHEN " + column + " BETWEEN TIME '00:00:00' AND TIME '24:00:00' THEN " + column + " END";
            case "VARCHAR", "JSON" -> checked ? column : text(column);
            default -> type.startsWith("ENUM") ? text("CAST(" + column + " AS VARCHAR)") : column;
        };
    }

    /**
     * A column of a Parquet file that says whose a row is, as {@link #read}. The reader has put question marks in the place
     * of bytes that are no UTF-8, which would make one person of several: a text with one is nobody's.
     */
    static String ofPeople(String name, String type) {
        String value = read(name, type, true);
        return type.equals("VARCHAR") ? "CASE WHEN NOT contains(" + value + ", '?') THEN " + value + " END" : value;
    }

    private static String mostDigits(int digits, int scale) {
        BigDecimal most = new BigDecimal(BigInteger.TEN.pow(digits).subtract(BigInteger.ONE), scale);
        return "CAST('" + most.toPlainString() + "' AS DECIMAL(" + digits + "," + scale + "))";
    }

    private static String within(String column, String most) {
        return "CASE WHEN " + column + " BETWEEN -" + most + " AND " + most + " THEN " + column + " END";
    }

    private static String timestamp(String column, String type) {
        return "CASE WHEN " + column + " BETWEEN " + type + " '290309-12-22 (BC) 00:00:00' AND " + type
                + " '294247-01-10 04:00:54.775806' THEN " + column + " END";
    }

    /** A text, or NULL where its bytes are no UTF-8. */
    private static String text(String value) {
        return "TRY(decode(encode(" + value + ")))";
    }

    /** A value under its column's name; or, where these are counted, whether it is NULL since its type does not know it. */
    static String as(String name, String value, boolean lost) {
        String column = SqlText.name(name);
        return (lost ? "CASE WHEN " + column + " IS NOT NULL AND (" + value + ") IS NULL THEN 1 ELSE 0 END" : value)
                + " AS " + column;
    }

    /**
     * A column that other files of the table have as whole numbers, as {@link #read}.
     *
     * @param type as DuckDB writes that of this file
     */
    static String beside(String name, String type) {
        return "TRY_CAST(" + read(name, type, true) + " AS " + (type.startsWith("TIMESTAMP") ? "TIMESTAMP" : "TIME")
                + ")";
    }

    /** A column of whole numbers that stand for times, as the same values that the reader makes where it does not fail. */
    static String ofNumbers(String name, ParquetLeaf.Danger unit) {
        String column = SqlText.name(name);
        return switch (unit) {
            case TIMESTAMP_MILLIS ->
                "CASE WHEN " + column + " BETWEEN " + FIRST_MICROS / 1000 + " AND " + LAST_MICROS / 1000
                        + " THEN make_timestamp(" + column + " * 1000) END";
            case TIME_MILLIS -> time(column, "CAST(" + column + " AS BIGINT) * 1000", MICROS_OF_DAY / 1000);
            case TIME_MICROS -> time(column, column, MICROS_OF_DAY);
            // The reader rounds to microseconds; the last half of one is the end of the day.
            case TIME_NANOS -> time(column, "(" + column + " + 500) // 1000", MICROS_OF_DAY * 1000 - 500);
            case NONE, JSON, LONG_DECIMAL -> throw new IllegalArgumentException("no time: " + unit);
        };
    }

    private static String time(String column, String micros, long end) {
        return "CASE WHEN " + column + " >= 0 AND " + column + " < " + end + " THEN CAST(make_timestamp(" + micros
                + ") AS TIME) END";
    }
}
