package io.tacit.engine.rewrite;

import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one release may spend and how much one person may contribute: public constants, fixed before data is read.
 *
 * @param epsilon of the whole release
 * @param delta of the whole release; charged only where it is used
 * @param maxGroups how many groups one person may be in, C_u, at least 1; where it is found, the number that is assumed
 *     until then
 * @param groups how people are counted by the number of their groups; empty where that is not measured
 * @param maxRows how many rows of one person count in all groups together, where the query says so: each of them then
 *     counts like a person of its own, and {@code maxGroups} is the same number
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
        OptionalLong maxRows,
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

    /** Whether each of a person's rows counts for itself, within a limit of them all. */
    public boolean countsRows() {
        return maxRows.isPresent();
    }

    /** The same parameters with another budget. */
    ReleaseParameters withEpsilon(Epsilon other) {
        return new ReleaseParameters(
                other,
                delta,
                maxGroups,
                groups,
                maxRows,
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
                OptionalLong.empty(),
                1,
                Optional.of(NoiseKind.LAPLACE),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                confidence);
    }
}
