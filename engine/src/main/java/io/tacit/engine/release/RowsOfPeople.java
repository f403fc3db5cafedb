package io.tacit.engine.release;

import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.RowsOfState;
import io.tacit.privacy.mechanism.TailBounds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether people's largest and smallest values are the same: each has one, by the structure, or by a limit of rows that was
 * found before and hardly anybody has more than. Never from a limit that a query gives: people may have more rows than that.
 */
public final class RowsOfPeople {
    private RowsOfPeople() {}

    /**
     * How many values people have of which the ends are found.
     *
     * @param parameter a range
     * @param found limits of rows that were found before, which may be shown
     */
    public static TailBounds.Rows of(Calibration calibration, AutomaticParameter parameter, ResolvedLimits found) {
        ReleasePlan plan = calibration.plan();
        boolean oneGroup = !plan.grouped() || calibration.maxGroups() == 1;
        boolean oneEach = parameter.kind() == AutomaticParameter.Kind.MEAN_PER_GROUP
                || plan.knowsOneRow()
                || foundToBeOne(plan, parameter, found);
        return oneGroup && oneEach ? TailBounds.Rows.ONE : TailBounds.Rows.SOME;
    }

    private static boolean foundToBeOne(ReleasePlan plan, AutomaticParameter parameter, ResolvedLimits found) {
        List<ContributionLimits> rows = new ArrayList<>();
        plan.states().forEach(state -> state.accept(new RowsOfState(parameter)).ifPresent(rows::add));
        plan.choices().stream()
                .map(ChoiceRequest::values)
                .filter(values -> values.limits()
                        .match(given -> false, own -> own.parameter().equals(parameter), sum -> false))
                .forEach(values -> rows.add(values.rows()));
        return !rows.isEmpty() && rows.stream().allMatch(limit -> isFoundToBeOne(limit, found));
    }

    /** A limit that only weighs people may be far below what they have; that of totals leaves hardly anybody beyond. */
    private static boolean isFoundToBeOne(ContributionLimits rows, ResolvedLimits found) {
        return rows.match(
                given -> false,
                own -> found.of(new ContributionLimits.Inferred(own.parameter(), ContributionLimits.Use.TOTAL))
                        .filter(limit -> limit.high().equals(BigInteger.ONE))
                        .isPresent(),
                sum -> false);
    }
}
