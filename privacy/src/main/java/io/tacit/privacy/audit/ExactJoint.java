package io.tacit.privacy.audit;

import io.tacit.privacy.number.Rational;
import java.util.Optional;

/**
 * Whether a joint threshold keeps its δ: with a lone person of j groups seen in each with at most p₁, and the noise of
 * all states ρ-zero-concentrated over C_u groups, both directions of the formula in the proof of {@code JointThreshold}
 * for all j from 0 to C_u. The conversion is computed anew: e^((α−1)(αρ−ε))·(1−1/α)^α/(α−1) bounds δ for every α above
 * 1 (Canonne, Kamath and Steinke 2020), so whichever α a search ends with proves what it proves; it is rounded up by a
 * part in 10^11 for the doubles.
 *
 * @param single p₁, the most by which one group of one person appears
 * @param epsilon ε of everything together
 * @param delta δ of everything together
 * @param rho ρ of all states in all groups
 * @param maxGroups C_u, at least 1
 */
public record ExactJoint(Rational single, double epsilon, Rational delta, double rho, long maxGroups) {
    private static final double ROUNDED_UP = 1 + 1e-11;
    private static final int STEPS = 200;
    private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

    /** The number of groups for which it is not proven. */
    public Optional<Long> firstBroken() {
        for (long alone = 0; alone <= maxGroups; alone++) {
            Between kept = Between.ONE.minus(Between.of(single)).power(alone);
            double spent = -alone * Math.log1p(-single.toDoubleUp()) * ROUNDED_UP;
            double others = rho * (maxGroups - alone) / maxGroups * ROUNDED_UP;
            Between appears = kept.times(conversion(epsilon, others)).plus(Between.ONE.minus(kept));
            Between missing = conversion(epsilon - spent, others);
            if (!appears.isAtMost(Between.of(delta)) || !missing.isAtMost(Between.of(delta))) {
                return Optional.of(alone);
            }
        }
        return Optional.empty();
    }

    /** The same as a verdict. */
    public Verdict verdict(String name) {
        Optional<Violation> violation = firstBroken()
                .map(alone -> Violation.certain(
                        "a group of one person appears too often for this noise",
                        "one person, alone in " + alone + " groups of " + maxGroups,
                        "nobody",
                        "one of these groups appears, or the noise of the others tells"));
        String claim = Words.claim(epsilon, delta.toDoubleNearest()) + " for " + maxGroups + " groups";
        return new Verdict(Layer.FIT, name, claim, 0, 0, violation);
    }

    /** δ of ε at this loss, or more. */
    private static Between conversion(double epsilon, double rho) {
        if (rho == 0) {
            return epsilon >= 0 ? Between.ZERO : Between.ONE;
        }
        double low = Math.log(1e-6);
        double high = Math.log(1e9);
        for (int i = 0; i < STEPS; i++) {
            double left = high - GOLDEN * (high - low);
            double right = low + GOLDEN * (high - low);
            if (logarithm(Math.exp(left), epsilon, rho) < logarithm(Math.exp(right), epsilon, rho)) {
                high = right;
            } else {
                low = left;
            }
        }
        double bound = Math.exp(logarithm(Math.exp(low), epsilon, rho)) * ROUNDED_UP;
        return Between.of(Rational.ofExact(Math.min(1, bound)));
    }

    /** The logarithm of the bound at α = 1 + {@code more}. */
    private static double logarithm(double more, double epsilon, double rho) {
        double alpha = 1 + more;
        return more * (alpha * rho - epsilon) - alpha * Math.log1p(1 / more) - Math.log(more);
    }
}
