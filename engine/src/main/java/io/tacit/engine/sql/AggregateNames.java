package io.tacit.engine.sql;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which aggregate each name means, in each spelling. */
final class AggregateNames {
    static final Map<String, AggregateFunction> PLAIN = Map.ofEntries(
            Map.entry("COUNT", AggregateFunction.COUNT),
            Map.entry("SUM", AggregateFunction.SUM),
            Map.entry("AVG", AggregateFunction.AVG),
            Map.entry("VAR_POP", AggregateFunction.VAR_POP),
            Map.entry("VAR_SAMP", AggregateFunction.VAR_SAMP),
            Map.entry("VARIANCE", AggregateFunction.VAR_SAMP),
            Map.entry("STDDEV_POP", AggregateFunction.STDDEV_POP),
            Map.entry("STDDEV_SAMP", AggregateFunction.STDDEV_SAMP),
            Map.entry("STDDEV", AggregateFunction.STDDEV_SAMP),
            Map.entry("VAR", AggregateFunction.VAR_SAMP),
            Map.entry("VARP", AggregateFunction.VAR_POP),
            Map.entry("STDEV", AggregateFunction.STDDEV_SAMP),
            Map.entry("STDEVP", AggregateFunction.STDDEV_POP),
            Map.entry("MIN", AggregateFunction.MIN),
            Map.entry("MAX", AggregateFunction.MAX),
            Map.entry("MEDIAN", AggregateFunction.QUANTILE),
            Map.entry("PERCENTILE_CONT", AggregateFunction.QUANTILE),
            Map.entry("QUANTILE_CONT", AggregateFunction.QUANTILE));

    /** GoogleSQL's: there ANON_VAR and ANON_STDDEV are those of the population. */
    static final Map<String, AggregateFunction> ANONYMIZED = Map.ofEntries(
            Map.entry("ANON_COUNT", AggregateFunction.COUNT),
            Map.entry("ANON_SUM", AggregateFunction.SUM),
            Map.entry("ANON_AVG", AggregateFunction.AVG),
            Map.entry("ANON_VAR", AggregateFunction.VAR_POP),
            Map.entry("ANON_VAR_POP", AggregateFunction.VAR_POP),
            Map.entry("ANON_STDDEV", AggregateFunction.STDDEV_POP),
            Map.entry("ANON_STDDEV_POP", AggregateFunction.STDDEV_POP),
            Map.entry("ANON_MIN", AggregateFunction.MIN),
            Map.entry("ANON_MAX", AggregateFunction.MAX),
            Map.entry("ANON_MEDIAN", AggregateFunction.QUANTILE),
            Map.entry("ANON_NTILE", AggregateFunction.QUANTILE),
            Map.entry("ANON_PERCENTILE_CONT", AggregateFunction.QUANTILE));

    static final String APPROX_COUNT_DISTINCT = "APPROX_COUNT_DISTINCT";

    private AggregateNames() {}

    /** The names of all aggregates that are read with parameters, or always. */
    static List<String> all() {
        Set<String> names = new TreeSet<>(PLAIN.keySet());
        names.addAll(ANONYMIZED.keySet());
        names.addAll(QuantileSyntax.ARRAYS);
        names.add(APPROX_COUNT_DISTINCT);
        return List.copyOf(names);
    }
}
