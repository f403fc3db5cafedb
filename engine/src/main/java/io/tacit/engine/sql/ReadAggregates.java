package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.NearestName;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyOperators;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.jspecify.annotations.Nullable;

/**
 * Reads aggregates with parameters: {@code SUM(x, contribution_bounds_per_group => (0, 100))}, {@code SUM(x CLAMPED
 * BETWEEN 0 AND 100)}, {@code ANON_SUM(x, 0, 100)}. Each becomes a call of one {@link PrivateAggregate}; calls without
 * parameters stay as they are.
 */
final class ReadAggregates {
    private record Identity(AggregateFunction function, PrivateAggregate.Parameters parameters) {}

    private final Map<Identity, PrivateAggregate> functions = new HashMap<>();

    /** The functions made so far. */
    List<SqlOperator> functions() {
        return List.copyOf(functions.values());
    }

    /** Whether {@link #replace} or {@link #replaceQuantile} would replace a call. */
    boolean isPrivate(SqlNode node, Spelling block) {
        return node instanceof SqlCall call
                && !(!isArray(call)
                        && replaceQuantile(call, block).equals(call)
                        && replace(call, block).equals(call));
    }

    /** Whether a call is an array of quantiles. */
    boolean isArray(SqlNode node) {
        return node instanceof SqlCall call && QuantileArrays.find(call) != null;
    }

    /**
     * An array of quantiles, each a call of its own.
     *
     * @param wrapped what stands around each of them, such as a FILTER
     */
    SqlCall array(SqlCall call, Spelling block, Function<SqlNode, SqlNode> wrapped) {
        List<SqlCall> quantiles = new ArrayList<>();
        for (QuantileSyntax.Found found : Objects.requireNonNull(QuantileArrays.find(call))) {
            quantiles.add(quantile(found, block, true));
        }
        return QuantileArrays.array(call.getParserPosition(), quantiles, wrapped);
    }

    private SqlCall quantile(QuantileSyntax.Found found, Spelling block, boolean inArray) {
        ReadArguments reading = reading(found.call(), found.name(), AggregateFunction.QUANTILE);
        return reading.read(found.name().startsWith("ANON_") ? Spelling.ANONYMIZATION : block, found, inArray);
    }

    /**
     * The call without its parameters, or the same call where it is no aggregate with parameters.
     *
     * @param block the spelling of the query block around it
     */
    SqlCall replace(SqlCall call, Spelling block) {
        SqlOperator operator = call.getOperator();
        if (!(operator instanceof SqlFunction) || operator instanceof PrivateAggregate) {
            return call;
        }
        String name = operator.getName().toUpperCase(Locale.ROOT);
        FrequentValues.check(call, name);
        if (name.equals(AggregateNames.APPROX_COUNT_DISTINCT)) {
            return distinct(call, block);
        }
        if (FunctionForms.CONDITIONAL_COUNTS.contains(name) && hasParameters(call)) {
            return reading(FunctionForms.count(call, call.getOperandList()), name, AggregateFunction.COUNT)
                    .read(block);
        }
        AggregateFunction anonymized = AggregateNames.ANONYMIZED.get(name);
        if (name.startsWith("ANON_") && anonymized == null) {
            throw new Refusal(
                    ErrorCode.AGGREGATE,
                    place(call),
                    "There is no aggregate " + name + ".",
                    NearestName.of(name, AggregateNames.all())
                                    .map(n -> "Did you mean " + n + "? ")
                                    .orElse("")
                            + "Use " + AggregateFunction.listAnonymized("or") + ".");
        }
        AggregateFunction function = anonymized != null ? anonymized : AggregateNames.PLAIN.get(name);
        boolean parameters = hasParameters(call);
        if (function == null || (anonymized == null && !parameters && !isAlwaysOurs(function))) {
            if (parameters) {
                throw new Refusal(
                        ErrorCode.AGGREGATE,
                        place(call),
                        "The function " + name + " takes no privacy parameters.",
                        "Bounds belong to " + AggregateFunction.list("and") + ".");
            }
            return call;
        }
        SqlCall counted = function == AggregateFunction.COUNT && isRow(call) ? DistinctTuples.read(call) : call;
        return reading(counted, name, function).read(anonymized != null ? Spelling.ANONYMIZATION : block);
    }

    /** Whether our own function replaces Calcite's even without parameters. */
    private static boolean isAlwaysOurs(AggregateFunction function) {
        return function == AggregateFunction.QUANTILE || function == AggregateFunction.MODE;
    }

    private static boolean isRow(SqlCall call) {
        return call.operandCount() > 0 && call.operand(0).getKind() == SqlKind.ROW;
    }

    /**
     * {@code PERCENTILE_CONT(p) WITHIN GROUP (ORDER BY x)}, {@code MODE() WITHIN GROUP (ORDER BY x)} and {@code
     * APPROX_QUANTILES(x, n)[OFFSET(k)]}.
     */
    SqlCall replaceQuantile(SqlCall call, Spelling block) {
        QuantileSyntax.Found found = QuantileSyntax.find(call);
        if (found == null) {
            SqlCall mode = FrequentValues.ofOrdered(call);
            return mode == null
                    ? call
                    : reading(mode, AggregateFunction.MODE.name(), AggregateFunction.MODE)
                            .read(block);
        }
        return quantile(found, block, false);
    }

    /** {@code APPROX_COUNT_DISTINCT(x)} is {@code COUNT(DISTINCT x)}. */
    private SqlCall distinct(SqlCall call, Spelling block) {
        List<SqlNode> positional =
                call.getOperandList().stream().filter(node -> !isNamed(node)).toList();
        if (positional.size() != 1 || isStar(positional.get(0))) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    place(call),
                    AggregateNames.APPROX_COUNT_DISTINCT + " takes one column.",
                    "Write it as in APPROX_COUNT_DISTINCT(x); COUNT(*) counts rows.");
        }
        SqlLiteral distinct = SqlSelectKeyword.DISTINCT.symbol(call.getParserPosition());
        SqlCall count = DistinctTuples.read(NumericAggregates.COUNT.createCall(
                distinct, call.getParserPosition(), call.getOperandList().toArray(SqlNode[]::new)));
        return hasParameters(call)
                ? reading(count, AggregateNames.APPROX_COUNT_DISTINCT, AggregateFunction.COUNT)
                        .read(block)
                : count;
    }

    private ReadArguments reading(SqlCall call, String name, AggregateFunction function) {
        return new ReadArguments(
                call,
                name,
                function,
                (wanted, parameters) -> functions.computeIfAbsent(
                        new Identity(wanted, parameters),
                        key -> new PrivateAggregate(key.function(), key.parameters())));
    }

    private static boolean hasParameters(SqlCall call) {
        return call.getOperandList().stream()
                .anyMatch(operand ->
                        operand != null && (isNamed(operand) || isClamped(operand) || ReportSyntax.isReport(operand)));
    }

    static boolean isNamed(SqlNode node) {
        return node.getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
    }

    static boolean isStar(SqlNode node) {
        return node instanceof SqlIdentifier identifier && identifier.isStar();
    }

    static boolean isClamped(SqlNode node) {
        return node instanceof SqlCall call && call.getOperator().equals(PrivacyOperators.CLAMPED);
    }

    private static @Nullable Position place(SqlNode node) {
        return Positions.of(node.getParserPosition());
    }
}
