package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyOperators;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads aggregates with parameters: {@code SUM(x, contribution_bounds_per_group => (0, 100))}, {@code SUM(x CLAMPED
 * BETWEEN 0 AND 100)}, {@code ANON_SUM(x, 0, 100)}. Each becomes a call of one {@link PrivateAggregate}; calls without
 * parameters stay as they are.
 */
final class ReadAggregates {
    private static final Map<String, AggregateFunction> PLAIN = Map.ofEntries(
            Map.entry("COUNT", AggregateFunction.COUNT),
            Map.entry("SUM", AggregateFunction.SUM),
            Map.entry("AVG", AggregateFunction.AVG),
            Map.entry("VAR_POP", AggregateFunction.VAR_POP),
            Map.entry("VAR_SAMP", AggregateFunction.VAR_SAMP),
            Map.entry("VARIANCE", AggregateFunction.VAR_SAMP),
            Map.entry("STDDEV_POP", AggregateFunction.STDDEV_POP),
            Map.entry("STDDEV_SAMP", AggregateFunction.STDDEV_SAMP),
            Map.entry("STDDEV", AggregateFunction.STDDEV_SAMP));

    /** GoogleSQL's: there ANON_VAR and ANON_STDDEV are those of the population. */
    private static final Map<String, AggregateFunction> ANONYMIZED = Map.of(
            "ANON_COUNT", AggregateFunction.COUNT,
            "ANON_SUM", AggregateFunction.SUM,
            "ANON_AVG", AggregateFunction.AVG,
            "ANON_VAR", AggregateFunction.VAR_POP,
            "ANON_VAR_POP", AggregateFunction.VAR_POP,
            "ANON_STDDEV", AggregateFunction.STDDEV_POP,
            "ANON_STDDEV_POP", AggregateFunction.STDDEV_POP);

    private record Identity(AggregateFunction function, PrivateAggregate.Parameters parameters) {}

    private final Map<Identity, PrivateAggregate> functions = new HashMap<>();

    /** The functions made so far. */
    List<SqlOperator> functions() {
        return List.copyOf(functions.values());
    }

    /** Whether a call is one that {@link #replace} would replace. */
    boolean isPrivate(SqlNode node, Spelling block) {
        return node instanceof SqlCall call && !replace(call, block).equals(call);
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
        AggregateFunction anonymized = ANONYMIZED.get(name);
        if (name.startsWith("ANON_") && anonymized == null) {
            throw new Refusal(
                    ErrorCode.AGGREGATE,
                    place(call),
                    "The aggregate " + name + " is not available yet.",
                    "Use ANON_COUNT, ANON_SUM, ANON_AVG, ANON_VAR or ANON_STDDEV.");
        }
        AggregateFunction function = anonymized != null ? anonymized : PLAIN.get(name);
        boolean parameters = hasParameters(call);
        if (function == null || (anonymized == null && !parameters)) {
            if (parameters) {
                throw new Refusal(
                        ErrorCode.AGGREGATE,
                        place(call),
                        "The function " + name + " takes no privacy parameters.",
                        "Bounds belong to COUNT, SUM, AVG, VAR_POP, VAR_SAMP, STDDEV_POP and STDDEV_SAMP.");
            }
            return call;
        }
        return new Reading(call, name, function).read(anonymized != null ? Spelling.ANONYMIZATION : block);
    }

    private static boolean hasParameters(SqlCall call) {
        return call.getOperandList().stream()
                .anyMatch(operand -> operand != null && (isNamed(operand) || isClamped(operand)));
    }

    private static boolean isNamed(SqlNode node) {
        return node.getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
    }

    private static boolean isClamped(SqlNode node) {
        return node instanceof SqlCall call && call.getOperator().equals(PrivacyOperators.CLAMPED);
    }

    private static @Nullable Position place(SqlNode node) {
        return Positions.of(node.getParserPosition());
    }

    /** One call while its arguments are read. */
    private final class Reading {
        private final SqlCall call;
        private final String name;
        private final AggregateFunction function;
        private final List<SqlNode> arguments = new ArrayList<>();
        private final List<SqlNode> positional = new ArrayList<>();
        private Optional<Bounds> bounds = Optional.empty();
        private boolean perRow;

        Reading(SqlCall call, String name, AggregateFunction function) {
            this.call = call;
            this.name = name;
            this.function = function;
        }

        SqlCall read(Spelling spelling) {
            for (SqlNode operand : call.getOperandList()) {
                if (isNamed(operand)) {
                    named((SqlCall) operand);
                } else if (isClamped(operand)) {
                    SqlCall clamped = (SqlCall) operand;
                    positional.add(clamped.operand(0));
                    give(clamped, clamped.operand(1), clamped.operand(2), function.isSpread());
                } else {
                    positional.add(operand);
                }
            }
            takePositional();
            Identity identity = new Identity(function, new PrivateAggregate.Parameters(spelling, bounds, perRow));
            PrivateAggregate aggregate =
                    functions.computeIfAbsent(identity, key -> new PrivateAggregate(key.function(), key.parameters()));
            return aggregate.createCall(
                    call.getFunctionQuantifier(), call.getParserPosition(), arguments.toArray(SqlNode[]::new));
        }

        private void takePositional() {
            boolean star = !positional.isEmpty()
                    && positional.get(0) instanceof SqlIdentifier identifier
                    && identifier.isStar();
            if (positional.size() == 3 && name.startsWith("ANON_")) {
                give(call, positional.get(1), positional.get(2), function.isSpread());
            } else if (positional.size() != 1) {
                throw new Refusal(
                        ErrorCode.INVALID_QUERY,
                        place(call),
                        name + " takes one argument" + (name.startsWith("ANON_") ? ", then perhaps two bounds." : "."),
                        "Write it as in " + name + "(x"
                                + (name.startsWith("ANON_")
                                        ? ", 0, 100)."
                                        : ", contribution_bounds_per_group => (0, 100))."));
            }
            if (!star) {
                arguments.add(positional.get(0));
            } else if (function != AggregateFunction.COUNT) {
                throw new Refusal(
                        ErrorCode.INVALID_QUERY,
                        place(call),
                        name + "(*) has no meaning.",
                        "Name a column instead of *.");
            }
        }

        private void named(SqlCall assignment) {
            SqlNode value = assignment.operand(0);
            String parameter =
                    ((SqlIdentifier) assignment.operand(1)).getSimple().toLowerCase(Locale.ROOT);
            switch (parameter) {
                case "contribution_bounds_per_group" -> pair(assignment, value, false);
                case "contribution_bounds_per_row" -> pair(assignment, value, true);
                case "epsilon", "report_format" ->
                    throw new Refusal(
                            ErrorCode.BAD_OPTION,
                            place(assignment.operand(1)),
                            "The parameter " + parameter + " of an aggregate is not available yet.",
                            "Set epsilon for the whole SELECT: WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = …).");
                default ->
                    throw new Refusal(
                            ErrorCode.UNKNOWN_OPTION,
                            place(assignment.operand(1)),
                            "There is no parameter " + parameter + ".",
                            "Use contribution_bounds_per_group or contribution_bounds_per_row.");
            }
        }

        private void pair(SqlCall assignment, SqlNode value, boolean bindsRows) {
            if (!(value instanceof SqlCall row) || value.getKind() != SqlKind.ROW || row.operandCount() != 2) {
                throw new Refusal(
                        ErrorCode.BOUNDS,
                        place(value),
                        "Bounds are two numbers in brackets.",
                        "Write them as in contribution_bounds_per_group => (0, 100).");
            }
            give(assignment, row.operand(0), row.operand(1), bindsRows);
        }

        private void give(SqlNode where, SqlNode low, SqlNode high, boolean bindsRows) {
            if (bounds.isPresent()) {
                throw new Refusal(ErrorCode.BOUNDS, place(where), "Bounds are given twice.", "Keep one pair of them.");
            }
            BigDecimal lower = bound(low);
            BigDecimal upper = bound(high);
            if (lower.compareTo(upper) > 0) {
                throw new Refusal(
                        ErrorCode.BOUNDS,
                        place(low),
                        "The lower bound is above the upper bound.",
                        "Write the smaller one first.");
            }
            bounds = Optional.of(new Bounds(lower, upper));
            perRow = bindsRows;
        }

        private BigDecimal bound(SqlNode node) {
            return ConstantNumber.of(node)
                    .orElseThrow(() -> new Refusal(
                            ErrorCode.BOUNDS,
                            place(node),
                            "A bound must be a constant number: one taken from the data would show the data.",
                            "Write a number that you know without looking, such as 100 or -1.5e3."));
        }
    }
}
