package io.tacit.engine.dialect.duckdb;

import static io.tacit.engine.dialect.duckdb.DuckDbDates.within;
import static io.tacit.engine.dialect.duckdb.DuckDbScalars.typed;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardDates;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.DateFormat;
import io.tacit.engine.sql.DateFunction;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/**
 * Prints {@link DateFunction}s: parts and differences of dates, their names, and dates as text. Outside of the years 1
 * to 9999 they are NULL.
 */
final class DuckDbDateFunctions {
    private DuckDbDateFunctions() {}

    static ScalarPrinter printer(DateFunction function) {
        return switch (function) {
            case EXTRACT -> DuckDbDates::extract;
            case DATE_TRUNC -> DuckDbDates::truncate;
            case DATEDIFF -> DuckDbDateFunctions::boundaries;
            case TIMESTAMPDIFF -> DuckDbDateFunctions::whole;
            case DAY_NUMBER ->
                (scalars, call) -> typed("(" + date(scalars, call) + " - DATE '1970-01-01')", call.getType());
            case MAKE_DATE -> DuckDbDateFunctions::makeDate;
            case LAST_DAY -> (scalars, call) -> "last_day(" + date(scalars, call) + ")";
            case DAYNAME -> (scalars, call) -> "dayname(" + date(scalars, call) + ")";
            case MONTHNAME -> (scalars, call) -> "monthname(" + date(scalars, call) + ")";
            case STRFTIME -> DuckDbDateFunctions::formatted;
        };
    }

    private static String formatted(ScalarToSql scalars, RexCall call) {
        String format = ConstantValue.text(
                call.getOperands().get(1), () -> DateFormat.bad("The format of a date must be a constant text."));
        return "strftime(" + date(scalars, call) + ", " + SqlText.text(DateFormat.checked(format)) + ")";
    }

    /** A date or timestamp of the years 1 to 9999. */
    private static String date(ScalarToSql scalars, RexCall call) {
        return within(scalars, StandardDates.dateOf(call));
    }

    private static String boundaries(ScalarToSql scalars, RexCall call) {
        String unit = StandardDates.unitOfDifference(call);
        String type = commonType(call, unit);
        return "date_diff('" + unit + "', " + as(type, scalars, call, 1) + ", " + as(type, scalars, call, 2) + ")";
    }

    /**
     * The number of whole units between two dates: a month ends on the day on which it began, where the engine would
     * count one from January 31 to February 29.
     */
    private static String whole(ScalarToSql scalars, RexCall call) {
        String unit = StandardDates.unitOfDifference(call);
        String type = commonType(call, unit);
        String from = as(type, scalars, call, 1);
        String to = as(type, scalars, call, 2);
        int length = StandardDates.months(unit);
        if (length == 0) {
            return "date_sub('" + unit + "', " + from + ", " + to + ")";
        }
        String fromPlace = "(" + from + " - date_trunc('month', " + from + "))";
        String toPlace = "(" + to + " - date_trunc('month', " + to + "))";
        String months = "(date_diff('month', " + from + ", " + to + ") - CASE WHEN " + from + " <= " + to + " AND "
                + toPlace + " < " + fromPlace + " THEN 1 WHEN " + from + " > " + to + " AND " + toPlace + " > "
                + fromPlace + " THEN -1 ELSE 0 END)";
        return typed("(" + months + " // " + length + ")", call.getType());
    }

    /** The type in which a difference is counted: TIME for two times of day, otherwise TIMESTAMP. */
    private static String commonType(RexCall call, String unit) {
        return StandardDates.isBetweenTimes(call, unit) ? "TIME" : "TIMESTAMP";
    }

    private static String as(String type, ScalarToSql scalars, RexCall call, int operand) {
        RexNode date = call.getOperands().get(operand);
        String text = within(scalars, date);
        return DuckDbTypes.name(date.getType()).equals(type) ? text : "TRY_CAST(" + text + " AS " + type + ")";
    }

    /**
     * A date made of three numbers, by way of a text: the engine's own function raises an error for a day that does not
     * exist.
     */
    private static String makeDate(ScalarToSql scalars, RexCall call) {
        List<String> numbers = call.getOperands().stream()
                .map(operand -> scalars.printAs(operand, "BIGINT"))
                .toList();
        return "TRY_CAST(CASE WHEN " + numbers.get(0) + " BETWEEN 1 AND 9999 AND " + numbers.get(1)
                + " BETWEEN 1 AND 12 AND " + numbers.get(2) + " BETWEEN 1 AND 31 THEN right('000' || "
                + numbers.get(0) + ", 4) || '-' || right('0' || " + numbers.get(1) + ", 2) || '-' || right('0' || "
                + numbers.get(2) + ", 2) END AS DATE)";
    }
}
