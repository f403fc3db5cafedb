package io.tacit.engine.dialect;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.RedrawnFunction;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Prints window functions as all engines write them, given their types and sums. Over people's rows each looks at one
 * person's, in an order that leaves no ties.
 */
public final class StandardWindows {
    private static final Set<SqlKind> RANKS = EnumSet.of(
            SqlKind.ROW_NUMBER,
            SqlKind.RANK,
            SqlKind.DENSE_RANK,
            SqlKind.PERCENT_RANK,
            SqlKind.CUME_DIST,
            SqlKind.NTILE,
            SqlKind.LAG,
            SqlKind.LEAD);

    private static final Set<SqlKind> FRAMED = EnumSet.of(
            SqlKind.COUNT,
            SqlKind.SUM,
            SqlKind.SUM0,
            SqlKind.AVG,
            SqlKind.MIN,
            SqlKind.MAX,
            SqlKind.FIRST_VALUE,
            SqlKind.LAST_VALUE,
            SqlKind.VAR_POP,
            SqlKind.VAR_SAMP,
            SqlKind.STDDEV_POP,
            SqlKind.STDDEV_SAMP);

    private StandardWindows() {}

    /**
     * The call with its window, of its own type.
     *
     * @throws Refusal for a function or frame that is not accepted
     */
    public static String print(ScalarToSql scalars, RexOver over) {
        SqlKind kind = over.getAggOperator().getKind();
        if (over.getAggOperator().equals(RedrawnFunction.GATHER)) {
            return scalars.aggregates()
                    .gathered(
                            scalars.print(over.getOperands().get(0)),
                            " OVER (" + window(scalars, over.getWindow(), true) + ")");
        }
        boolean excludes = over.getWindow().getExclude() != RexWindowExclusion.EXCLUDE_NO_OTHER;
        if ((!RANKS.contains(kind) && !FRAMED.contains(kind)) || over.ignoreNulls() || excludes) {
            throw unsupported();
        }
        String window = " OVER (" + window(scalars, over.getWindow(), FRAMED.contains(kind)) + ")";
        String call = switch (kind) {
            case SUM, SUM0 -> sum(scalars, over, window);
            case AVG -> average(scalars, over, window);
            default -> function(scalars, over, kind) + window;
        };
        String fitted = scalars.types().fitted(call, over.getType());
        return kind == SqlKind.SUM0
                ? "COALESCE(" + fitted + ", CAST(0 AS " + scalars.types().name(over.getType()) + "))"
                : fitted;
    }

    private static String sum(ScalarToSql scalars, RexOver over, String window) {
        RexNode operand = over.getOperands().get(0);
        return scalars.aggregates().sum(distinct(over), scalars.print(operand), operand.getType(), window);
    }

    private static String average(ScalarToSql scalars, RexOver over, String window) {
        RexNode operand = over.getOperands().get(0);
        return scalars.aggregates().average(distinct(over), scalars.print(operand), operand.getType(), window);
    }

    private static String distinct(RexOver over) {
        return over.isDistinct() ? "DISTINCT " : "";
    }

    private static String function(ScalarToSql scalars, RexOver over, SqlKind kind) {
        List<String> arguments = new ArrayList<>();
        for (RexNode operand : over.getOperands()) {
            boolean first = arguments.isEmpty();
            boolean offset = (kind == SqlKind.LAG || kind == SqlKind.LEAD) && arguments.size() == 1;
            if ((offset || kind == SqlKind.NTILE) && !isWholeNumber(operand)) {
                throw unsupported();
            }
            String text = first || offset
                    ? scalars.print(operand)
                    : scalars.printAs(operand, over.getOperands().get(0).getType());
            // -0.0 and 0.0 are equal; which of them is the smallest must not depend on the order of rows.
            arguments.add(
                    kind == SqlKind.MIN || kind == SqlKind.MAX
                            ? scalars.aggregates().key(text, operand.getType())
                            : text);
        }
        boolean everyRow = kind == SqlKind.COUNT && arguments.isEmpty();
        return kind.name() + "(" + (over.isDistinct() ? "DISTINCT " : "")
                + (everyRow ? "*" : String.join(", ", arguments)) + ")";
    }

    private static boolean isWholeNumber(RexNode operand) {
        return operand instanceof RexLiteral literal
                && !literal.isNull()
                && SqlTypeName.INT_TYPES.contains(literal.getType().getSqlTypeName());
    }

    private static String window(ScalarToSql scalars, RexWindow window, boolean framed) {
        List<String> parts = new ArrayList<>();
        if (!window.partitionKeys.isEmpty()) {
            parts.add("PARTITION BY "
                    + String.join(
                            ", ",
                            window.partitionKeys.stream().map(scalars::print).toList()));
        }
        if (!window.orderKeys.isEmpty()) {
            parts.add("ORDER BY "
                    + String.join(
                            ", ",
                            window.orderKeys.stream()
                                    .map(key -> key(scalars, key))
                                    .toList()));
        }
        // Without an order a RANGE is the whole partition, as no frame is; so many ROWS are not.
        if (framed && (window.isRows() || !window.orderKeys.isEmpty())) {
            parts.add((window.isRows() ? "ROWS" : "RANGE") + " BETWEEN "
                    + bound(window.getLowerBound(), window.isRows()) + " AND "
                    + bound(window.getUpperBound(), window.isRows()));
        }
        return String.join(" ", parts);
    }

    private static String key(ScalarToSql scalars, RexFieldCollation key) {
        return SortSql.key(scalars.print(key.left), key.getDirection(), key.getNullDirection());
    }

    private static String bound(RexWindowBound bound, boolean rows) {
        if (bound.isCurrentRow()) {
            return "CURRENT ROW";
        }
        String side = bound.isPreceding() ? " PRECEDING" : " FOLLOWING";
        if (bound.isUnbounded()) {
            return "UNBOUNDED" + side;
        }
        if (rows && bound.getOffset() instanceof RexLiteral offset) {
            Long count = offset.getValueAs(Long.class);
            if (count != null && count >= 0) {
                return count + side;
            }
        }
        throw unsupported();
    }

    private static Refusal unsupported() {
        return new Refusal(
                ErrorCode.WINDOW,
                "This window function or frame is not accepted.",
                "Use ROW_NUMBER, RANK, LAG, LEAD, COUNT, SUM, AVG, MIN or MAX with a frame of ROWS.");
    }
}
