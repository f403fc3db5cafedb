package io.tacit.engine.rewrite;

import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.PrivateAggregate;
import io.tacit.privacy.number.Rational;
import org.apache.calcite.rel.core.AggregateCall;

/** Which quantiles a call asks for, as fractions of the people's weight. */
final class QuantileFractions {
    private QuantileFractions() {}

    /** The fraction of one quantile: 0 for MIN, 1 for MAX. */
    static Rational of(AggregateCall call, AggregateFunction function) {
        return switch (function) {
            case MIN -> Rational.ZERO;
            case MAX -> Rational.ONE;
            case QUANTILE ->
                Rational.of(
                        ((PrivateAggregate) call.getAggregation()).fraction().orElseThrow());
            case COUNT,
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
                    MODE -> throw new IllegalArgumentException("no quantile: " + function);
        };
    }
}
