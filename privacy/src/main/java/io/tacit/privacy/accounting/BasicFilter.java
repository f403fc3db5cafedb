package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.PrivacyLoss;
import io.tacit.privacy.number.Rational;
import java.util.Optional;

/**
 * An account of (ε, δ) by basic composition, for queries that may depend on earlier answers. The proof is in {@code
 * BasicFilter.md} beside this class.
 *
 * @param limit what all releases together may cost
 * @param spent what they cost so far, within the limit
 */
public record BasicFilter(ApproximateDp limit, ApproximateDp spent) {
    /** Refuses to have spent more than the limit. */
    public BasicFilter {
        if (!spent.isWithin(limit)) {
            throw new IllegalArgumentException("spent must be within limit");
        }
    }

    /** An account of which nothing is spent. */
    public static BasicFilter open(ApproximateDp limit) {
        return new BasicFilter(limit, new ApproximateDp(Rational.ZERO, Rational.ZERO));
    }

    /** The account after a release, to be kept before it is made; empty if it must not be made. */
    public Optional<BasicFilter> afterSpending(PrivacyLoss loss) {
        // Compared before they are a loss: δ of 1 or more is none.
        Rational delta = spent.delta().plus(loss.delta());
        Rational epsilon = spent.epsilon().plus(loss.epsilon());
        boolean within = epsilon.compareTo(limit.epsilon()) <= 0 && delta.compareTo(limit.delta()) <= 0;
        return within ? Optional.of(new BasicFilter(limit, new ApproximateDp(epsilon, delta))) : Optional.empty();
    }
}
