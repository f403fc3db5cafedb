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

    /** An account from which nothing has been spent. */
    public static BasicFilter open(ApproximateDp limit) {
        return new BasicFilter(limit, new ApproximateDp(Rational.ZERO, Rational.ZERO));
    }

    /** The account after a release, to be kept before it is made; empty if it must not be made. */
    public Optional<BasicFilter> afterSpending(PrivacyLoss loss) {
        return afterSpending(loss.epsilon(), loss.delta());
    }

    /**
     * The account after a release whose loss a book has rounded up, so that δ may have become 1.
     *
     * @param epsilon at least 0
     * @param delta at least 0
     * @throws IllegalArgumentException for a negative one
     */
    public Optional<BasicFilter> afterSpending(Rational epsilon, Rational delta) {
        if (epsilon.signum() < 0 || delta.signum() < 0) {
            throw new IllegalArgumentException("epsilon and delta must be at least 0");
        }
        // Compared before they are a loss: δ of 1 or more is none.
        Rational allDelta = spent.delta().plus(delta);
        Rational allEpsilon = spent.epsilon().plus(epsilon);
        boolean within = allEpsilon.compareTo(limit.epsilon()) <= 0 && allDelta.compareTo(limit.delta()) <= 0;
        return within ? Optional.of(new BasicFilter(limit, new ApproximateDp(allEpsilon, allDelta))) : Optional.empty();
    }
}
