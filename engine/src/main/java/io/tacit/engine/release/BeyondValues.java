package io.tacit.engine.release;

import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.rewrite.ValueColumn;
import io.tacit.privacy.mechanism.Outside;
import java.math.BigInteger;
import java.util.Optional;

/**
 * By how much more a sum of rows' values could be without the bounds that were found for a value, in the column's own unit.
 * Computed from noisy histograms alone, which count people: what the shape of a tail has beyond is one value of each; those who
 * are far from all others may have as many rows as people have.
 *
 * @param excess what lies beyond the bounds, on either side
 * @param squares the squares of what lies beyond, all added
 */
record BeyondValues(CutOff excess, double squares) {
    private static final BeyondValues NOTHING = new BeyondValues(CutOff.NOTHING, 0);

    /** How many times as many rows as people have on average the far ones may have. */
    private static final double MORE_ROWS = 2;

    /** Of the rows that a centred sum adds up. */
    static BeyondValues of(StateRequest.Centred state, ResolvedLimits known) {
        return of(state.summed(), state.limits(), Optional.of(state.rows()), known);
    }

    /** Of the rows whose squares are added up. */
    static BeyondValues of(StateRequest.Squares state, ResolvedLimits known) {
        return of(state.summed(), state.limits(), Optional.of(state.rows()), known);
    }

    private static BeyondValues of(
            ValueColumn values, ContributionLimits limits, Optional<ContributionLimits> rows, ResolvedLimits known) {
        Optional<ResolvedLimits.Beyond> found = limits.match(
                given -> Optional.empty(),
                inferred -> Optional.ofNullable(known.beyond().get(inferred)),
                sum -> Optional.empty());
        double most = rows.map(limit -> mostRows(limit, known)).orElse(1.0);
        double unit = values.unit().size().toDoubleNearest();
        return found.map(beyond -> new BeyondValues(
                        new CutOff(excess(beyond.below(), most), excess(beyond.above(), most)).times(unit),
                        (squares(beyond.below(), most) + squares(beyond.above(), most)) * unit * unit))
                .orElse(NOTHING);
    }

    private static double excess(Outside side, double rows) {
        return Math.ceil(side.excess().high() + (rows - 1) * side.far().excess());
    }

    private static double squares(Outside side, double rows) {
        return side.squares().high() + (rows - 1) * side.far().squares();
    }

    private static double mostRows(ContributionLimits rows, ResolvedLimits known) {
        double most = known.of(rows)
                .map(ContributionLimits.Given::high)
                .map(BigInteger::doubleValue)
                .orElse(1.0);
        return rows.match(
                given -> most,
                inferred -> Optional.ofNullable(known.beyond().get(inferred))
                        .map(beyond -> Math.min(most, Math.max(1, MORE_ROWS * beyond.mass() / beyond.people())))
                        .orElse(most),
                sum -> most);
    }

    /** How much is beyond on both sides together, regardless of sign. */
    double reach() {
        return excess.below() + excess.above();
    }

    /**
     * How much larger a sum of squares could be.
     *
     * @param distance from which the squares are taken to the farther bound, at most
     */
    double ofSquares(double distance) {
        return squares + 2 * distance * reach();
    }

    /** The same where it is not known on which side of its middle a sum lies. */
    private static CutOff around(double most) {
        return new CutOff(most, most);
    }

    /**
     * What is beyond in a state that adds up rows' values, in its real unit; nothing in others, and in what could not be measured.
     *
     * @param known the limits that were found
     */
    record OfState(ResolvedLimits known) implements StateRequest.Visitor<CutOff> {
        @Override
        public CutOff users(StateRequest.Users users) {
            return CutOff.NOTHING;
        }

        @Override
        public CutOff without(StateRequest.Without without) {
            return CutOff.NOTHING;
        }

        @Override
        public CutOff count(StateRequest.Count count) {
            return CutOff.NOTHING;
        }

        @Override
        public CutOff sum(StateRequest.Sum sum) {
            return CutOff.NOTHING;
        }

        @Override
        public CutOff userMean(StateRequest.UserMean mean) {
            return mean.measured(known)
                    .map(found -> of(mean.summed(), mean.limits(), Optional.empty(), known).excess)
                    .orElse(CutOff.NOTHING);
        }

        @Override
        public CutOff centred(StateRequest.Centred centred) {
            return centred.measured(known)
                    .map(found -> of(centred, known).excess)
                    .orElse(CutOff.NOTHING);
        }

        @Override
        public CutOff squares(StateRequest.Squares squares) {
            return squares.measured(known)
                    .map(found -> new CutOff(
                            0, of(squares, known).ofSquares(found.halfRange().toDoubleNearest())))
                    .orElse(CutOff.NOTHING);
        }

        @Override
        public CutOff products(StateRequest.Products products) {
            BeyondValues first = of(products.first(), products.firstLimits(), Optional.of(products.rows()), known);
            BeyondValues second = of(products.second(), products.secondLimits(), Optional.of(products.rows()), known);
            return products.measured(known)
                    .map(found -> around(first.ofProducts(
                            found.halfRange(found.first()).toDoubleNearest(),
                            second,
                            found.halfRange(found.second()).toDoubleNearest())))
                    .orElse(CutOff.NOTHING);
        }

        @Override
        public CutOff distinct(StateRequest.Distinct distinct) {
            return CutOff.NOTHING;
        }
    }

    /** How much larger a sum of products with another column could be, regardless of sign. */
    double ofProducts(double half, BeyondValues other, double otherHalf) {
        return reach() * otherHalf + other.reach() * half + Math.sqrt(squares * other.squares);
    }
}
