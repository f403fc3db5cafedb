package io.tacit.engine.remainder;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ReleasedFunctions;
import org.apache.calcite.rex.RexCall;

/** Why an end of an interval is refused, in words. */
final class NoInterval {
    private NoInterval() {}

    static Refusal because(RexCall call, WithIntervals.Without reason) {
        return switch (reason) {
            case KEY -> refuse(call, "This column is a key: it is exact, and has no interval.", OF_AGGREGATES);
            case PLAIN ->
                refuse(
                        call,
                        "This column is not released with noise: it has no interval.",
                        "Intervals belong to aggregates of people's rows, such as COUNT(*) or SUM(x).");
            case COMPUTED ->
                refuse(
                        call,
                        "This value is computed from released ones in a way that gives it no interval.",
                        "Numbers have one that are computed from COUNT, SUM, AVG, VAR and STDDEV, from sums, averages"
                                + " and extremes of them, and from such windows. "
                                + OF_AGGREGATES);
            case ABOVE ->
                refuse(
                        call,
                        "Intervals do not pass a set operation, a DISTINCT, or an aggregate other than SUM, AVG, MIN"
                                + " and MAX above the release.",
                        "Ask for the ends below it, as in SELECT n, DP_INTERVAL_LOW(n) AS low FROM …, and use low"
                                + " above.");
        };
    }

    static Refusal ofMode(RexCall call) {
        return refuse(
                call,
                "MODE is released without an interval.",
                "COUNT, SUM, AVG, VAR, STDDEV, MIN, MAX and quantiles have one.");
    }

    static Refusal noReport(RexCall call) {
        return refuse(
                call,
                "There is no report on this value: it is not a released aggregate.",
                "Use it in an aggregate of people's rows, as in SUM(x WITH REPORT(FORMAT=JSON)).");
    }

    static Refusal ofPerson(RexCall call) {
        return refuse(
                call,
                "Over people's rows there is no interval and no report.",
                "Aggregate first, and use it above the aggregation.");
    }

    private static final String OF_AGGREGATES = "Ask for the interval of an aggregate's column.";

    private static Refusal refuse(RexCall call, String rule, String advice) {
        String name = call.getOperator().getName();
        return new Refusal(ErrorCode.INTERVAL, ReleasedFunctions.placeOf(call), name + ": " + rule, advice);
    }
}
