package io.tacit.engine.audit;

import io.tacit.engine.ledger.Charge;
import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.number.Rational;
import java.util.List;

/**
 * Judges what an account of ρ would add up for a query: at least what the draws of noise told about the two databases, each
 * by its own law. That an account of ε pays enough says nothing of it: two halves of a loss are half of its ρ.
 */
final class JudgeAccounts {
    private JudgeAccounts() {}

    static void judge(Trace found, List<ForcingNoise.Pair> pairs, Charge charge) {
        Rational told = Rational.ZERO;
        for (ForcingNoise.Pair pair : pairs) {
            told = told.plus(rho(pair));
        }
        Rational written = PrivacyEvent.concentrated(charge.events()).rho();
        if (told.compareTo(written) > 0) {
            found.find(
                    "An account of rho adds up less than a query tells.",
                    "rho of the draws is " + told.toDoubleNearest() + ", and " + written.toDoubleNearest()
                            + " is written down for it: " + charge.events());
        }
    }

    /** ε²/2 of a draw with a loss of ε, and what the Gaussian law says of itself. */
    private static Rational rho(ForcingNoise.Pair pair) {
        Rational loss = JudgeLosses.loss(pair);
        return JudgeLosses.isGaussian(pair.law()) ? loss : loss.times(loss).dividedBy(Rational.of(2));
    }
}
