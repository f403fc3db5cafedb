package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.sql.DateFunction;
import java.util.Set;
import org.apache.calcite.sql.type.SqlTypeName;

/** Functions of dates and times of the years 1 to 9999, where a server differs from others. */
public interface DateNotation {
    /** The word before a constant timestamp in quotes. */
    String timestamp();

    /** The days from 1970-01-01 to a date or timestamp. */
    String dayNumber(String date);

    /** The last day of the month of a date or timestamp. */
    String lastDay(String date);

    /** The English name of the day of the week. */
    String dayName(String date);

    /** The English name of the month. */
    String monthName(String date);

    /** A text that the server made, as a text like all others. */
    String asText(String made);

    /** A part of a date, timestamp or time of day, a whole number. */
    String part(String part, String value, SqlTypeName type);

    /** The printer of DATEDIFF, TIMESTAMPDIFF, MAKE_DATE or STRFTIME, or one that refuses it. */
    ScalarPrinter other(DateFunction function);

    /** Units to which a timestamp is cut otherwise than elsewhere, or not at all. */
    Set<String> lackingUnits();

    /**
     * A date or timestamp cut to a unit.
     *
     * @param to the name of the type that it becomes
     */
    String truncated(String unit, String value, String to);

    /**
     * A date or timestamp moved.
     *
     * @param to the name of the type that it becomes
     */
    String moved(String value, SqlTypeName type, Distance distance, String to);

    /**
     * How far a date or timestamp is moved.
     *
     * @param sign a plus or minus between two blanks
     * @param months whether in months, else in milliseconds
     * @param length how many; may be negative
     */
    record Distance(String sign, boolean months, long length) {}
}
