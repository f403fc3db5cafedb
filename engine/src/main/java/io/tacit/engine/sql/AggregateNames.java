package io.tacit.engine.sql;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Which aggregate each name means, in each spelling: read from the {@link AggregateSpecification}s. */
final class AggregateNames {
    static final Map<String, AggregateFunction> PLAIN = named(AggregateSpecification::names);

    /** The names in GoogleSQL's spelling, where ANON_VAR and ANON_STDDEV are those of the population. */
    static final Map<String, AggregateFunction> ANONYMIZED = named(AggregateSpecification::anonymized);

    static final String APPROX_COUNT_DISTINCT = "APPROX_COUNT_DISTINCT";

    private AggregateNames() {}

    private static Map<String, AggregateFunction> named(Function<AggregateSpecification, List<String>> spelling) {
        Map<String, AggregateFunction> named = new HashMap<>();
        for (AggregateFunction function : AggregateFunction.values()) {
            for (String name : spelling.apply(function.specification())) {
                if (named.put(name, function) != null) {
                    throw new IllegalStateException("two aggregates are called " + name);
                }
            }
        }
        return Map.copyOf(named);
    }

    /** The names of all aggregates with a private form. */
    static List<String> all() {
        Set<String> names = new TreeSet<>(PLAIN.keySet());
        names.addAll(ANONYMIZED.keySet());
        names.addAll(QuantileSyntax.ARRAYS);
        names.add(APPROX_COUNT_DISTINCT);
        return List.copyOf(names);
    }
}
