package io.tacit.engine.sql;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All that the language knows of one aggregate. Names, arguments, result types, operators and the lists in messages are
 * made from these; a new aggregate of a known form is a new line here, and a test asks for its page and its script.
 *
 * @param form how it is measured, and with that what arguments and bounds it takes
 * @param names in plain SQL, the usual one first
 * @param anonymized in the paper's spelling, the usual one first
 * @param listed how a message lists it
 */
record AggregateSpecification(
        AggregateFunction.Form form, List<String> names, List<String> anonymized, List<String> listed) {
    private static final Map<AggregateFunction, AggregateSpecification> ALL = all();

    AggregateSpecification {
        names = List.copyOf(names);
        anonymized = List.copyOf(anonymized);
        listed = List.copyOf(listed);
    }

    static AggregateSpecification of(AggregateFunction function) {
        AggregateSpecification found = ALL.get(function);
        return found == null ? specify(function) : found;
    }

    private static Map<AggregateFunction, AggregateSpecification> all() {
        Map<AggregateFunction, AggregateSpecification> all = new EnumMap<>(AggregateFunction.class);
        Stream.of(AggregateFunction.values()).forEach(function -> all.put(function, specify(function)));
        return all;
    }

    private static AggregateSpecification specify(AggregateFunction function) {
        return switch (function) {
            case COUNT -> of(AggregateFunction.Form.COUNT, List.of("COUNT"), "ANON_COUNT");
            case SUM -> of(AggregateFunction.Form.SUM, List.of("SUM"), "ANON_SUM");
            case AVG -> of(AggregateFunction.Form.MEAN, List.of("AVG"), "ANON_AVG");
            // GoogleSQL's ANON_VAR and ANON_STDDEV are those of the population.
            case VAR_POP -> of(AggregateFunction.Form.SPREAD, List.of("VAR_POP", "VARP"), "ANON_VAR", "ANON_VAR_POP");
            case VAR_SAMP -> of(AggregateFunction.Form.SPREAD, List.of("VAR_SAMP", "VARIANCE", "VAR"));
            case STDDEV_POP ->
                of(AggregateFunction.Form.SPREAD, List.of("STDDEV_POP", "STDEVP"), "ANON_STDDEV", "ANON_STDDEV_POP");
            case STDDEV_SAMP -> of(AggregateFunction.Form.SPREAD, List.of("STDDEV_SAMP", "STDDEV", "STDEV"));
            case COVAR_POP -> of(AggregateFunction.Form.PAIR, List.of("COVAR_POP"));
            case COVAR_SAMP -> of(AggregateFunction.Form.PAIR, List.of("COVAR_SAMP"));
            case CORR -> of(AggregateFunction.Form.PAIR, List.of("CORR"));
            case REGR_SLOPE -> of(AggregateFunction.Form.PAIR, List.of("REGR_SLOPE"));
            case REGR_INTERCEPT -> of(AggregateFunction.Form.PAIR, List.of("REGR_INTERCEPT"));
            case MIN -> of(AggregateFunction.Form.QUANTILE, List.of("MIN"), "ANON_MIN");
            case MAX -> of(AggregateFunction.Form.QUANTILE, List.of("MAX"), "ANON_MAX");
            case QUANTILE ->
                new AggregateSpecification(
                        AggregateFunction.Form.QUANTILE,
                        List.of("MEDIAN", "PERCENTILE_CONT", "QUANTILE_CONT"),
                        List.of("ANON_MEDIAN", "ANON_NTILE", "ANON_PERCENTILE_CONT"),
                        List.of("MEDIAN", "PERCENTILE_CONT"));
            case MODE -> of(AggregateFunction.Form.MOST_FREQUENT, List.of("MODE"));
        };
    }

    private static AggregateSpecification of(AggregateFunction.Form form, List<String> names, String... anonymized) {
        return new AggregateSpecification(form, names, List.of(anonymized), names.subList(0, 1));
    }
}
