package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.rewrite.ConsistentSets;
import io.tacit.privacy.mechanism.ConsistentTotals;

/** Whether totals of GROUPING SETS, ROLLUP and CUBE are the sum of their parts, and why not, in words. */
final class ConsistentWords {
    private static final String ALONE = "Totals are measured on their own: they differ from the sum of their parts";

    private ConsistentWords() {}

    /** A sentence for explanations; empty without grouping sets. */
    static String of(Calibration calibration) {
        return switch (ConsistentSets.of(calibration.plan(), calibration.maxGroups())) {
            case NO_SETS -> "";
            case NOT_WANTED -> ALONE + " by noise, as consistent_totals = FALSE asks for.";
            case SELECTED ->
                ALONE + " by noise, and by groups that do not appear. Where the owner declared all values of the keys,"
                        + " group_selection_strategy = PUBLIC_GROUPS shows all groups.";
            case SEVERAL_GROUPS ->
                ALONE + " by noise, and by what limits cut off, as one person can be in several groups of a set.";
            case LIMITED -> ALONE + " by noise, and by groups that the limit of groups leaves out.";
            case CONSISTENT ->
                "Totals are made the sum of their parts, which makes the ± smaller than it stands here (for up to "
                        + ConsistentTotals.MOST + " groups).";
        };
    }
}
