package io.tacit.engine.release;

import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.TotalLimits;
import io.tacit.privacy.mechanism.GroupCounts;
import io.tacit.privacy.mechanism.PeopleByAmount;
import java.math.BigInteger;
import java.util.Optional;

/**
 * What people have in one group, of those who are in many and of those who are in few: as if whoever is in more groups also
 * had more in each. Where nobody counted what people have, it is taken to grow with the number of their groups.
 */
final class PairWeights implements Computation.Visitor<Optional<PairWeight>> {
    private static final PairWeight ONE = new PairWeight((from, to, groups) -> 1, false);

    private final ResolvedLimits limits;
    private final boolean rows;

    /**
     * Of a release.
     *
     * @param limits as they were found
     * @param rows whether each row of a person counts for itself, so that all weigh the same
     */
    PairWeights(ResolvedLimits limits, boolean rows) {
        this.limits = limits;
        this.rows = rows;
    }

    @Override
    public Optional<PairWeight> total(Computation.Total total) {
        return total.state()
                .accept(new TotalLimits())
                .map(own -> of(own, total.unit().size().toDoubleNearest()))
                .orElse(Optional.of(ONE));
    }

    @Override
    public Optional<PairWeight> people(Computation.People people) {
        return Optional.of(ONE);
    }

    @Override
    public Optional<PairWeight> sumOfRows(Computation.SumOfRows sum) {
        double unit = sum.centred().summed().unit().size().toDoubleNearest();
        return limits.of(sum.centred().limits())
                .flatMap(values -> of(
                        new ContributionLimits.OfRows(
                                values.low(), values.high(), sum.centred().rows()),
                        unit));
    }

    private Optional<PairWeight> of(ContributionLimits own, double unit) {
        return limits.of(own).map(found -> {
            boolean cancels = found.low().signum() < 0 && found.high().signum() > 0 && seenOnBothSides(own);
            GroupCounts.Weight each = rows && !cancels ? (from, to, groups) -> 1 : weight(own, found);
            return new PairWeight((from, to, groups) -> unit * each.of(from, to, groups), cancels);
        });
    }

    private boolean seenOnBothSides(ContributionLimits own) {
        return own.match(
                given -> true,
                inferred -> Optional.ofNullable(limits.amounts().get(inferred))
                        .map(PeopleByAmount::hasBothSigns)
                        .orElse(true),
                sum -> true);
    }

    /**
     * In a group a person has between what is usual and the most that the person has in any: halfway, of those who have more
     * than usual.
     */
    private static GroupCounts.Weight halfway(PeopleByAmount amounts, double most) {
        double usual = amounts.among(0.25, 0.75, most);
        return (from, to, groups) -> {
            double own = amounts.among(from, to, most);
            return own > usual ? (own + usual) / 2 : own;
        };
    }

    private GroupCounts.Weight weight(ContributionLimits own, ContributionLimits.Given found) {
        double most =
                found.low().abs().max(found.high().abs()).max(BigInteger.ONE).doubleValue();
        return own.match(
                given -> (from, to, groups) -> Math.min(most, groups),
                inferred -> {
                    PeopleByAmount amounts = limits.amounts().get(inferred);
                    return amounts == null ? (from, to, groups) -> Math.min(most, groups) : halfway(amounts, most);
                },
                sum -> limits.of(sum.rows())
                        .map(rows -> scaled(weight(sum.rows(), rows), sum))
                        .orElse((from, to, groups) -> 1));
    }

    /** Rows that all have the largest value that there may be. */
    private static GroupCounts.Weight scaled(GroupCounts.Weight ofRows, ContributionLimits.OfRows sum) {
        double largest =
                sum.low().abs().max(sum.high().abs()).max(BigInteger.ONE).doubleValue();
        return (from, to, groups) -> largest * ofRows.of(from, to, groups);
    }

    @Override
    public Optional<PairWeight> mean(Computation.Mean mean) {
        return Optional.empty();
    }

    @Override
    public Optional<PairWeight> spread(Computation.Spread spread) {
        return Optional.empty();
    }

    @Override
    public Optional<PairWeight> pair(Computation.Pair pair) {
        return Optional.empty();
    }

    @Override
    public Optional<PairWeight> quantile(Computation.Quantile quantile) {
        return Optional.empty();
    }

    @Override
    public Optional<PairWeight> mostFrequent(Computation.MostFrequent mode) {
        return Optional.empty();
    }
}
