package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.mechanism.Quantiles;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * The ways to write several quantiles of one column as an array: {@code APPROX_QUANTILES(x, 4)},
 * {@code QUANTILE_CONT(x, [0.1, 0.9])}, {@code PERCENTILE_CONT(ARRAY[0.1, 0.9]) WITHIN GROUP (ORDER BY x)}.
 *
 * <p>Each becomes an array of single quantiles, which share one measurement: {@code CASE WHEN q0 IS NULL THEN NULL ELSE
 * ARRAY[q0, q1, …] END}. So what is released are single values, and the array is made of them afterwards. Where there
 * is no value to draw (no row, or no bounds were found) all of them are NULL, and so is the array, as in DuckDB.
 */
final class QuantileArrays {
    /** The functions whose second argument is one fraction or an array of them. */
    private static final Set<String> FRACTIONAL =
            Set.of("PERCENTILE_CONT", "QUANTILE_CONT", "ANON_NTILE", "ANON_PERCENTILE_CONT");

    private QuantileArrays() {}

    /** The quantiles of the array that a call is; null for any other call. */
    static @Nullable List<QuantileSyntax.Found> find(SqlCall call) {
        if (call.getKind() == SqlKind.WITHIN_GROUP) {
            QuantileSyntax.Ordered ordered =
                    isArray(((SqlCall) call.operand(0))) ? QuantileSyntax.withinGroup(call) : null;
            return ordered == null ? null : each(elements(ordered.fractions()), call, ordered::at);
        }
        if (!(call.getOperator() instanceof SqlFunction)) {
            return null;
        }
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        if (QuantileSyntax.isArray(name)) {
            return parts(QuantileSyntax.Parts.of(call, name));
        }
        if (FRACTIONAL.contains(name) && call.operandCount() > 1 && isArrayLiteral(call.operand(1))) {
            List<SqlNode> arguments = new ArrayList<>(call.getOperandList());
            arguments.remove(1);
            return each(
                    elements(call.operand(1)),
                    call,
                    written -> new QuantileSyntax.Found(call, name, QuantileSyntax.fraction(written), arguments));
        }
        return null;
    }

    private static boolean isArray(SqlCall function) {
        return function.operandCount() > 0 && isArrayLiteral(function.operand(0));
    }

    private static boolean isArrayLiteral(SqlNode node) {
        return node != null && node.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR;
    }

    private static List<SqlNode> elements(SqlNode array) {
        return ((SqlCall) array).getOperandList();
    }

    private static List<QuantileSyntax.Found> parts(QuantileSyntax.Parts parts) {
        if (parts.parts().compareTo(BigDecimal.valueOf(Quantiles.MOST)) >= 0) {
            throw new Refusal(
                    ErrorCode.AGGREGATE,
                    Positions.of(parts.array().getParserPosition()),
                    "An array of more than " + Quantiles.MOST + " quantiles cannot be drawn together.",
                    "Ask for at most " + (Quantiles.MOST - 1)
                            + " parts, or for single elements: each further one makes all of them less accurate.");
        }
        List<QuantileSyntax.Found> all = new ArrayList<>();
        for (int place = 0; place <= parts.parts().intValueExact(); place++) {
            all.add(parts.at(BigDecimal.valueOf(place)));
        }
        return all;
    }

    private static List<QuantileSyntax.Found> each(
            List<SqlNode> fractions, SqlCall call, Function<SqlNode, QuantileSyntax.Found> quantile) {
        if (fractions.isEmpty() || fractions.size() > Quantiles.MOST) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(call.getParserPosition()),
                    "An array of fractions has between 1 and " + Quantiles.MOST + " of them.",
                    "Write it as in QUANTILE_CONT(x, [0.25, 0.5, 0.75]).");
        }
        return fractions.stream().map(quantile).toList();
    }

    /**
     * The array of some quantiles.
     *
     * @param quantiles calls of single quantiles, or of reports on them
     * @param wrapped what stands around each of them, such as a FILTER
     */
    static SqlCall array(SqlParserPos place, List<SqlCall> quantiles, Function<SqlNode, SqlNode> wrapped) {
        List<SqlNode> elements = new ArrayList<>();
        for (SqlCall quantile : quantiles) {
            elements.add(copy(wrapped.apply(quantile)));
        }
        SqlCall array = SqlStdOperatorTable.ARRAY_VALUE_CONSTRUCTOR.createCall(place, elements);
        if (quantiles.get(0).getOperator().equals(ReleasedFunctions.REPORT)) {
            return array;
        }
        SqlNode missing = SqlStdOperatorTable.IS_NULL.createCall(place, copy(elements.get(0)));
        return new SqlCase(place, null, SqlNodeList.of(missing), SqlNodeList.of(SqlLiteral.createNull(place)), array);
    }

    /** Whether a node is what {@link #array} makes. */
    static boolean isMade(SqlNode node) {
        SqlNode array = node instanceof SqlCase missing ? missing.getElseOperand() : node;
        if (array == null || !isArrayLiteral(array) || elements(array).isEmpty()) {
            return false;
        }
        SqlNode first = elements(array).get(0);
        while (first instanceof SqlCall call
                && (call.getKind() == SqlKind.FILTER || call.getOperator().equals(ReleasedFunctions.REPORT))) {
            first = call.operand(0);
        }
        return first instanceof SqlCall call
                && call.getOperator() instanceof PrivateAggregate own
                && own.function() == AggregateFunction.QUANTILE;
    }

    /** A deep copy: Calcite's validator knows the parts of a text by identity, so that none may stand in two places. */
    private static SqlNode copy(SqlNode node) {
        return Objects.requireNonNull(node.accept(new SqlShuttle() {
            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler copying = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, copying);
                return copying.result();
            }

            @Override
            public SqlNode visit(SqlIdentifier name) {
                return name.clone(name.getParserPosition());
            }
        }));
    }
}
