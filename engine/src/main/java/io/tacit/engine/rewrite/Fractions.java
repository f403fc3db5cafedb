package io.tacit.engine.rewrite;

import io.tacit.engine.sql.AggregateFunction;
import io.tacit.engine.sql.PrivateAggregate;
import io.tacit.privacy.number.Rational;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;

/** Which quantiles a call asks for, as fractions of the people's weight. */
final class Fractions {
    private Fractions() {}

    /** One fraction, or for QUANTILES of n parts the n + 1 borders, least value and largest included. */
    static List<Rational> of(AggregateCall call, AggregateFunction function) {
        return switch (function) {
            case MIN -> List.of(Rational.ZERO);
            case MAX -> List.of(Rational.ONE);
            case QUANTILE ->
                List.of(Rational.of(
                        ((PrivateAggregate) call.getAggregation()).fraction().orElseThrow()));
            case QUANTILES ->
                borders(((PrivateAggregate) call.getAggregation()).parts().orElseThrow());
            case COUNT, SUM, AVG, VAR_POP, VAR_SAMP, STDDEV_POP, STDDEV_SAMP ->
                throw new IllegalArgumentException("no quantile: " + function);
        };
    }

    private static List<Rational> borders(int parts) {
        List<Rational> borders = new ArrayList<>();
        for (int i = 0; i <= parts; i++) {
            borders.add(Rational.of(i, parts));
        }
        return borders;
    }
}
