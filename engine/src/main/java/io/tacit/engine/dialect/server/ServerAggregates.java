package io.tacit.engine.dialect.server;

import static io.tacit.engine.dialect.StandardTypes.isDecimal;
import static io.tacit.engine.dialect.StandardTypes.isDouble;

import io.tacit.engine.dialect.AggregateSql;
import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.dialect.WholeNumberSql;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.PrivateAggregate;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Prints plain aggregates of steps of one person. Sums are exact, whole steps of 2^-36 if the column is a DOUBLE. What
 * stands in an aggregate may be computed for every row, whatever is around it: guards stand inside.
 *
 * @param sql what all printers of the server use
 * @param wholeNumbers of the server
 * @param notation where the server differs from others
 */
public record ServerAggregates(ServerSql sql, WholeNumberSql wholeNumbers, AggregateNotation notation)
        implements AggregateSql {
    /** A floating sum is a whole number of 2^-36. */
    private static final int GRID_EXPONENT = -36;

    /** Magnitude in grid units at which a value saturates. */
    private static final int SATURATION_EXPONENT = 85;

    /** Decimals with more digits are cut to this many, as by every engine. */
    private static final int SUM_DIGITS = 28;

    private static final int SUM_SCALE = 14;

    @Override
    public String key(String column, RelDataType type) {
        return isDouble(type) ? "(" + column + " + CAST(0 AS " + sql.types().name(type) + "))" : column;
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
            case MIN, MAX -> extreme(kind, column, type) + filter;
            default -> throw unsupported(call);
        };
    }

    private String extreme(SqlKind kind, String column, RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.BOOLEAN
                ? notation.extremeOfTruth(kind) + "(" + column + ")"
                : kind + "(" + key(column, type) + ")";
    }

    private String typed(String sum, RelDataType type) {
        return isDouble(type) ? sum : sql.types().fit(sum, type);
    }

    @Override
    public String sum(String distinct, String column, RelDataType type, String behind) {
        if (!distinct.isEmpty() && isDouble(type)) {
            throw sql.lacking().aggregate("SUM or AVG of DISTINCT values of DOUBLE");
        }
        String sum = "SUM(" + distinct + addend(column, type) + ")" + behind;
        return isDouble(type)
                ? "(" + asReal(sum) + " * " + sql.types().real(String.valueOf(Math.scalb(1.0, GRID_EXPONENT))) + ")"
                : sum;
    }

    @Override
    public String average(String distinct, String column, RelDataType type, String behind) {
        String count = "COUNT(" + distinct + addend(column, type) + ")" + behind;
        return "(" + asReal(sum(distinct, column, type, behind)) + " / NULLIF(" + asReal(count) + ", 0))";
    }

    private String asReal(String value) {
        return "CAST(" + value + " AS " + sql.types().name(SqlTypeName.DOUBLE) + ")";
    }

    private String addend(String column, RelDataType type) {
        if (isDouble(type)) {
            return wholeNumbers.steps(
                    "NULLIF(" + column + ", " + sql.types().real("NaN") + ")",
                    Math.scalb(1.0, SATURATION_EXPONENT + GRID_EXPONENT),
                    GRID_EXPONENT);
        }
        if (isDecimal(type) && type.getPrecision() > SUM_DIGITS) {
            String cut = StandardTypes.decimal(SUM_DIGITS, Math.min(SUM_SCALE, type.getScale()));
            return sql.types().notation().fit(column, cut);
        }
        return notation.addend(column, type);
    }

    /** Redrawn values stand in what is left of a query only, which is DuckDB's. */
    @Override
    public String gathered(String column, String behind) {
        throw sql.lacking().aggregate("array of values");
    }

    @Override
    public String any(String column, RelDataType type) {
        return extreme(SqlKind.MAX, column, type);
    }

    private Refusal unsupported(AggregateCall call) {
        return sql.lacking()
                .aggregate(
                        call.getAggregation() instanceof PrivateAggregate own
                                ? own.title()
                                : AggregateFunction.of(call)
                                        .map(Object::toString)
                                        .orElse(call.getAggregation().getName()));
    }
}
