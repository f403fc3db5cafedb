package io.tacit.engine.release;

import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
            states.add(request.measured(limits).orElse(null));
        }
        return new MeasuredStates(states);
    }
}
