package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.server.DateNotation;
import io.tacit.engine.dialect.server.ServerDates;
import io.tacit.engine.sql.DateFunction;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.Month;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.type.SqlTypeName;

/** Functions of dates and timestamps; there are no times of day. */
final class SparkDates implements DateNotation {
    @Override
    public String timestamp() {
        return SparkConversions.MOMENT;
    }

    @Override
    public ScalarPrinter other(DateFunction function) {
        return SparkSql.TYPES.lacking().printer();
    }

    @Override
    public String dayNumber(String date) {
        return "unix_date(CAST(" + date + " AS DATE))";
    }

    @Override
    public String lastDay(String date) {
        return "last_day(CAST(" + date + " AS DATE))";
    }

    @Override
    public String dayName(String date) {
        return name(DayOfWeek.values(), "weekday(CAST(" + date + " AS DATE)) + 1");
    }

    @Override
    public String monthName(String date) {
        return name(Month.values(), "month(" + date + ")");
    }

    private static String name(Enum<?>[] names, String number) {
        return "try_element_at(array("
                + Arrays.stream(names)
                        .map(each -> "'" + each.name().charAt(0)
                                + each.name().substring(1).toLowerCase(Locale.ROOT) + "'")
                        .collect(Collectors.joining(", "))
                + "), " + number + ")";
    }

    @Override
    public String asText(String made) {
        return made;
    }

    @Override
    public String part(String part, String value, SqlTypeName type) {
        String moment = "CAST(" + value + " AS " + SparkConversions.MOMENT + ")";
        return switch (part) {
            case "millennium" -> "floor((year(" + moment + ") + 999) / 1000)";
            case "century" -> "floor((year(" + moment + ") + 99) / 100)";
            case "decade" -> "floor(year(" + moment + ") / 10)";
            case "dow" -> "dayofweek(" + moment + ") - 1";
            case "isodow" -> "weekday(" + moment + ") + 1";
            case "isoyear" -> "EXTRACT(YEAROFWEEK FROM " + moment + ")";
            case "second" -> "floor(EXTRACT(SECOND FROM " + moment + "))";
            case "millisecond" -> "floor(EXTRACT(SECOND FROM " + moment + ") * 1000)";
            case "microsecond" -> "floor(EXTRACT(SECOND FROM " + moment + ") * 1000000)";
            default -> "EXTRACT(" + part.toUpperCase(Locale.ROOT) + " FROM " + moment + ")";
        };
    }

    @Override
    public Set<String> lackingUnits() {
        return Set.of("decade", "century", "millennium");
    }

    /** The session's time zone is UTC, in which the timestamp and back are the same. */
    @Override
    public String truncated(String unit, String value, String to) {
        return "CAST(CAST(date_trunc('" + unit + "', CAST(" + value + " AS TIMESTAMP)) AS " + SparkConversions.MOMENT
                + ") AS " + to + ")";
    }

    @Override
    public String moved(String value, SqlTypeName type, Distance distance, String to) {
        long length = distance.length();
        if (type == SqlTypeName.DATE) {
            long forward = distance.sign().equals(" - ") ? -length : length;
            return distance.months()
                    ? "add_months(" + value + ", " + forward + ")"
                    : "date_add(" + value + ", " + forward / ServerDates.DAY_MILLIS + ")";
        }
        String written = distance.months()
                ? "INTERVAL '" + length + "' MONTH"
                : "INTERVAL '" + BigDecimal.valueOf(length, 3).toPlainString() + "' SECOND";
        return "(" + value + distance.sign() + written + ")";
    }
}
