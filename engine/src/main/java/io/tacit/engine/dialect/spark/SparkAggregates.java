package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.AggregateSql;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.PrivateAggregate;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;

/**
 * Prints plain aggregates of steps of one person. Sums are decimals, whole steps of 2^-36 if the column is a DOUBLE.
 */
final class SparkAggregates implements AggregateSql {
    /** A floating sum is a whole number of 2^-36. */
    private static final int GRID_EXPONENT = -36;

    /** Magnitude in grid units at which a value saturates. */
    private static final int SATURATION_EXPONENT = 85;

    /** Decimals with more digits are cut to this many, as by every engine. */
    private static final int SUM_DIGITS = 28;

    private static final int SUM_SCALE = 14;

    @Override
    public String key(String column, RelDataType type) {
        return SparkTypes.isDouble(type) ? "(" + column + " + CAST(0 AS DOUBLE))" : column;
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
        if (kind == SqlKind.GROUPING) {
            return "GROUPING("
                    + String.join(", ", arguments.stream().map(fields::apply).toList()) + ")";
        }
        if (arguments.size() != 1 || !call.getCollation().getKeys().isEmpty()) {
            throw unsupported(call);
        }
        RelDataType type = inputs.get(arguments.get(0));
        String column = fields.apply(arguments.get(0));
        return switch (kind) {
            case COUNT -> "COUNT(" + distinct + column + ")" + filter;
            case SUM -> typed(sum(distinct, column, type, filter), call.getType());
            case AVG -> average(distinct, column, type, filter);
            case MIN -> extreme("MIN", column, type) + filter;
            case MAX -> extreme("MAX", column, type) + filter;
            default -> throw unsupported(call);
        };
    }

    private String extreme(String function, String column, RelDataType type) {
        return function + "(" + key(column, type) + ")";
    }

    private static String typed(String sum, RelDataType type) {
        return SparkTypes.isDouble(type) ? sum : SparkConversions.fit(sum, SparkTypes.of(type));
    }

    @Override
    public String sum(String distinct, String column, RelDataType type, String behind) {
        if (!distinct.isEmpty() && SparkTypes.isDouble(type)) {
            throw Lacking.aggregate("SUM or AVG of DISTINCT values of DOUBLE");
        }
        String sum = "SUM(" + distinct + addend(column, type) + ")" + behind;
        return SparkTypes.isDouble(type)
                ? "(CAST(" + sum + " AS DOUBLE) * "
                        + SparkConversions.real(String.valueOf(Math.scalb(1.0, GRID_EXPONENT))) + ")"
                : sum;
    }

    @Override
    public String average(String distinct, String column, RelDataType type, String behind) {
        String count = "COUNT(" + distinct + addend(column, type) + ")" + behind;
        return "(CAST(" + sum(distinct, column, type, behind) + " AS DOUBLE) / NULLIF(CAST(" + count
                + " AS DOUBLE), 0))";
    }

    private static String addend(String column, RelDataType type) {
        if (SparkTypes.isDouble(type)) {
            return new SparkWholeNumbers()
                    .steps(
                            "NULLIF(" + column + ", " + SparkConversions.real("NaN") + ")",
                            Math.scalb(1.0, SATURATION_EXPONENT + GRID_EXPONENT),
                            GRID_EXPONENT);
        }
        if (SparkTypes.isDecimal(type) && type.getPrecision() > SUM_DIGITS) {
            return SparkConversions.fit(column, SparkTypes.exact(SUM_DIGITS, Math.min(SUM_SCALE, type.getScale())));
        }
        return SparkTypes.isWhole(type) ? "CAST(" + column + " AS " + SparkConversions.WIDE + ")" : column;
    }

    /** Redrawn values stand in what is left of a query only, which is DuckDB's. */
    @Override
    public String gathered(String column, String behind) {
        throw Lacking.aggregate("array of values");
    }

    @Override
    public String any(String column, RelDataType type) {
        return extreme("MAX", column, type);
    }

    private static io.tacit.engine.refusal.Refusal unsupported(AggregateCall call) {
        return Lacking.aggregate(
                call.getAggregation() instanceof PrivateAggregate own
                        ? own.title()
                        : AggregateFunction.of(call)
                                .map(Object::toString)
                                .orElse(call.getAggregation().getName()));
    }
}
