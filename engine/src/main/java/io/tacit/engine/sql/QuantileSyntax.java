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
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The ways to write a quantile in which its fraction or its column does not stand among its arguments. */
final class QuantileSyntax {
    static final BigDecimal HALF = new BigDecimal("0.5");

    /** The functions that return the quantiles at all boundaries of n equal parts. */
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

    /** Whether a function returns the quantiles at all boundaries of n equal parts. */
    static boolean isArray(String name) {
        return ARRAYS.contains(name);
    }

    /** Whether a call is GoogleSQL's a[OFFSET(k)] and the like, which other dialects write a[k + 1]. */
    static boolean isPlace(SqlCall call) {
        String name = call.getOperator().getName();
        return ELEMENTS.contains(name) && !name.equals("ITEM") && call.operandCount() == 2;
    }

    /**
     * The call that takes the same element counted from 1. An element that does not exist is NULL, also where GoogleSQL
     * raises an error.
     */
    static SqlCall item(SqlCall place) {
        SqlParserPos where = place.getParserPosition();
        SqlNode number = place.operand(1);
        SqlNode fromOne = place.getOperator().getName().endsWith("OFFSET")
                ? SqlStdOperatorTable.PLUS.createCall(where, number, SqlLiteral.createExactNumeric("1", where))
                : number;
        return SqlStdOperatorTable.ITEM.createCall(where, place.operand(0), fromOne);
    }

    /** The quantile that a call is; null for any other call. */
    static @Nullable Found find(SqlCall call) {
        if (call.getKind() == SqlKind.WITHIN_GROUP) {
            Ordered ordered = withinGroup(call);
            return ordered == null ? null : ordered.at(ordered.fractions());
        }
        if (ELEMENTS.contains(call.getOperator().getName())
                && call.operandCount() == 2
                && call.operand(0) instanceof SqlCall array) {
            String name = array.getOperator().getName().toUpperCase(Locale.ROOT);
            return array.getOperator() instanceof SqlFunction && isArray(name)
                    ? Parts.of(array, name).element(call)
                    : null;
        }
        return null;
    }

    /**
     * A function before WITHIN GROUP, with the order of its column.
     *
     * @param call of the function
     * @param name of the function
     * @param fractions one or an array of them, as written
     * @param falling whether the largest value comes first
     * @param arguments that remain to be read
     */
    record Ordered(SqlCall call, String name, SqlNode fractions, boolean falling, List<SqlNode> arguments) {
        Found at(SqlNode written) {
            BigDecimal fraction = fraction(written);
            return new Found(call, name, falling ? BigDecimal.ONE.subtract(fraction) : fraction, arguments);
        }
    }

    /** The function before WITHIN GROUP; null if it is no quantile. */
    static @Nullable Ordered withinGroup(SqlCall call) {
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
        SqlNode column = order.get(0);
        // NULL is no value of a quantile, wherever it is sorted.
        if (column.getKind() == SqlKind.NULLS_FIRST || column.getKind() == SqlKind.NULLS_LAST) {
            column = ((SqlCall) column).operand(0);
        }
        boolean falling = column.getKind() == SqlKind.DESCENDING;
        if (falling) {
            column = ((SqlCall) column).operand(0);
        }
        List<SqlNode> arguments = new ArrayList<>(inner.getOperandList());
        arguments.set(0, column);
        return new Ordered(inner, name, inner.operand(0), falling, arguments);
    }

    /**
     * A call that returns the quantiles at all boundaries of n equal parts.
     *
     * @param array the call
     * @param name of its function
     * @param parts how many
     * @param arguments that remain to be read
     */
    record Parts(SqlCall array, String name, BigDecimal parts, List<SqlNode> arguments) {
        static Parts of(SqlCall array, String name) {
            return partsOf(array, name);
        }

        Found at(BigDecimal place) {
            return new Found(array, name, place.divide(parts, MathContext.DECIMAL64), arguments);
        }

        Found element(SqlCall item) {
            return at(place(item, parts));
        }
    }

    private static Parts partsOf(SqlCall array, String name) {
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
        return new Parts(array, name, parts, arguments);
    }

    /** The index of an element, counted from 0. */
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
}
