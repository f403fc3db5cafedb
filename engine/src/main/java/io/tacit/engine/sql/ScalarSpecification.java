package io.tacit.engine.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlOperator;

/**
 * All that the language knows of one scalar function: operators, other names, how long a text it makes, the range of
 * its values, whether it may overflow, and its line in {@code docs/reference/functions.md}. Arguments and type of the
 * result are those of its operators.
 *
 * @param operators by which a query calls it, the usual one first; all of one meaning
 * @param planned by which only the planner calls it
 * @param aliases further names of the first operator
 * @param length how long a text it makes
 * @param range what is known of the range of its values
 * @param overflow what it does that may overflow
 * @param usage how it is written; nothing for what a query cannot write
 * @param meaning what it gives, where the name does not say it; perhaps nothing
 */
public record ScalarSpecification(
        List<SqlOperator> operators,
        List<SqlOperator> planned,
        List<String> aliases,
        TextLength length,
        ResultRange range,
        OverflowRule overflow,
        List<String> usage,
        String meaning) {
    /** @throws IllegalArgumentException without an operator */
    public ScalarSpecification {
        if (operators.isEmpty()) {
            throw new IllegalArgumentException("A scalar function has an operator.");
        }
        operators = List.copyOf(operators);
        planned = List.copyOf(planned);
        aliases = List.copyOf(aliases);
        usage = List.copyOf(usage);
    }

    /**
     * The specification of a function that returns no text, has no known range, and never overflows.
     *
     * @param usage each way to write it behind the other, with a blank and a semicolon between
     */
    static ScalarSpecification specified(SqlOperator operator, String usage, String meaning) {
        List<String> ways = usage.isEmpty() ? List.of() : List.of(usage.split("; ", -1));
        return new ScalarSpecification(
                List.of(operator),
                List.of(),
                List.of(),
                TextLength.NONE,
                ResultRange.unknown(),
                OverflowRule.NEVER,
                ways,
                meaning);
    }

    /** The specification with another operator of the same meaning, which a query may use. */
    ScalarSpecification or(SqlOperator operator) {
        return new ScalarSpecification(
                plus(operators, operator), planned, aliases, length, range, overflow, usage, meaning);
    }

    /** The specification with another operator of the same meaning, which the planner makes. */
    ScalarSpecification planned(SqlOperator operator) {
        return new ScalarSpecification(
                operators, plus(planned, operator), aliases, length, range, overflow, usage, meaning);
    }

    ScalarSpecification alias(String name) {
        return new ScalarSpecification(
                operators, planned, plus(aliases, name), length, range, overflow, usage, meaning);
    }

    ScalarSpecification length(TextLength most) {
        return new ScalarSpecification(operators, planned, aliases, most, range, overflow, usage, meaning);
    }

    ScalarSpecification range(ResultRange values) {
        return new ScalarSpecification(operators, planned, aliases, length, values, overflow, usage, meaning);
    }

    ScalarSpecification overflow(OverflowRule rule) {
        return new ScalarSpecification(operators, planned, aliases, length, range, rule, usage, meaning);
    }

    ScalarSpecification range(ResultRange.Rule rule) {
        return range(ResultRange.by(rule));
    }

    private static <T> List<T> plus(List<T> list, T more) {
        List<T> all = new ArrayList<>(list);
        all.add(more);
        return all;
    }
}
