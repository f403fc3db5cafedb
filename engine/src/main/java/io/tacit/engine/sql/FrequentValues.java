package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.jspecify.annotations.Nullable;

/**
 * The aggregates that show the most frequent values. One of them, MODE, is a choice among declared values. Several with
 * their counts are no aggregate here: which values there are is decided by groups, and their counts are released as
 * such, so that ordering them and taking the first costs nothing more. The refusal shows that query.
 */
public final class FrequentValues {
    private static final Set<String> NAMES = Set.of("APPROX_TOP_COUNT", "APPROX_TOP_K");

    private FrequentValues() {}

    /** Refuses such an aggregate of several values. */
    static void check(SqlCall call, String name) {
        if (!NAMES.contains(name)) {
            return;
        }
        SqlNode first = call.operandCount() > 0 ? call.operand(0) : null;
        String column = first instanceof SqlIdentifier identifier && !identifier.isStar() ? identifier.toString() : "x";
        throw new Refusal(
                ErrorCode.AGGREGATE,
                Positions.of(call.getParserPosition()),
                name + " is not accepted: the most frequent values are groups, which are released with their counts.",
                "Write " + groups(column, number(call)));
    }

    /**
     * The query that shows the most frequent values.
     *
     * @param column of the values
     * @param number how many of them
     */
    public static String groups(String column, String number) {
        return "SELECT " + column + ", COUNT(*) AS n FROM … GROUP BY " + column + " ORDER BY n DESC LIMIT " + number
                + "; within groups g, GROUP BY g, " + column
                + " QUALIFY ROW_NUMBER() OVER (PARTITION BY g ORDER BY COUNT(*) DESC) <= " + number + ".";
    }

    private static String number(SqlCall call) {
        return call.operandCount() > 1 && call.operand(1) instanceof SqlNumericLiteral
                ? call.operand(1).toString()
                : "10";
    }

    /**
     * {@code MODE() WITHIN GROUP (ORDER BY x)} as {@code MODE(x)}; null for any other call. The order decides nothing.
     */
    static @Nullable SqlCall ofOrdered(SqlCall call) {
        if (call.getKind() != SqlKind.WITHIN_GROUP
                || !(call.operand(0) instanceof SqlCall mode)
                || !(mode.getOperator() instanceof SqlFunction)
                || !mode.getOperator().getName().toUpperCase(Locale.ROOT).equals("MODE")) {
            return null;
        }
        SqlNodeList order = call.operand(1);
        if (order.size() != 1 || mode.operandCount() != 0) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(call.getParserPosition()),
                    "MODE is ordered by one column, and takes no other.",
                    "Write MODE() WITHIN GROUP (ORDER BY x), or MODE(x).");
        }
        SqlNode column = order.get(0);
        while (column.getKind() == SqlKind.NULLS_FIRST
                || column.getKind() == SqlKind.NULLS_LAST
                || column.getKind() == SqlKind.DESCENDING) {
            column = ((SqlCall) column).operand(0);
        }
        return mode.getOperator().createCall(call.getParserPosition(), column);
    }
}
