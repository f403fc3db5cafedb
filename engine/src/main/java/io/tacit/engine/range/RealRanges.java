package io.tacit.engine.range;

import io.tacit.engine.sql.ResultRange;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.apache.calcite.rex.RexCall;

/** Functions of DOUBLE values. Outside of what they are defined for they give NULL. SQRT is a power here. */
final class RealRanges {
    private static final BigDecimal LEAST_POSITIVE = new BigDecimal(Double.MIN_VALUE);

    private RealRanges() {}

    /** A range that is the same for all arguments. */
    static ValueRange between(ResultRange.Between range) {
        return range.exact()
                ? ValueRange.of(new BigDecimal(range.low()), new BigDecimal(range.high()))
                : ValueRange.of(below(range.low()), below(-range.high()).map(BigDecimal::negate));
    }

    /** What a function makes of the range of its only argument. */
    static ValueRange rising(ResultRange.Rising range, ExpressionRange operands, RexCall call) {
        if (call.getOperands().size() != 1) {
            return ValueRange.UNKNOWN;
        }
        ValueRange argument = operands.real(call, 0);
        ValueRange values = rising(range.ofPositive() ? positive(argument) : argument, range.function());
        return range.notNegative() ? notNegative(values) : values;
    }

    private static ValueRange notNegative(ValueRange values) {
        return values.intersection(ValueRange.atLeast(BigDecimal.ZERO));
    }

    private static ValueRange positive(ValueRange values) {
        return values.intersection(ValueRange.atLeast(LEAST_POSITIVE));
    }

    /**
     * The range of a function that never falls; its values may be wrong in the last places, except for small whole
     * numbers.
     */
    private static ValueRange rising(ValueRange values, DoubleUnaryOperator function) {
        return values.rising(
                end -> below(function.applyAsDouble(end.doubleValue())),
                end -> below(-function.applyAsDouble(end.doubleValue())).map(BigDecimal::negate));
    }

    /** A number below a computed value; 0 and 1 are computed exactly by every library. */
    private static Optional<BigDecimal> below(double value) {
        boolean exact = value == 0 || Math.abs(value) == 1;
        return exact ? Optional.of(new BigDecimal(value)) : NeighbouringDoubles.slackBelow(value);
    }

    /**
     * The range of a power with a constant exponent: a whole one of any base, another one of a base that is not
     * negative.
     */
    static ValueRange power(ExpressionRange operands, RexCall call) {
        ValueRange base = operands.real(call, 0);
        ValueRange exponent = operands.real(call, 1);
        if (base.never() || exponent.never()) {
            return ValueRange.NEVER;
        }
        if (!exponent.isBounded() || exponent.least().compareTo(exponent.largest()) != 0) {
            return ValueRange.UNKNOWN;
        }
        double n = exponent.least().doubleValue();
        if (n < 0) {
            return ValueRange.UNKNOWN;
        }
        DoubleUnaryOperator raised = x -> Math.pow(x, n);
        boolean whole = n == Math.rint(n);
        if (whole && n % 2 != 0) {
            return rising(base, raised);
        }
        if (!whole) {
            // A negative base has no such power, except that of -Infinity is Infinity.
            return base.low().isPresent() ? rising(notNegative(base), raised) : ValueRange.atLeast(BigDecimal.ZERO);
        }
        ValueRange positive = notNegative(base);
        ValueRange negative = notNegative(base.negated());
        return rising(positive, raised).union(rising(negative, raised));
    }
}
