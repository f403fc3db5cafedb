package io.tacit.engine.range;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.apache.calcite.rex.RexCall;

/** Functions of DOUBLE values. Outside of what they are defined for they give NULL. SQRT is a power here. */
final class RealRanges {
    private static final BigDecimal LEAST_POSITIVE = new BigDecimal(Double.MIN_VALUE);

    private RealRanges() {}

    static void register(Map<String, ExpressionRange.Rule> rules) {
        rules.put("EXP", (operands, call) -> notNegative(rising(operands.real(call, 0), Math::exp)));
        rules.put("LN", (operands, call) -> rising(positive(operands.real(call, 0)), Math::log));
        rules.put("LOG10", (operands, call) -> rising(positive(operands.real(call, 0)), Math::log10));
        rules.put("POWER", RealRanges::power);
        rules.put("POW", RealRanges::power);
        rules.put("LOG2", (operands, call) -> rising(positive(operands.real(call, 0)), x -> Math.log(x) / Math.log(2)));
        rules.put(
                "LOG",
                (operands, call) -> call.getOperands().size() == 1
                        ? rising(positive(operands.real(call, 0)), Math::log10)
                        : ValueRange.UNKNOWN);
        rules.put("CBRT", (operands, call) -> rising(operands.real(call, 0), Math::cbrt));
        rules.put("DEGREES", (operands, call) -> rising(operands.real(call, 0), Math::toDegrees));
        rules.put("RADIANS", (operands, call) -> rising(operands.real(call, 0), Math::toRadians));
        for (String wave : List.of("SIN", "COS", "TANH")) {
            rules.put(wave, (operands, call) -> ValueRange.of(-1, 1));
        }
        rules.put("ASIN", (operands, call) -> around(Math.PI / 2));
        rules.put("ATAN", (operands, call) -> around(Math.PI / 2));
        rules.put("ATAN2", (operands, call) -> around(Math.PI));
        rules.put("ACOS", (operands, call) -> notNegative(around(Math.PI)));
        rules.put("PI", (operands, call) -> ValueRange.of(new BigDecimal(Math.PI), new BigDecimal(Math.PI)));
    }

    /** From minus an angle to the angle. */
    private static ValueRange around(double angle) {
        Optional<BigDecimal> end = NeighbouringDoubles.slackAbove(angle);
        return ValueRange.of(end.map(BigDecimal::negate), end);
    }

    private static ValueRange notNegative(ValueRange values) {
        return values.intersection(ValueRange.atLeast(BigDecimal.ZERO));
    }

    private static ValueRange positive(ValueRange values) {
        return values.intersection(ValueRange.atLeast(LEAST_POSITIVE));
    }

    /** A function that never falls, computed with some error in the last places wherever its value is not a small number. */
    private static ValueRange rising(ValueRange values, DoubleUnaryOperator function) {
        return values.rising(
                end -> below(function.applyAsDouble(end.doubleValue())),
                end -> below(-function.applyAsDouble(end.doubleValue())).map(BigDecimal::negate));
    }

    /** 0 and 1 are computed exactly by every library. */
    private static Optional<BigDecimal> below(double value) {
        boolean exact = value == 0 || Math.abs(value) == 1;
        return exact ? Optional.of(new BigDecimal(value)) : NeighbouringDoubles.slackBelow(value);
    }

    /** Constant exponents: whole ones of any base, others of bases that are not negative. */
    private static ValueRange power(ExpressionRange operands, RexCall call) {
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
