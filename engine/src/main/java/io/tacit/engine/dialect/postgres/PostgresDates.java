package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.server.DateNotation;
import io.tacit.engine.dialect.server.ServerDates;
import io.tacit.engine.sql.DateFunction;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.sql.type.SqlTypeName;

/** Functions of dates and times. */
final class PostgresDates implements DateNotation {
    @Override
    public String timestamp() {
        return "TIMESTAMP";
    }

    @Override
    public ScalarPrinter other(DateFunction function) {
        return switch (function) {
            case DATEDIFF -> PostgresDifferences::boundaries;
            case TIMESTAMPDIFF -> PostgresDifferences::whole;
            case MAKE_DATE -> PostgresDates::made;
            case STRFTIME -> PostgresDateTexts::formatted;
            case EXTRACT, DATE_TRUNC, DAY_NUMBER, LAST_DAY, DAYNAME, MONTHNAME ->
                throw new IllegalArgumentException("printed elsewhere: " + function);
        };
    }

    /** The server's own function raises an error for a day that does not exist. */
    private static String made(ScalarToSql scalars, RexCall call) {
        String first = "make_date(CAST(v.a AS integer), CAST(v.b AS integer), 1)";
        String date = first + " + (CAST(v.c AS integer) - 1)";
        List<String> numbers = call.getOperands().stream()
                .map(operand -> scalars.printAs(operand, "bigint"))
                .toList();
        return Once.of(
                numbers.get(0),
                numbers.get(1),
                numbers.get(2),
                "CASE WHEN v.a BETWEEN 1 AND 9999 AND v.b BETWEEN 1 AND 12 AND v.c BETWEEN 1 AND 31 THEN"
                        + " CASE WHEN EXTRACT(MONTH FROM " + date + ") = v.b THEN " + date + " END END");
    }

    @Override
    public String dayNumber(String date) {
        return "(CAST(" + date + " AS date) - DATE '1970-01-01')";
    }

    @Override
    public String lastDay(String date) {
        return "CAST(date_trunc('month', " + moment(date) + ") + INTERVAL '1 month' - INTERVAL '1 day' AS date)";
    }

    @Override
    public String dayName(String date) {
        return "to_char(" + moment(date) + ", 'FMDay')";
    }

    @Override
    public String monthName(String date) {
        return "to_char(" + moment(date) + ", 'FMMonth')";
    }

    @Override
    public String asText(String made) {
        return "(" + made + " COLLATE \"C\")";
    }

    /** A day has no hour in PostgreSQL, and the hour 0 elsewhere. */
    @Override
    public String part(String part, String value, SqlTypeName type) {
        return "floor(EXTRACT(" + part + " FROM " + (type == SqlTypeName.DATE ? moment(value) : value) + "))";
    }

    /** Its centuries begin with the year 1, elsewhere with the year 0. */
    @Override
    public Set<String> lackingUnits() {
        return Set.of("century", "millennium");
    }

    @Override
    public String truncated(String unit, String value, String to) {
        return "CAST(date_trunc('" + unit + "', " + moment(value) + ") AS " + to + ")";
    }

    /** A timestamp here knows no time zone, so that each day has 24 hours. */
    @Override
    public String moved(String value, SqlTypeName type, Distance distance, String to) {
        long length = distance.length();
        String written = distance.months()
                ? length + " months"
                : length / ServerDates.DAY_MILLIS + " days " + length % ServerDates.DAY_MILLIS + " milliseconds";
        return "CAST(" + moment(value) + distance.sign() + "INTERVAL '" + written + "' AS " + to + ")";
    }

    private static String moment(String date) {
        return "CAST(" + date + " AS timestamp)";
    }
}
