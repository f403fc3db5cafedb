package io.tacit.engine.rewrite;

import io.tacit.engine.sql.AggregateFunction;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;

/** How an aggregate reads in a report. */
final class AggregateText {
    private static final Rational HALF = Rational.of(new BigDecimal("0.5"));

    private AggregateText() {}

    /** @param fraction the rank of a quantile */
    static String of(RelNode input, AggregateCall call, AggregateFunction function, Optional<Rational> fraction) {
        String argument = call.getArgList().isEmpty()
                ? "*"
                : call.getArgList().stream()
                        // The place of a declared value is no argument that people wrote.
                        .limit(function == AggregateFunction.MODE ? 1 : Long.MAX_VALUE)
                        .map(new ExpressionText(input)::of)
                        .collect(Collectors.joining(", "));
        boolean quantile = function == AggregateFunction.QUANTILE && fraction.isPresent();
        boolean median = quantile && fraction.filter(HALF::equals).isPresent();
        String name = median ? "MEDIAN" : quantile ? "PERCENTILE_CONT" : function.name();
        String rank = quantile && !median
                ? ", "
                        + BigDecimal.valueOf(fraction.get().toDoubleNearest())
                                .stripTrailingZeros()
                                .toPlainString()
                : "";
        return name + "(" + (call.isDistinct() ? "DISTINCT " : "") + argument + rank + ")"
                + (call.filterArg < 0 ? "" : " FILTER (…)");
    }
}
