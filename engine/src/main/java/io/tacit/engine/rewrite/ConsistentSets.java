package io.tacit.engine.rewrite;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Whether the rows of GROUPING SETS, ROLLUP and CUBE can be made consistent, so that totals are the sum of their parts
 * ({@code ConsistentTotals.md} in the privacy library). Public, as nothing in it depends on data but C_u, which is
 * released.
 */
public enum ConsistentSets {
    /** There are no grouping sets. */
    NO_SETS,
    /** The query does not want it. */
    NOT_WANTED,
    /** Groups are selected: a total also holds people of groups that do not appear. */
    SELECTED,
    /** One person can be in several groups of one set: limits may cut a total and its parts differently. */
    SEVERAL_GROUPS,
    /** The limit of groups may drop a person from some sets and not from others. */
    LIMITED,
    /** Each person is in exactly one group of each set, with the same rows. */
    CONSISTENT;

    /** The places among a release's keys of each set's own; the last key is the number of the set. */
    public static List<BitSet> keys(ReleasePlan plan) {
        return plan.aggregation().sets().stream().map(ImmutableBitSet::toBitSet).toList();
    }

    /**
     * Of a release under a limit of groups.
     *
     * @param maxGroups C_u
     */
    public static ConsistentSets of(ReleasePlan plan, long maxGroups) {
        int sets = plan.aggregation().sets().size();
        if (sets < 2) {
            return NO_SETS;
        }
        if (!plan.aggregation().clause().options().consistentTotals().orElse(true)) {
            return NOT_WANTED;
        }
        if (plan.selectsGroups()) {
            return SELECTED;
        }
        // Every row is in one group of each set, so that a person is in at least one of each.
        OptionalLong groups = plan.structure().groups();
        if (groups.isEmpty() || groups.getAsLong() > sets) {
            return SEVERAL_GROUPS;
        }
        return maxGroups < groups.getAsLong() ? LIMITED : CONSISTENT;
    }
}
