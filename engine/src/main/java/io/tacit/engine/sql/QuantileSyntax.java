package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyOperators;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/** The ways to write a quantile in which its fraction or its column does not stand among its arguments. */
final class QuantileSyntax {
    static final BigDecimal HALF = new BigDecimal("0.5");

    /** The functions that return all quantiles of so many parts at once. */
    static final Set<String> ARRAYS = Set.of("APPROX_QUANTILES", "ANON_QUANTILES");

    /** x[OFFSET(k)], x[ORDINAL(k)], x[k]: what GoogleSQL and others call an element of an array. */
    private static final Set<String> ELEMENTS = Set.of("ITEM", "OFFSET", "ORDINAL", "SAFE_OFFSET", "SAFE_ORDINAL");

    private static final BigDecimal MOST_PARTS = BigDecimal.valueOf(10_000);

    private QuantileSyntax() {}

    /**
     * A quantile that was found.
     *
     * @param call of its function
     * @param name of its function
     * @param fraction which quantile
     * @param arguments that remain to be read: the column first, then bounds and named ones
     */
    record Found(SqlCall call, String name, BigDecimal fraction, List<SqlNode> arguments) {}

    /** Whether a function returns all quantiles of so many parts at once. */
    static boolean isArray(String name) {
        return ARRAYS.contains(name);
    }

    /** The quantile that a call is; null for any other call. */
    static @Nullable Found find(SqlCall call) {
        if (call.getKind() == SqlKind.WITHIN_GROUP) {
            return withinGroup(call);
        }
        if (ELEMENTS.contains(call.getOperator().getName())
                && call.operandCount() == 2
                && call.operand(0) instanceof SqlCall array) {
            String name = array.getOperator().getName().toUpperCase(Locale.ROOT);
            return array.getOperator() instanceof SqlFunction && isArray(name) ? element(array, name, call) : null;
        }
        return null;
    }

    private static @Nullable Found withinGroup(SqlCall call) {
        SqlCall inner = call.operand(0);
        String name = inner.getOperator().getName().toUpperCase(Locale.ROOT);
        if (!name.equals("PERCENTILE_CONT") || inner.getOperandList().isEmpty()) {
            return null;
        }
        SqlNodeList order = call.operand(1);
        if (order.size() != 1) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(call.getParserPosition()),
                    "PERCENTILE_CONT is ordered by one column.",
                    "Write it as in PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY x).");
        }
        BigDecimal fraction = fraction(inner.operand(0));
        SqlNode column = order.get(0);
        // NULL is no value of a quantile, wherever it is sorted.
        if (column.getKind() == SqlKind.NULLS_FIRST || column.getKind() == SqlKind.NULLS_LAST) {
            column = ((SqlCall) column).operand(0);
        }
        if (column.getKind() == SqlKind.DESCENDING) {
            column = ((SqlCall) column).operand(0);
            fraction = BigDecimal.ONE.subtract(fraction);
        }
        List<SqlNode> arguments = new ArrayList<>(inner.getOperandList());
        arguments.set(0, column);
        return new Found(inner, name, fraction, arguments);
    }

    private static Found element(SqlCall array, String name, SqlCall item) {
        List<SqlNode> arguments = new ArrayList<>(array.getOperandList());
        if (arguments.size() < 2) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(array.getParserPosition()),
                    name + " takes a column and the number of parts.",
                    "Write it as in " + name + "(x, 4)[OFFSET(2)], which is the median.");
        }
        SqlNode number = arguments.remove(1);
        SqlNode report = number;
        if (ReportSyntax.isReport(report)) {
            number = ((SqlCall) report).operand(0);
        }
        // The paper writes ANON_QUANTILES(x, 4 CLAMPED BETWEEN 0 AND 100): the values are clamped, not the 4.
        if (number instanceof SqlCall clamped && clamped.getOperator().equals(PrivacyOperators.CLAMPED)) {
            number = clamped.operand(0);
            arguments.set(
                    0,
                    PrivacyOperators.CLAMPED.createCall(
                            clamped.getParserPosition(), arguments.get(0), clamped.operand(1), clamped.operand(2)));
        }
        // So too the report, which stands behind the bounds.
        if (ReportSyntax.isReport(report)) {
            arguments.set(0, ReportSyntax.on(arguments.get(0), report));
        }
        SqlNode written = number;
        BigDecimal parts = ConstantNumber.of(written)
                .filter(n -> n.signum() > 0
                        && n.compareTo(MOST_PARTS) <= 0
                        && n.stripTrailingZeros().scale() <= 0)
                .orElseThrow(() -> new Refusal(
                        ErrorCode.INVALID_QUERY,
                        Positions.of(written.getParserPosition()),
                        "The number of parts must be a whole number from 1 to " + MOST_PARTS + ".",
                        "Write it as in " + name + "(x, 4)[OFFSET(2)], which is the median."));
        BigDecimal place = place(item, parts);
        return new Found(array, name, place.divide(parts, MathContext.DECIMAL64), arguments);
    }

    /** The place counted from 0. */
    private static BigDecimal place(SqlCall item, BigDecimal parts) {
        boolean fromZero = item.getOperator().getName().endsWith("OFFSET");
        BigDecimal base = fromZero ? BigDecimal.ZERO : BigDecimal.ONE;
        return ConstantNumber.of(item.operand(1))
                .map(k -> k.subtract(base))
                .filter(k -> k.signum() >= 0
                        && k.compareTo(parts) <= 0
                        && k.stripTrailingZeros().scale() <= 0)
                .orElseThrow(() -> new Refusal(
                        ErrorCode.INVALID_QUERY,
                        Positions.of(item.getParserPosition()),
                        "The place in the array of quantiles must be a whole number within it.",
                        "OFFSET counts from 0, ORDINAL from 1; the last is the number of parts."));
    }

    /** A fraction that is written as a constant. */
    static BigDecimal fraction(SqlNode node) {
        return ConstantNumber.of(node)
                .filter(p -> p.signum() >= 0 && p.compareTo(BigDecimal.ONE) <= 0)
                .orElseThrow(() -> new Refusal(
                        ErrorCode.INVALID_QUERY,
                        Positions.of(node.getParserPosition()),
                        "The fraction of a quantile must be a constant number from 0 to 1.",
                        "Write 0.5 for the median, 0.9 for the value that nine of ten rows do not pass."));
    }

    static Refusal wholeArray(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        return new Refusal(
                ErrorCode.AGGREGATE,
                Positions.of(call.getParserPosition()),
                name + " gives an array, and columns here hold single values.",
                "Take its elements, as in " + name + "(x, 4)[OFFSET(2)], each as a column of its own: quantiles of one"
                        + " column are measured together.");
    }
}
