package io.tacit.engine.release;

import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A state of a plan once all limits are known.
 *
 * @param request what the plan asks for
 * @param state what is measured; empty where its limits could not be found
 */
public record MeasuredState(StateRequest request, Optional<State> state) {
    /** The states of a plan under these limits, in the plan's order. */
    public static List<MeasuredState> of(ReleasePlan plan, ResolvedLimits limits) {
        List<MeasuredState> states = new ArrayList<>();
        for (StateRequest request : plan.states()) {
            states.add(new MeasuredState(request, request.measured(limits).map(state -> state)));
        }
        return List.copyOf(states);
    }
}
