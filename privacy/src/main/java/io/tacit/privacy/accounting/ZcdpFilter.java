package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.measure.ZeroConcentratedDp;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.Optional;

/**
 * An account of ρ and of a δ for group selection, for queries that may depend on earlier answers. The proof is in
 * {@code ZcdpFilter.md} beside this class.
 *
 * @param limit ρ_max, fixed when the account is opened
 * @param deltaLimit δ_max, at least 0 and below 1, fixed when the account is opened
 * @param spent ρ so far, within the limit
 * @param deltaSpent δ so far, within the limit
 */
public record ZcdpFilter(Rho limit, Rational deltaLimit, ZeroConcentratedDp spent, Rational deltaSpent) {
    /** Refuses what is out of range. */
    public ZcdpFilter {
        if (deltaLimit.signum() < 0 || deltaLimit.compareTo(Rational.ONE) >= 0) {
            throw new IllegalArgumentException("deltaLimit must be at least 0 and less than 1");
        }
        if (!spent.isWithin(ZeroConcentratedDp.of(limit))
                || deltaSpent.signum() < 0
                || deltaSpent.compareTo(deltaLimit) > 0) {
            throw new IllegalArgumentException("spent and deltaSpent must be within their limits");
        }
    }

    /** An account from which nothing has been spent. */
    public static ZcdpFilter open(Rho limit, Rational deltaLimit) {
        return new ZcdpFilter(limit, deltaLimit, ZeroConcentratedDp.NOTHING, Rational.ZERO);
    }

    /** The account after a release, to be kept before it is made; empty if it must not be made. */
    public Optional<ZcdpFilter> afterSpending(List<PrivacyEvent> events) {
        return afterSpending(PrivacyEvent.concentrated(events), PrivacyEvent.delta(events));
    }

    /**
     * The account after a release, given the sum of its events or the sum as a book rounded it up.
     *
     * @param moreRho of all events
     * @param moreDelta the probability of what they leave out, at least 0
     * @throws IllegalArgumentException for a negative δ
     */
    public Optional<ZcdpFilter> afterSpending(ZeroConcentratedDp moreRho, Rational moreDelta) {
        if (moreDelta.signum() < 0) {
            throw new IllegalArgumentException("moreDelta must be at least 0");
        }
        ZeroConcentratedDp rho = spent.plus(moreRho);
        Rational delta = deltaSpent.plus(moreDelta);
        return rho.isWithin(ZeroConcentratedDp.of(limit)) && delta.compareTo(deltaLimit) <= 0
                ? Optional.of(new ZcdpFilter(limit, deltaLimit, rho, delta))
                : Optional.empty();
    }

    /** δ(ε; ρ_max) + δ_max: whatever is asked, the account promises ε with this δ; 1 or more promises nothing. */
    public Rational promisedDelta(Epsilon epsilon) {
        return ZeroConcentratedDp.of(limit).delta(epsilon).plus(deltaLimit);
    }
}
