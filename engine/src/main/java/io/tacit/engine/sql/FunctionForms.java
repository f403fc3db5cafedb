package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Functions that are other expressions in short, in the words of several dialects: they are written out. */
final class FunctionForms {
    /** Other names of a function, with the same arguments. */
    private static final Map<String, String> NAMES = otherNames();

    private static final BigDecimal MAX_PARTS = BigDecimal.valueOf(1_000_000);

    private static final Set<String> CHOICES = Set.of("IF", "IIF");

    /** How often a condition is true. */
    static final Set<String> CONDITIONAL_COUNTS = Set.of("COUNTIF", "COUNT_IF");

    private FunctionForms() {}

    private static Map<String, String> otherNames() {
        Map<String, String> names =
                new HashMap<>(Map.of("EVERY", "BOOL_AND", "LOGICAL_AND", "BOOL_AND", "LOGICAL_OR", "BOOL_OR"));
        for (ScalarFunction function : ScalarFunctions.all()) {
            function.specification()
                    .aliases()
                    .forEach(alias -> names.put(alias, function.operator().getName()));
        }
        return Map.copyOf(names);
    }

    /** The names of the functions that are written out. */
    static List<String> names() {
        Set<String> names = new TreeSet<>(NAMES.keySet());
        names.addAll(CHOICES);
        names.addAll(CONDITIONAL_COUNTS);
        names.addAll(DateForms.names());
        return List.copyOf(names);
    }

    /** The call written out, or null if it is of another function. */
    static @Nullable SqlNode written(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        List<SqlNode> operands = call.getOperandList();
        SqlParserPos place = call.getParserPosition();
        String other = NAMES.get(name);
        if (other != null) {
            SqlOperator known = KnownOperators.ALWAYS.function(other);
            if (known == null) {
                throw new IllegalStateException(other);
            }
            if (other.equals("COALESCE")) {
                arity(call, 2, name + "(x, 0)");
            }
            return ((SqlFunction) known)
                    .createCall(call.getFunctionQuantifier(), place, operands.toArray(SqlNode[]::new));
        }
        if (name.equals("NTILE")) {
            checkParts(call);
        }
        if (CHOICES.contains(name)) {
            arity(call, 3, name + "(x > 0, x, 0)");
            return choice(operands.get(0), operands.get(1), operands.get(2), place);
        }
        return CONDITIONAL_COUNTS.contains(name) ? count(call, operands) : DateForms.written(call);
    }

    /**
     * {@code COUNTIF(c)} is {@code COUNT(CASE WHEN c THEN 1 END)}.
     *
     * @param operands the condition, perhaps with parameters behind it
     */
    static SqlCall count(SqlCall call, List<SqlNode> operands) {
        SqlParserPos place = call.getParserPosition();
        if (operands.isEmpty() || ReadAggregates.isStar(operands.get(0)) || call.getFunctionQuantifier() != null) {
            throw usage(call, call.getOperator().getName() + "(x > 0)");
        }
        List<SqlNode> counted = new ArrayList<>(operands);
        SqlNode one = SqlLiteral.createExactNumeric("1", place);
        counted.set(0, choice(operands.get(0), one, SqlLiteral.createNull(place), place));
        return NumericAggregates.COUNT.createCall(place, counted.toArray(SqlNode[]::new));
    }

    /** Refuses a number of parts that is not a valid constant: the engine would raise an error. */
    private static void checkParts(SqlCall call) {
        boolean known = call.operandCount() == 1
                && call.operand(0) instanceof SqlNumericLiteral parts
                && parts.isInteger()
                && parts.bigDecimalValue() != null
                && parts.bigDecimalValue().signum() > 0
                && parts.bigDecimalValue().compareTo(MAX_PARTS) <= 0;
        if (!known) {
            throw new Refusal(
                    ErrorCode.WINDOW,
                    Positions.of(call.getParserPosition()),
                    "NTILE takes a constant whole number from 1 to " + MAX_PARTS
                            + ": into how many parts rows are divided.",
                    "Write it as in NTILE(4) OVER (ORDER BY x).");
        }
    }

    private static SqlNode choice(SqlNode condition, SqlNode then, SqlNode otherwise, SqlParserPos place) {
        return new SqlCase(place, null, SqlNodeList.of(condition), SqlNodeList.of(then), otherwise);
    }

    private static void arity(SqlCall call, int arguments, String usage) {
        if (call.operandCount() != arguments || call.getFunctionQuantifier() != null) {
            throw usage(call, usage);
        }
    }

    private static Refusal usage(SqlCall call, String usage) {
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                Positions.of(call.getParserPosition()),
                "The function " + call.getOperator().getName().toUpperCase(Locale.ROOT) + " is not used like this.",
                "Write it as in " + usage + ".");
    }
}
