package io.tacit.engine.release;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.TailBounds;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Which aggregates have automatic bounds at an end of what these see: a larger value counts as that end, and how far it lies
 * beyond is not known; of values as small as the steps of a DOUBLE too little is left. Their intervals have no end. It follows from the bounds that were found, which may be shown.
 */
public final class OpenEnds {
    /** A DOUBLE saturates at 2^85 steps, in the last bin of the histogram; this is where that bin begins. */
    private static final BigInteger LAST_OF_STEPS = TailBounds.edge(169);

    /** A wide DECIMAL saturates at 10^25 units; this is where the bin that holds 10^25 begins. */
    private static final BigInteger LAST_OF_UNITS = BigInteger.ONE.shiftLeft(83);

    /** Below this many steps what each row loses by rounding adds up to as much as the noise. */
    private static final BigInteger FEW_STEPS = BigInteger.ONE.shiftLeft(10);

    private static final BigInteger NINE = BigInteger.valueOf(9);

    private static final OfState OF_STATE = new OfState();

    private OpenEnds() {}

    /** Whether values lie between the steps in which they are seen: those of a DOUBLE, and of a DECIMAL with more digits. */
    static boolean isRounded(ColumnType type, Rational step) {
        return switch (type.kind()) {
            case DOUBLE -> true;
            case DECIMAL -> step.compareTo(Rational.of(BigDecimal.ONE.movePointLeft(type.scale()))) > 0;
            default -> false;
        };
    }

    /** Values that are clamped, and to what. */
    private record Clamped(ValueColumn values, ContributionLimits limits) {
        Optional<BigInteger> farthest(ResolvedLimits known) {
            return limits.match(
                    given -> Optional.empty(),
                    inferred -> known.of(inferred).map(ContributionLimits.Given::farthest),
                    // Of rows whose bounds are known only the number is found: it ends where a sum is cut.
                    sum -> known.of(sum)
                            .map(ContributionLimits.Given::farthest)
                            .filter(far -> far.equals(ContributionLimits.OfRows.MOST)));
        }

        boolean isReal() {
            return values.type().kind() == ColumnType.Kind.DOUBLE;
        }

        boolean isTooLarge(ResolvedLimits known) {
            boolean wide = isReal() || values.type().kind() == ColumnType.Kind.DECIMAL;
            BigInteger last = isReal() ? LAST_OF_STEPS : LAST_OF_UNITS;
            return wide
                    && farthest(known).filter(far -> far.compareTo(last) > 0).isPresent();
        }

        boolean isTooSmall(ResolvedLimits known) {
            return isRounded(values.type(), values.unit().size())
                    && farthest(known)
                            .filter(far -> far.compareTo(FEW_STEPS) < 0)
                            .isPresent();
        }
    }

    /**
     * Whether an aggregate's interval has no end.
     *
     * @param known the limits that were found
     */
    public static boolean has(OutputRequest output, ResolvedLimits known) {
        return isTooLarge(output, known) || isTooSmall(output, known);
    }

    /** Whether values are so small that what each loses by being rounded to a step adds up: of sums and means, not of quantiles. */
    public static boolean isTooSmall(OutputRequest output, ResolvedLimits known) {
        return output.states().stream()
                .flatMap(state -> state.accept(OF_STATE).stream())
                .anyMatch(clamped -> clamped.isTooSmall(known));
    }

    private static boolean isTooLarge(OutputRequest output, ResolvedLimits known) {
        return output.computation()
                        .quantile()
                        .map(quantile -> new Clamped(
                                quantile.values().summed(), quantile.values().limits()))
                        .filter(clamped -> clamped.isTooLarge(known))
                        .isPresent()
                || output.states().stream()
                        .flatMap(state -> state.accept(OF_STATE).stream())
                        .anyMatch(clamped -> clamped.isTooLarge(known));
    }

    /**
     * At which ends the interval of a quantile is open: what lies beyond bounds that were found counts as the bound, and may be farther.
     *
     * @param fraction 0 of MIN and 1 of MAX, which reach as far as anybody does: always open, as one person's value is seen by nobody
     * @param limits of the values
     * @param known the limits that were found
     */
    static OfQuantile of(Rational fraction, ContributionLimits limits, ResolvedLimits known) {
        return new OfQuantile(fraction, limits.isInferred() ? known.of(limits) : Optional.empty());
    }

    /**
     * The ends of one quantile.
     *
     * @param fraction which
     * @param found the bounds that were found; empty where they are declared or in the query
     */
    record OfQuantile(Rational fraction, Optional<ContributionLimits.Given> found) {
        boolean low(QuantileTree.Interval drawn) {
            return found.filter(bounds -> fraction.signum() == 0 || isWide(bounds) && isEnd(bounds.low(), drawn.low()))
                    .isPresent();
        }

        boolean high(QuantileTree.Interval drawn) {
            return found.filter(bounds ->
                            fraction.equals(Rational.ONE) || isWide(bounds) && isEnd(bounds.high(), drawn.high()))
                    .isPresent();
        }

        /**
         * Whether an interval says nothing: that of a MAX begins at the lower bound, that of another quantile has nine tenths of all that there
         * can be.
         */
        boolean saysNothing(QuantileTree.Interval drawn) {
            return found.filter(bounds -> {
                        BigInteger range = bounds.high().subtract(bounds.low());
                        BigInteger wide = drawn.high().subtract(drawn.low());
                        boolean nothing = fraction.signum() == 0
                                ? drawn.high().compareTo(bounds.high()) >= 0
                                : fraction.equals(Rational.ONE)
                                        ? drawn.low().compareTo(bounds.low()) <= 0
                                        : wide.multiply(BigInteger.TEN).compareTo(range.multiply(NINE)) >= 0;
                        return nothing && isWide(bounds);
                    })
                    .isPresent();
        }

        /**
         * Whether there is more between the bounds than a unit or two. Where there is not, all people but a few have one value, and
         * an interval from bound to bound says which.
         */
        private static boolean isWide(ContributionLimits.Given bounds) {
            return bounds.high().subtract(bounds.low()).compareTo(BigInteger.TWO) > 0;
        }

        /** Whether an interval ends at a bound. Where this is 0 people on its other side would have been searched for. */
        private static boolean isEnd(BigInteger bound, BigInteger end) {
            return bound.signum() != 0 && bound.equals(end);
        }
    }

    /** The values that a state adds up. Squares and products have those of the centred rows beside them. */
    private static final class OfState implements StateRequest.Visitor<Optional<Clamped>> {
        @Override
        public Optional<Clamped> users(StateRequest.Users users) {
            return Optional.empty();
        }

        @Override
        public Optional<Clamped> without(StateRequest.Without without) {
            return Optional.empty();
        }

        @Override
        public Optional<Clamped> count(StateRequest.Count count) {
            return Optional.empty();
        }

        @Override
        public Optional<Clamped> sum(StateRequest.Sum sum) {
            return Optional.of(new Clamped(sum.summed(), sum.limits()));
        }

        @Override
        public Optional<Clamped> userMean(StateRequest.UserMean mean) {
            return Optional.of(new Clamped(mean.summed(), mean.limits()));
        }

        @Override
        public Optional<Clamped> centred(StateRequest.Centred centred) {
            return Optional.of(new Clamped(centred.summed(), centred.limits()));
        }

        @Override
        public Optional<Clamped> squares(StateRequest.Squares squares) {
            return Optional.empty();
        }

        @Override
        public Optional<Clamped> products(StateRequest.Products products) {
            return Optional.empty();
        }

        @Override
        public Optional<Clamped> distinct(StateRequest.Distinct distinct) {
            return Optional.empty();
        }
    }
}
