package io.tacit.privacy.audit;

import io.tacit.privacy.number.Rational;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Whether a selection that keeps a group of n people with probability π(n) is (ε, δ)-private for persons in at most C_u
 * groups: π(0) = 0, and for all n the four inequalities of (e, d) between n − 1 and n people, of keeping and of
 * dropping, with e = ε/C_u and d = 1 − (1−δ)^(1/C_u). C_u of these add up to (ε, δ). The arithmetic is that of
 * {@link ExactThreshold}, and the proof is there too.
 *
 * @param law π, exactly
 * @param epsilon ε
 * @param delta δ, more than 0 and less than 1
 * @param maxGroups C_u, at least 1
 */
public record ExactSelection(LongFunction<Rational> law, Rational epsilon, Rational delta, long maxGroups) {
    private static final int HALVINGS = 200;

    /** Refuses arguments out of range. */
    public ExactSelection {
        if (delta.signum() <= 0 || delta.compareTo(Rational.ONE) >= 0 || maxGroups < 1 || epsilon.signum() <= 0) {
            throw new IllegalArgumentException(
                    "epsilon must be more than 0, delta more than 0 and less than 1, maxGroups at least 1");
        }
    }

    /** The first n between 1 and {@code most} for which an inequality is not proven; 0 if π(0) is not 0. */
    public Optional<Long> firstBroken(long most) {
        if (law.apply(0).signum() != 0) {
            return Optional.of(0L);
        }
        Between shrink = Between.exponentialOfNegative(epsilon.dividedBy(Rational.of(maxGroups)));
        Between share = share();
        Rational before = Rational.ZERO;
        for (long n = 1; n <= most; n++) {
            Rational now = law.apply(n);
            if (now.signum() < 0
                    || now.compareTo(Rational.ONE) > 0
                    || !close(before, now, shrink, share)
                    || !close(now, before, shrink, share)
                    || !close(Rational.ONE.minus(before), Rational.ONE.minus(now), shrink, share)
                    || !close(Rational.ONE.minus(now), Rational.ONE.minus(before), shrink, share)) {
                return Optional.of(n);
            }
            before = now;
        }
        return Optional.empty();
    }

    /** The same as a verdict. */
    public Verdict verdict(String name, long most) {
        String claim =
                Words.claim(epsilon.toDoubleNearest(), delta.toDoubleNearest()) + " for " + maxGroups + " groups";
        Optional<Violation> violation = firstBroken(most)
                .map(n -> Violation.certain(
                        "the probability of keeping a group changes too much",
                        n + " people",
                        Math.max(0, n - 1) + " people",
                        "the group appears, or does not"));
        return new Verdict(Layer.FIT, name, claim, 0, 0, violation);
    }

    /** p ≤ e^e·q + d, as (p − d)·e^(−e) ≤ q. */
    private static boolean close(Rational p, Rational q, Between shrink, Between share) {
        return Between.of(p).minus(share).times(shrink).isAtMost(Between.of(q));
    }

    /** A d with 1 − (1−d)^C_u ≤ δ, as large as halving finds. */
    private Between share() {
        Between allowed = Between.of(delta);
        Rational low = Rational.ZERO;
        Rational high = delta;
        if (maxGroups == 1) {
            return allowed;
        }
        for (int i = 0; i < HALVINGS; i++) {
            Rational middle = low.plus(high).dividedBy(Rational.of(2));
            Between spent =
                    Between.ONE.minus(Between.ONE.minus(Between.of(middle)).power(maxGroups));
            if (spent.isAtMost(allowed)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Between.of(low);
    }
}
