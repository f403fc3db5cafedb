package io.tacit.engine.sql;

import java.util.Optional;
import org.apache.calcite.rel.core.AggregateCall;

/** The aggregates that have a private form. */
public enum AggregateFunction {
    COUNT,
    SUM,
    AVG,
    VAR_POP,
    VAR_SAMP,
    STDDEV_POP,
    STDDEV_SAMP,
    MIN,
    MAX,
    /** One quantile, MEDIAN among them. */
    QUANTILE;

    /** Whether it is drawn from all values rather than computed from sums: its bounds are those of a row. */
    public boolean isQuantile() {
        return this == MIN || this == MAX || this == QUANTILE;
    }

    /** Whether it measures how far values spread: its bounds are those of a row. */
    public boolean isSpread() {
        return this == VAR_POP || this == VAR_SAMP || this == STDDEV_POP || this == STDDEV_SAMP;
    }

    /**
     * The aggregate that a call stands for, whether it was written with parameters or without; empty for one that has
     * no private form yet. DISTINCT and FILTER are on the call.
     */
    public static Optional<AggregateFunction> of(AggregateCall call) {
        if (call.getAggregation() instanceof PrivateAggregate own) {
            return Optional.of(own.function());
        }
        if (call.getAggregation() instanceof TruthAggregate) {
            return Optional.empty();
        }
        return switch (call.getAggregation().getKind()) {
            case COUNT -> Optional.of(COUNT);
            case SUM -> Optional.of(SUM);
            case AVG -> Optional.of(AVG);
            case VAR_POP -> Optional.of(VAR_POP);
            case VAR_SAMP -> Optional.of(VAR_SAMP);
            case STDDEV_POP -> Optional.of(STDDEV_POP);
            case STDDEV_SAMP -> Optional.of(STDDEV_SAMP);
            case MIN -> Optional.of(MIN);
            case MAX -> Optional.of(MAX);
            default -> Optional.empty();
        };
    }
}
