package io.tacit.engine.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.calcite.sql.SqlOperator;

/** All scalar functions, and which of them an operator calls. What has no function here cannot be used. */
public final class ScalarFunctions {
    private static final Map<String, List<ScalarFunction>> TOPICS = topics();
    private static final List<ScalarFunction> ALL =
            TOPICS.values().stream().flatMap(List::stream).toList();
    private static final Map<SqlOperator, ScalarFunction> BY_OPERATOR = byOperator(function -> function);

    private ScalarFunctions() {}

    private static Map<String, List<ScalarFunction>> topics() {
        Map<String, List<ScalarFunction>> topics = new LinkedHashMap<>();
        add(topics, "Comparing", ComparisonFunction.values());
        add(topics, "Logic", LogicFunction.values());
        add(topics, "Choosing and converting", ChoiceFunction.values());
        add(topics, "Arithmetic", ArithmeticFunction.values());
        add(topics, "Roots, logarithms, angles", RealFunction.values());
        add(topics, "Whole numbers", WholeFunction.values());
        add(topics, "Texts", TextFunction.values());
        add(topics, "Patterns", PatternFunction.values());
        add(topics, "JSON in texts", JsonFunction.values());
        add(topics, "Dates", DateFunction.values());
        add(topics, "Arrays", ArrayFunction.values());
        add(topics, "Released values", ReleasedFunction.values());
        return topics;
    }

    private static void add(Map<String, List<ScalarFunction>> topics, String title, ScalarFunction[] functions) {
        topics.put(title, Arrays.asList(functions));
    }

    /** The functions of each topic, by its title, in the order of the reference. */
    static Map<String, List<ScalarFunction>> byTopic() {
        return TOPICS;
    }

    /** Each of them. */
    public static List<ScalarFunction> all() {
        return ALL;
    }

    /** The function that an operator calls; nothing for aggregates and what holds a query together. */
    public static Optional<ScalarFunction> of(SqlOperator operator) {
        return Optional.ofNullable(BY_OPERATOR.get(operator));
    }

    /**
     * A value for each operator by which a function is called, in a query or by the planner.
     *
     * @throws IllegalStateException if two functions are called by one operator
     */
    public static <V> Map<SqlOperator, V> byOperator(Function<ScalarFunction, V> value) {
        Map<SqlOperator, V> all = new HashMap<>();
        for (ScalarFunction function : ALL) {
            V one = value.apply(function);
            for (SqlOperator operator : operators(function)) {
                if (all.put(operator, one) != null) {
                    throw new IllegalStateException(operator.getName() + " calls two functions");
                }
            }
        }
        return Map.copyOf(all);
    }

    private static List<SqlOperator> operators(ScalarFunction function) {
        List<SqlOperator> all = new ArrayList<>(function.specification().operators());
        all.addAll(function.specification().planned());
        return all;
    }
}
