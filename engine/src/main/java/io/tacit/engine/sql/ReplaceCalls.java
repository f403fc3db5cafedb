package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.NearestName;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyOperators;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Puts our own operators in the place of Calcite's where they mean something else, the time of planning in the place of
 * {@code CURRENT_DATE} and the like, and refuses what {@link KnownOperators} does not list.
 */
final class ReplaceCalls {
    /** What holds a query together, as opposed to what computes a value. */
    private static final Set<SqlKind> STRUCTURE = EnumSet.of(
            SqlKind.SELECT,
            SqlKind.JOIN,
            SqlKind.AS,
            SqlKind.ORDER_BY,
            SqlKind.WITH,
            SqlKind.WITH_ITEM,
            SqlKind.UNION,
            SqlKind.INTERSECT,
            SqlKind.EXCEPT,
            SqlKind.VALUES,
            SqlKind.ROW,
            SqlKind.OVER,
            SqlKind.WINDOW,
            SqlKind.FILTER,
            SqlKind.DESCENDING,
            SqlKind.NULLS_FIRST,
            SqlKind.NULLS_LAST,
            SqlKind.ROLLUP,
            SqlKind.CUBE,
            SqlKind.GROUPING_SETS,
            SqlKind.LATERAL,
            SqlKind.TABLE_REF,
            SqlKind.PRECEDING,
            SqlKind.FOLLOWING,
            SqlKind.INTERVAL_QUALIFIER);

    private static final Map<String, TimeUnit> PARTS = Map.of(
            "YEAR", TimeUnit.YEAR,
            "QUARTER", TimeUnit.QUARTER,
            "MONTH", TimeUnit.MONTH,
            "WEEK", TimeUnit.WEEK,
            "DAYOFYEAR", TimeUnit.DOY,
            "DAYOFMONTH", TimeUnit.DAY,
            "DAYOFWEEK", TimeUnit.DOW,
            "HOUR", TimeUnit.HOUR,
            "MINUTE", TimeUnit.MINUTE,
            "SECOND", TimeUnit.SECOND);

    private final LocalDateTime now;
    private final Set<String> columns;

    /** @param columns those of {@link TimeNames} that mean a column or alias in this query */
    ReplaceCalls(Clock clock, Set<String> columns) {
        this.now = LocalDateTime.now(clock);
        this.columns = columns;
    }

    /** The call as it is to be validated; its operands have been visited. */
    SqlNode replace(SqlCall call) {
        SqlOperator operator = call.getOperator();
        if (operator.equals(SqlStdOperatorTable.DIVIDE)) {
            return ArithmeticFunction.DIVIDE.operator().createCall(call.getParserPosition(), call.getOperandList());
        }
        if (operator.equals(PrivacyOperators.WHOLE_DIVIDE)) {
            return ArithmeticFunction.WHOLE_DIVIDE
                    .operator()
                    .createCall(call.getParserPosition(), call.getOperandList());
        }
        if (operator.equals(PrivacyOperators.POWER)) {
            return SqlStdOperatorTable.POWER.createCall(call.getParserPosition(), call.getOperandList());
        }
        if (operator.equals(SqlStdOperatorTable.INTERVAL)) {
            return interval(call);
        }
        Optional<ClockWord> word = ClockWord.named(operator.getName());
        if (word.isPresent()) {
            return word.get().at(now, call.getParserPosition());
        }
        if (QuantileSyntax.isPlace(call)) {
            return QuantileSyntax.item(call);
        }
        if (operator instanceof SqlFunction) {
            return function(call);
        }
        if (operator.equals(SqlStdOperatorTable.LITERAL_CHAIN)) {
            throw new Refusal(
                    ErrorCode.SYNTAX,
                    place(call),
                    "Two texts stand side by side.",
                    "Join them with ||, or write a quote inside a text twice, as in 'it''s'.");
        }
        if (operator.equals(PrivacyOperators.ALL)) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    place(call),
                    "ALL stands alone behind GROUP BY, and behind the ORDER BY of a query.",
                    "Write the columns instead.");
        }
        if (operator.equals(PrivacyOperators.CLAMPED)) {
            throw new Refusal(
                    ErrorCode.BOUNDS,
                    place(call),
                    "CLAMPED BETWEEN clamps the whole argument of an aggregate, and nothing else.",
                    "Write it as in SUM(x CLAMPED BETWEEN 0 AND 100), with arithmetic in brackets.");
        }
        if (StarColumns.isLong(call) || operator.equals(ExpandAll.LATER)) {
            return call;
        }
        if (!STRUCTURE.contains(call.getKind()) && !KnownOperators.ALWAYS.contains(operator)) {
            throw unsupported(call, operator.getName());
        }
        return call;
    }

    /** {@code CURRENT_DATE} is parsed as a name; in quotes it is one, and where a column is called so. */
    SqlNode replace(SqlIdentifier name) {
        if (!name.isSimple() || name.isComponentQuoted(0)) {
            return name;
        }
        return ClockWord.named(name.getSimple())
                .filter(word -> !columns.contains(word.name()))
                .<SqlNode>map(word -> word.at(now, name.getParserPosition()))
                .orElse(name);
    }

    /**
     * {@code INTERVAL 3 MONTH} and {@code INTERVAL (3) MONTH} are {@code INTERVAL '3' MONTH}; {@code INTERVAL (n)
     * MONTH} of anything else is {@code n * INTERVAL '1' MONTH}.
     */
    private static SqlNode interval(SqlCall call) {
        SqlNode amount = call.operand(0);
        SqlIntervalQualifier unit = call.operand(1);
        SqlParserPos place = call.getParserPosition();
        Optional<BigDecimal> known = ConstantNumber.of(amount);
        if (known.isEmpty()) {
            return DateForms.interval(amount, unit, place);
        }
        BigDecimal number = known.get();
        if (number.stripTrailingZeros().scale() > 0) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    place(call),
                    "An interval is a whole number of units.",
                    "Write it as in d + INTERVAL 3 MONTH.");
        }
        return SqlLiteral.createInterval(
                number.signum() < 0 ? -1 : 1, number.abs().toBigInteger().toString(), unit, place);
    }

    private static SqlNode function(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        List<SqlNode> operands = call.getOperandList();
        SqlParserPos place = call.getParserPosition();
        if (call.getOperator() instanceof PrivateAggregate) {
            return call;
        }
        SqlIdentifier written = ((SqlFunction) call.getOperator()).getSqlIdentifier();
        if (written != null && !written.isSimple()) {
            throw unsupported(call, written.toString());
        }
        if (name.equals("COUNT")) {
            operands = DistinctTuples.read(call).getOperandList();
            boolean star =
                    operands.size() == 1 && operands.get(0) instanceof SqlIdentifier identifier && identifier.isStar();
            return NumericAggregates.COUNT.createCall(
                    call.getFunctionQuantifier(), place, star ? new SqlNode[0] : operands.toArray(SqlNode[]::new));
        }
        TimeUnit part = operands.size() == 1 ? PARTS.get(name) : null;
        if (part != null) {
            SqlIntervalQualifier unit = new SqlIntervalQualifier(part, null, place);
            return SqlStdOperatorTable.EXTRACT.createCall(place, unit, operands.get(0));
        }
        if ((name.equals("DATE_TRUNC") || name.equals("DATETRUNC")) && operands.size() == 2) {
            return dateTrunc(call);
        }
        SqlNode longForm = FunctionForms.written(call);
        if (longForm != null) {
            return longForm;
        }
        if (KnownOperators.ALWAYS.contains(call.getOperator())) {
            return call;
        }
        SqlOperator known = KnownOperators.ALWAYS.function(name);
        if (known == null || name.startsWith("$")) {
            throw unsupported(call, name);
        }
        return new SqlBasicCall(known, operands, place, call.getFunctionQuantifier());
    }

    /** Both orders of arguments: PostgreSQL's {@code ('month', d)} and BigQuery's {@code (d, MONTH)}. */
    private static SqlNode dateTrunc(SqlCall call) {
        SqlNode first = call.operand(0);
        SqlNode second = call.operand(1);
        if (second instanceof SqlIntervalQualifier qualifier) {
            return trunc(call, qualifier.timeUnitRange.startUnit.name(), first);
        }
        if (first instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR) {
            String unit = literal.toValue();
            return trunc(call, unit == null ? "" : unit, second);
        }
        if (second instanceof SqlIdentifier unit && unit.isSimple()) {
            return trunc(call, unit.getSimple(), first);
        }
        throw new Refusal(
                ErrorCode.INVALID_QUERY,
                place(call),
                "DATE_TRUNC needs a unit in quotes and a date or timestamp.",
                "Write it as in DATE_TRUNC('month', d).");
    }

    private static SqlNode trunc(SqlCall call, String unit, SqlNode date) {
        String name = unit.toLowerCase(Locale.ROOT);
        if (!DateFunction.UNITS.contains(name)) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    place(call),
                    "DATE_TRUNC does not know this unit.",
                    "The units are " + String.join(", ", DateFunction.UNITS) + ".");
        }
        SqlParserPos place = call.getParserPosition();
        return DateFunction.DATE_TRUNC.operator().createCall(place, SqlLiteral.createCharString(name, place), date);
    }

    private static Refusal unsupported(SqlCall call, String name) {
        Optional<RefusedFunctions.Reason> reason = RefusedFunctions.of(name.toUpperCase(Locale.ROOT));
        if (reason.isPresent()) {
            return new Refusal(
                    ErrorCode.UNSUPPORTED_FUNCTION,
                    place(call),
                    "There is no function " + name.toUpperCase(Locale.ROOT) + " here. "
                            + reason.get().rule(),
                    reason.get().advice());
        }
        // Of two names that are as near, an aggregate's: nothing is asked as often as COUNT.
        List<String> names = new ArrayList<>(AggregateNames.all());
        names.addAll(KnownOperators.ALWAYS.functionNames());
        names.addAll(FunctionForms.names());
        String nearest =
                NearestName.of(name, names).map(n -> "Did you mean " + n + "? ").orElse("");
        return new Refusal(
                ErrorCode.UNSUPPORTED_FUNCTION,
                place(call),
                "There is no function or operator " + name.toUpperCase(Locale.ROOT) + " here.",
                nearest
                        + "Accepted are comparisons, arithmetic, CASE, COALESCE, CAST, LIKE, ROUND, ABS, SUBSTRING,"
                        + " UPPER, REPLACE, EXTRACT, DATE_TRUNC and others; docs/reference/functions.md lists them"
                        + " all.");
    }

    private static @Nullable Position place(SqlNode node) {
        return Positions.of(node.getParserPosition());
    }
}
