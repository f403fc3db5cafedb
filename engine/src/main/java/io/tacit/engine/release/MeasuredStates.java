package io.tacit.engine.release;

import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.mechanism.Unit;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The states of a plan once all limits are known.
 *
 * @param states what is measured for each request, in the order of the requests; null where its limits could not be found
 */
public record MeasuredStates(List<@Nullable State> states) {
    public MeasuredStates {
        states = Collections.unmodifiableList(new ArrayList<>(states));
    }

    /** The states of a plan under these limits. */
    public static MeasuredStates of(ReleasePlan plan, ResolvedLimits limits) {
        List<@Nullable State> states = new ArrayList<>();
        for (StateRequest request : plan.states()) {
            states.add(state(plan, request, limits));
        }
        return new MeasuredStates(states);
    }

    private static @Nullable State state(ReleasePlan plan, StateRequest request, ResolvedLimits limits) {
        if (request instanceof StateRequest.Count count) {
            return limits.of(count.limits())
                    .<State>map(found -> new State.Count(found.low(), found.high()))
                    .orElse(null);
        }
        if (request instanceof StateRequest.Sum sum) {
            return limits.of(sum.limits())
                    .<State>map(found -> new State.Sum(found.low(), found.high(), unit(plan, sum.summed())))
                    .orElse(null);
        }
        if (request instanceof StateRequest.UserMean mean) {
            return limits.of(mean.limits())
                    .<State>map(found -> new State.UserMean(found.low(), found.high(), unit(plan, mean.summed())))
                    .orElse(null);
        }
        if (request instanceof StateRequest.Centred centred) {
            Optional<ContributionLimits.Given> values = limits.of(centred.limits());
            Optional<ContributionLimits.Given> rows = limits.of(centred.rows());
            return values.isEmpty() || rows.isEmpty()
                    ? null
                    : new State.Centred(
                            values.get().low(),
                            values.get().high(),
                            rows.get().high().longValueExact(),
                            unit(plan, centred.summed()));
        }
        if (request instanceof StateRequest.Squares squares) {
            Optional<ContributionLimits.Given> values = limits.of(squares.limits());
            Optional<ContributionLimits.Given> rows = limits.of(squares.rows());
            return values.isEmpty() || rows.isEmpty()
                    ? null
                    : new State.Squares(
                            values.get().low(),
                            values.get().high(),
                            rows.get().high().longValueExact(),
                            unit(plan, squares.summed()));
        }
        if (request instanceof StateRequest.Distinct distinct) {
            return limits.of(distinct.limits())
                    .<State>map(found -> new State.Count(BigInteger.ZERO, found.high()))
                    .orElse(null);
        }
        return new State.Users();
    }

    private static Unit unit(ReleasePlan plan, int summed) {
        return plan.summed().get(summed).unit();
    }
}
