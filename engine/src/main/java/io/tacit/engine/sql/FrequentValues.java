package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;

/**
 * The aggregates that show the most frequent values. They are no aggregates here: which values there are is decided by
 * groups, and their counts are released as such, so that ordering them and taking the first costs nothing more. The
 * refusal shows that query.
 */
final class FrequentValues {
    private static final Set<String> NAMES = Set.of("MODE", "APPROX_TOP_COUNT", "APPROX_TOP_K");

    private FrequentValues() {}

    /** Refuses such an aggregate. */
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
                "Write SELECT " + column + ", COUNT(*) AS n FROM … GROUP BY " + column + " ORDER BY n DESC LIMIT "
                        + number(call, name) + "; within groups g, GROUP BY g, " + column
                        + " QUALIFY ROW_NUMBER() OVER (PARTITION BY g ORDER BY COUNT(*) DESC) <= "
                        + number(call, name) + ".");
    }

    private static String number(SqlCall call, String name) {
        boolean written =
                !name.equals("MODE") && call.operandCount() > 1 && call.operand(1) instanceof SqlNumericLiteral;
        return written ? call.operand(1).toString() : name.equals("MODE") ? "1" : "10";
    }
}
