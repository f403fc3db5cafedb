package io.tacit.engine.rewrite;

import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import java.util.Optional;

/**
 * What one release may spend and how much one person may contribute: public constants, fixed before data is read.
 *
 * @param epsilon of the whole release
 * @param delta of the whole release; charged only where it is used
 * @param maxGroups how many groups one person may be in, C_u, at least 1; where it is found, the number that is assumed
 *     until then
 * @param groups how people are counted by the number of their groups, or of their rows where each counts for itself; empty
 *     where that is not measured
 * @param countsRows whether each of a person's rows counts for itself, like a person of its own: {@code maxGroups} is then
 *     the number of rows that count in all groups together
 * @param minPeople groups of fewer people never appear, at least 1
 * @param noise the law that the query asks for; empty for whichever is best
 * @param selection the way of selecting groups that the query asks for; empty for whichever is best
 * @param selectionEpsilon the selection's part, where the query gives one
 * @param leftovers the label of one more row for all that is in no group that appears
 * @param confidence of the intervals, in (0, 1)
 */
public record ReleaseParameters(
        Epsilon epsilon,
        Delta delta,
        long maxGroups,
        Optional<GroupsPerPerson> groups,
        boolean countsRows,
        long minPeople,
        Optional<NoiseKind> noise,
        Optional<SelectionKind> selection,
        Optional<Epsilon> selectionEpsilon,
        Optional<String> leftovers,
        double confidence) {
    /** Whether C_u is found privately. */
    public boolean findsMaxGroups() {
        return groups.filter(GroupsPerPerson::finds).isPresent();
    }

    /** The same parameters with another budget. */
    ReleaseParameters withEpsilon(Epsilon other) {
        return new ReleaseParameters(
                other,
                delta,
                maxGroups,
                groups,
                countsRows,
                minPeople,
                noise,
                selection,
                selectionEpsilon,
                leftovers,
                confidence);
    }

    /** The parameters of the one row of leftovers, that is of all rows in no group that appears. */
    ReleaseParameters ofLeftovers(Epsilon part) {
        return new ReleaseParameters(
                part,
                delta,
                1,
                Optional.empty(),
                false,
                1,
                Optional.of(NoiseKind.LAPLACE),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                confidence);
    }
}
