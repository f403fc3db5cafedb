package io.tacit.engine.audit;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.StateReport;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.ZeroConcentratedDp;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * A claim: P(E) ≤ e^ε·P′(E) + δ for every event E and every pair (ε, δ). A claim of (ε, δ)-privacy has one pair, a
 * claim of ρ-zero-concentrated privacy has several.
 *
 * @param words the claim as it was declared
 * @param pairs at least one
 */
record BlackBoxClaim(String words, List<Pair> pairs) {
    private static final String RHO = "ρ ";

    /** Reports round shares to twelve digits. */
    private static final double PRINTED = 1 + 1e-11;

    private static final Rational SLACK = Rational.ofExact(PRINTED);
    private static final List<String> EPSILONS = List.of("0.125", "0.25", "0.5", "0.75", "1", "1.5", "2", "3", "4");

    /** One promise. */
    record Pair(double epsilon, double delta) {}

    /** Where an answer states the claim. */
    @FunctionalInterface
    interface Place {
        BlackBoxClaim of(Answer answer);

        /** The claim of the whole cost that the answer states. */
        static Place whole() {
            return BlackBoxClaim::whole;
        }

        /** The claim of the part of the budget that the answer's report states for one state. */
        static Place state(int aggregate, int state) {
            return answer -> part(answer.releases()
                    .get(0)
                    .aggregates()
                    .get(aggregate)
                    .states()
                    .get(state));
        }
    }

    BlackBoxClaim {
        pairs = List.copyOf(pairs);
    }

    /**
     * The claim for numbers that satisfy this claim except with a chance b: P ≤ P₀ + b ≤ e^ε·P₀′ + δ + b ≤ e^ε·(P′ + b)
     * + δ + b.
     *
     * @param chance b, that a block's numbers are others
     */
    BlackBoxClaim blurred(double chance) {
        return new BlackBoxClaim(
                words,
                pairs.stream()
                        .map(pair -> new Pair(pair.epsilon(), pair.delta() + (1 + Math.exp(pair.epsilon())) * chance))
                        .toList());
    }

    private static BlackBoxClaim whole(Answer answer) {
        double epsilon = Double.parseDouble(answer.epsilon()) * PRINTED;
        double delta = Double.parseDouble(answer.delta());
        return new BlackBoxClaim(
                "epsilon " + answer.epsilon() + (delta == 0 ? "" : ", delta " + answer.delta()),
                List.of(new Pair(epsilon, delta)));
    }

    private static BlackBoxClaim part(StateReport state) {
        String text = state.epsilon();
        if (!text.startsWith(RHO)) {
            return new BlackBoxClaim("epsilon " + text, List.of(new Pair(Double.parseDouble(text) * PRINTED, 0)));
        }
        ZeroConcentratedDp loss = new ZeroConcentratedDp(
                Rational.of(new BigDecimal(text.substring(RHO.length()))).times(SLACK));
        List<Pair> pairs = new ArrayList<>();
        for (String epsilon : EPSILONS) {
            Rational delta = loss.delta(Epsilon.of(new BigDecimal(epsilon)));
            pairs.add(new Pair(Double.parseDouble(epsilon), delta.toDoubleNearest()));
        }
        return new BlackBoxClaim(text, pairs);
    }
}
