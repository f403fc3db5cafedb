package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.AggregateSql;
import io.tacit.engine.dialect.FloatingSums;
import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.PrivateAggregate;
import io.tacit.engine.sql.RedrawnFunction;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Prints plain aggregates: those of per-user steps, and those over released and public rows. */
final class DuckDbAggregates implements AggregateSql {
    /** A floating sum in a per-user step is a whole number of 2^-36. */
    private static final int GRID_EXPONENT = -36;

    /** Magnitude in grid units at which a value saturates: the sum of 2^40 rows stays below 2^126. */
    private static final int SATURATION_EXPONENT = 85;

    /** Decimals with more digits are cut to this many, so that 10^10 rows of them still fit. */
    private static final int SUM_DIGITS = 28;

    /** Digits after the point that such a decimal keeps. */
    private static final int SUM_SCALE = 14;

    /** The largest magnitude whose square is a finite DOUBLE. */
    private static final String SQUARABLE = "CAST('1e150' AS DOUBLE)";

    private static final String LARGEST = "CAST('" + Double.MAX_VALUE + "' AS DOUBLE)";

    private final boolean exactSums;

    /**
     * Adds floating numbers as whole multiples of a small unit, the same in whatever order rows come, or as DuckDB
     * does.
     */
    DuckDbAggregates(FloatingSums sums) {
        this.exactSums = sums == FloatingSums.EXACT;
    }

    /** A group key. -0.0 and 0.0 are one key; which of them is shown must not depend on the order of rows. */
    @Override
    public String key(String column, RelDataType type) {
        return StandardTypes.isDouble(type) ? "(" + column + " + CAST(0 AS DOUBLE))" : column;
    }

    @Override
    public String print(AggregateCall call, List<RelDataType> inputs, IntFunction<String> fields) {
        List<Integer> arguments = call.getArgList();
        String filter = call.filterArg < 0 ? "" : " FILTER (WHERE " + fields.apply(call.filterArg) + ")";
        String distinct = call.isDistinct() ? "DISTINCT " : "";
        SqlKind kind = call.getAggregation().getKind();
        if (kind == SqlKind.COUNT && arguments.isEmpty()) {
            return "COUNT(*)" + filter;
        }
        if (kind == SqlKind.COUNT) {
            List<String> texts = arguments.stream().map(fields::apply).toList();
            return "COUNT(" + distinct + (texts.size() == 1 ? texts.get(0) : "(" + String.join(", ", texts) + ")") + ")"
                    + filter;
        }
        if (kind == SqlKind.GROUPING) {
            return "GROUPING("
                    + String.join(", ", arguments.stream().map(fields::apply).toList()) + ")";
        }
        if (call.getAggregation().equals(RedrawnFunction.GATHER)) {
            return gathered(fields.apply(arguments.get(0)), "");
        }
        if (isPlainPair(call)) {
            return pair(call, fields, filter);
        }
        if (arguments.size() != 1 || !call.getCollation().getKeys().isEmpty()) {
            throw unsupported(call);
        }
        RelDataType type = inputs.get(arguments.get(0));
        return one(call, distinct, fields.apply(arguments.get(0)), type, filter);
    }

    private static boolean isPlainPair(AggregateCall call) {
        return !(call.getAggregation() instanceof PrivateAggregate)
                && !call.isDistinct()
                && AggregateFunction.of(call)
                        .filter(function -> function.form() == AggregateFunction.Form.PAIR)
                        .isPresent();
    }

    /**
     * An aggregate of two columns, over values whose squares are finite; without spread there is no quotient, and the
     * engine's NaN becomes NULL.
     */
    private static String pair(AggregateCall call, IntFunction<String> fields, String filter) {
        List<String> columns = call.getArgList().stream()
                .map(field -> squarable(fields.apply(field)))
                .toList();
        return "NULLIF(" + AggregateFunction.of(call).orElseThrow() + "(" + String.join(", ", columns) + ")" + filter
                + ", CAST('NaN' AS DOUBLE))";
    }

    private String one(AggregateCall call, String distinct, String column, RelDataType type, String filter) {
        String result = DuckDbTypes.name(call.getType());
        return switch (call.getAggregation().getKind()) {
            case SUM -> "TRY_CAST(" + sum(distinct, column, type, filter) + " AS " + result + ")";
            case AVG -> average(distinct, column, type, filter);
            // A sum of -0.0 and 0.0 is 0.0, so the two are one value here too.
            case MIN -> "MIN(" + key(column, type) + ")" + filter;
            case MAX -> "MAX(" + key(column, type) + ")" + filter;
            case VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
                call.getAggregation().getKind() + "(" + distinct + squarable(column) + ")" + filter;
            default -> quantile(call, distinct, column, type, filter);
        };
    }

    /**
     * A quantile, which depends on the values alone, not on the order of rows: -0.0 and 0.0 are one value, NaN is none,
     * and an infinity is the largest number of its sign, since between two infinities lies no number. Between two dates
     * it is the earlier whole day, or microsecond.
     */
    private static String quantile(
            AggregateCall call, String distinct, String column, RelDataType type, String filter) {
        if (!(call.getAggregation() instanceof PrivateAggregate own) || !own.isPlainQuantile()) {
            throw unsupported(call);
        }
        String fraction = own.fraction().orElseThrow().toPlainString();
        if (SqlTypeUtil.isDatetime(type)) {
            String between = "quantile_cont(" + distinct + "CAST(" + DuckDbDates.sinceEpoch(column, type)
                    + " AS DOUBLE), " + fraction + ")" + filter;
            return DuckDbDates.fromEpoch("floor(" + between + ")", type);
        }
        String value = "CAST(" + column + " AS DOUBLE)";
        String number = "CASE WHEN isfinite(" + value + ") THEN " + value + " + CAST(0 AS DOUBLE) WHEN isinf(" + value
                + ") THEN sign(" + value + ") * " + LARGEST + " END";
        return "quantile_cont(" + distinct + number + ", " + fraction + ")" + filter;
    }

    @Override
    public String any(String column, RelDataType type) {
        return "ANY_VALUE(" + column + ")";
    }

    @Override
    public String gathered(String column, String behind) {
        return "list(" + column + ")" + behind;
    }

    @Override
    public String sum(String distinct, String column, RelDataType type, String behind) {
        String addend = addend(column, type);
        return total(
                distinct.isEmpty() || addend.equals(column)
                        ? "SUM(" + distinct + addend + ")" + behind
                        : "list_sum(" + addends(column, type, behind) + ")",
                type);
    }

    @Override
    public String average(String distinct, String column, RelDataType type, String behind) {
        return "(CAST(" + sum(distinct, column, type, behind) + " AS DOUBLE) / NULLIF("
                + count(distinct, column, type, behind) + ", 0))";
    }

    /** The number of addends. */
    private String count(String distinct, String column, RelDataType type, String behind) {
        String addend = addend(column, type);
        return distinct.isEmpty() || addend.equals(column)
                ? "COUNT(" + distinct + addend + ")" + behind
                : "list_count(" + addends(column, type, behind) + ")";
    }

    /** The addends of the different values, of which two may have the same addend. */
    private String addends(String column, RelDataType type, String behind) {
        return "list_transform(list(DISTINCT " + key(column, type) + ")" + behind + ", lambda y: " + addend("y", type)
                + ")";
    }

    /** A sum of addends, converted back to the column's unit; the engine's own sum of both infinities is NaN. */
    String total(String sum, RelDataType type) {
        if (onGrid(type)) {
            return "(CAST(" + sum + " AS DOUBLE) * " + real(GRID_EXPONENT) + ")";
        }
        return StandardTypes.isDouble(type) ? "NULLIF(" + sum + ", CAST('NaN' AS DOUBLE))" : sum;
    }

    /** The addend of a row; NULL for NaN. */
    String addend(String column, RelDataType type) {
        if (onGrid(type)) {
            String limit = real(SATURATION_EXPONENT + GRID_EXPONENT);
            String clamped = "CASE WHEN isnan(" + column + ") THEN NULL WHEN " + column + " > " + limit + " THEN "
                    + limit + " WHEN " + column + " < -" + limit + " THEN -" + limit + " ELSE " + column + " END";
            return "CAST(" + clamped + " * " + real(-GRID_EXPONENT) + " AS HUGEINT)";
        }
        if (StandardTypes.isDecimal(type) && type.getPrecision() > SUM_DIGITS) {
            return "TRY_CAST(" + column + " AS "
                    + StandardTypes.decimal(SUM_DIGITS, Math.min(SUM_SCALE, type.getScale())) + ")";
        }
        return column;
    }

    private boolean onGrid(RelDataType type) {
        return exactSums && StandardTypes.isDouble(type);
    }

    private static String squarable(String column) {
        String value = "CAST(" + column + " AS DOUBLE)";
        return "CASE WHEN abs(" + value + ") <= " + SQUARABLE + " THEN " + value + " END";
    }

    /** A power of two. */
    private static String real(int exponent) {
        return "CAST('" + Math.scalb(1.0, exponent) + "' AS DOUBLE)";
    }

    private static Refusal unsupported(AggregateCall call) {
        String name = call.getAggregation() instanceof PrivateAggregate own
                ? own.title() + " with privacy parameters"
                : "The aggregate " + call.getAggregation().getName();
        return new Refusal(
                ErrorCode.AGGREGATE, name + " is not accepted here.", "Use " + AggregateFunction.list("or") + ".");
    }
}
