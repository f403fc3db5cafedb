package io.tacit.engine.sql;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.rel.core.AggregateCall;

/**
 * The aggregates that have a private form. What the language knows of one is its {@link AggregateSpecification}: names,
 * arguments, result, bounds, and what plain SQL calls it; how it is measured follows from its {@link Form}.
 */
public enum AggregateFunction {
    COUNT,
    SUM,
    AVG,
    VAR_POP,
    VAR_SAMP,
    STDDEV_POP,
    STDDEV_SAMP,
    COVAR_POP,
    COVAR_SAMP,
    CORR,
    REGR_SLOPE,
    REGR_INTERCEPT,
    MIN,
    MAX,
    /** One quantile, MEDIAN among them. */
    QUANTILE,
    /** The most frequent value. */
    MODE;

    /** How an aggregate is measured: which states it asks for, and what is computed from them. */
    public enum Form {
        /** A number of rows: one state, and an exact interval. */
        COUNT,
        /** A sum: one state, and an exact interval. */
        SUM,
        /** A mean: a weight and a centred sum. */
        MEAN,
        /** How far values spread: a weight, a centred sum and squares. */
        SPREAD,
        /** How two columns go together: a weight, the centred sums of both, their products, and perhaps squares. */
        PAIR,
        /** Drawn from all values rather than computed from sums. */
        QUANTILE,
        /** Chosen among values that are known beforehand. */
        MOST_FREQUENT
    }

    /** How it is measured. */
    public Form form() {
        return specification().form();
    }

    /** Whether the aggregate is a quantile: drawn from all values rather than computed from sums. */
    public boolean isQuantile() {
        return form() == Form.QUANTILE;
    }

    /** Whether the aggregate is a most frequent value, which has no interval. */
    public boolean isMostFrequent() {
        return form() == Form.MOST_FREQUENT;
    }

    /** Whether the aggregate draws a value, so that it has no noise that could be drawn again. */
    public boolean isDrawn() {
        return isQuantile() || isMostFrequent();
    }

    /** Whether the aggregate is one noisy state without further computation, so that its interval is exact. */
    public boolean isAdditive() {
        return form() == Form.COUNT || form() == Form.SUM;
    }

    /** Whether bounds in the query always limit one row's value. */
    boolean bindsRows() {
        return switch (form()) {
            case SPREAD, PAIR, QUANTILE, MOST_FREQUENT -> true;
            case COUNT, SUM, MEAN -> false;
        };
    }

    AggregateSpecification specification() {
        return AggregateSpecification.of(this);
    }

    /**
     * The names of all aggregates as a phrase, as people write them.
     *
     * @param last the word before the last one, "and" or "or"
     */
    public static String list(String last) {
        return sentence(Stream.of(values()).flatMap(one -> one.specification().listed().stream()), last);
    }

    /** The names of all aggregates in the paper's spelling, as a phrase. */
    static String listAnonymized(String last) {
        return sentence(
                Stream.of(values())
                        .flatMap(
                                one -> one.specification().anonymized().stream().limit(one == QUANTILE ? 2 : 1)),
                last);
    }

    private static String sentence(Stream<String> all, String last) {
        List<String> names = new ArrayList<>(new LinkedHashSet<>(all.toList()));
        String end = names.remove(names.size() - 1);
        return String.join(", ", names) + " " + last + " " + end;
    }

    /**
     * The aggregate that a call stands for, whether it was written with parameters or without; empty for one that has
     * no private form yet. DISTINCT and FILTER are on the call.
     */
    public static Optional<AggregateFunction> of(AggregateCall call) {
        if (call.getAggregation() instanceof PrivateAggregate own) {
            return Optional.of(own.function());
        }
        if (call.getAggregation() instanceof NumericAggregates.Plain plain) {
            return Optional.of(plain.function());
        }
        if (call.getAggregation() instanceof TruthAggregate) {
            return Optional.empty();
        }
        String kind = call.getAggregation().getKind().name();
        return Optional.ofNullable(AggregateNames.PLAIN.get(kind)).filter(found -> found != QUANTILE);
    }
}
