package io.tacit.engine.audit;

import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Odds;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import java.util.List;
import java.util.Optional;

/**
 * Judges trials with and without the canary.
 *
 * @param name what is tested, in words
 * @param sql the query
 * @param shape of one trial
 * @param base what an output is near without the canary
 * @param contribution by how much the canary moves it at most, with its sign
 */
record BlocksVerdict(String name, String sql, BlocksShape shape, double base, double contribution) {
    /** Two tests: either neighbour may be the one that shows the event more often. */
    private static final int DIRECTIONS = 2;

    /** The bounds that a test uses: one for each of two shares. */
    private static final int BOUNDS = 2;

    /**
     * What was found.
     *
     * @param falseAlarm the chance with which the verdict may find a violation in an engine that keeps its promise
     */
    Verdict of(List<BlocksOutcome> seen, BlackBoxClaim claim, double falseAlarm) {
        BlocksTrial choose = new BlocksTrial(seen, true, base, contribution);
        BlocksTrial test = new BlocksTrial(seen, false, base, contribution);
        Optional<Violation> violation = Optional.empty();
        for (boolean canaryFirst : new boolean[] {true, false}) {
            BlocksEvent event = choose.choose(claim, canaryFirst);
            Odds odds = test.odds(event, falseAlarm / (DIRECTIONS * BOUNDS));
            if (odds.refute() && violation.isEmpty()) {
                violation = Optional.of(violation(claim, event, odds, test));
            }
        }
        return new Verdict(
                Layer.BLACK_BOX, name, claim.words(), falseAlarm, test.blocks() + choose.blocks(), violation);
    }

    private Violation violation(BlackBoxClaim claim, BlocksEvent event, Odds odds, BlocksTrial test) {
        return new Violation(
                "One person can be told from nobody better than " + claim.words() + " allows: " + sql,
                shape.words(event.canaryFirst()),
                shape.words(!event.canaryFirst()),
                event.words(),
                Optional.of(odds),
                Optional.of(BlocksPlot.of(
                        name, event, test.sorted(event.statistic(), true), test.sorted(event.statistic(), false))));
    }
}
