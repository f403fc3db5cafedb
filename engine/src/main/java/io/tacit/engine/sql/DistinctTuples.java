package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Counts different combinations of values. {@code COUNT(DISTINCT (a, b))} counts rows of values, in which NULL is one
 * of them, as in PostgreSQL and DuckDB; {@code COUNT(DISTINCT a, b)} leaves out rows with a NULL, as in MySQL and
 * Snowflake.
 *
 * <p>A combination becomes one text, in which each value stands behind its length, so that different ones stay
 * different.
 */
final class DistinctTuples {
    private static final int MOST_VALUES = 8;

    /** The length of what stands before each value: its length and a colon. */
    static final long OVERHEAD = 8;

    private DistinctTuples() {}

    /** The call as a count of one text for each combination, or the call itself if it does not count combinations. */
    static SqlCall read(SqlCall call) {
        SqlLiteral quantifier = call.getFunctionQuantifier();
        boolean distinct = quantifier != null && quantifier.getValue() == SqlSelectKeyword.DISTINCT;
        if (call.operandCount() > 0 && !distinct && call.operand(0).getKind() == SqlKind.ROW) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(call.getParserPosition()),
                    "Every row has a combination of values, even of NULLs.",
                    "Write COUNT(*) for the rows, or COUNT(DISTINCT (a, b)) for the different combinations.");
        }
        if (call.operandCount() == 0 || !distinct) {
            return call;
        }
        List<SqlNode> operands = call.getOperandList();
        SqlParserPos place = call.getParserPosition();
        if (operands.get(0).getKind() == SqlKind.ROW) {
            List<SqlNode> counted = new ArrayList<>(operands);
            counted.set(0, tuple(call, ((SqlCall) operands.get(0)).getOperandList()));
            return call.getOperator().createCall(quantifier, place, counted.toArray(SqlNode[]::new));
        }
        if (operands.size() == 1 || operands.stream().anyMatch(ReadAggregates::isNamed)) {
            return call;
        }
        SqlNodeList conditions = new SqlNodeList(place);
        SqlNodeList results = new SqlNodeList(place);
        for (SqlNode operand : operands) {
            conditions.add(SqlStdOperatorTable.IS_NULL.createCall(place, operand));
            results.add(SqlLiteral.createNull(place));
        }
        SqlNode known = new SqlCase(place, null, conditions, results, tuple(call, operands));
        return call.getOperator().createCall(quantifier, place, known);
    }

    private static SqlNode tuple(SqlCall call, List<SqlNode> values) {
        if (values.size() < 2 || values.size() > MOST_VALUES) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(call.getParserPosition()),
                    "COUNT(DISTINCT …) counts combinations of 2 to " + MOST_VALUES + " values.",
                    "Make the combinations in a subquery, with SELECT DISTINCT.");
        }
        return TextFunction.TUPLE.operator().createCall(call.getParserPosition(), values);
    }
}
