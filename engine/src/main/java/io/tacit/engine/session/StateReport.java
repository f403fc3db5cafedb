package io.tacit.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One measured state: an integer sum over people to which noise is added.
 *
 * @param state what is summed, such as {@code users} or {@code sum of amount in [0, 100]}
 * @param epsilon its share of the release's epsilon, as an exact decimal or fraction
 * @param bundle the number of the bundle that the state is in: all states of a release with that number share this epsilon,
 *     which is spent once. Null where the state has its epsilon alone
 * @param noise the noise's law, such as {@code discrete Laplace}
 * @param scale the noise's scale b in units of the state's real value; null where it is not known yet or there is none
 */
public record StateReport(
        String state,
        String epsilon,
        @Nullable Integer bundle,
        String noise,
        @Nullable Double scale) {
    /**
     * The states of an aggregate in a list, with what they spend: {@code people, centred sum (1 together)}.
     *
     * @param spent how an epsilon is written
     */
    public static String list(List<StateReport> states, UnaryOperator<String> spent) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            StateReport state = states.get(i);
            int same = i + 1;
            StringBuilder names = new StringBuilder(state.state);
            while (state.bundle != null && same < states.size() && state.bundle.equals(states.get(same).bundle)) {
                names.append(", ").append(states.get(same++).state);
            }
            String how = state.bundle == null ? "" : same > i + 1 ? " together" : ", shared";
            words.add(names + " (" + spent.apply(state.epsilon) + how + ")");
            i = same - 1;
        }
        return String.join(", ", words);
    }
}
