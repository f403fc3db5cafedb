package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.JointThreshold;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts ρ of a release's Gaussian noise: by the law of that noise if all of ρ is its, and by zero-concentrated
 * privacy if choices have some of it. {@code NoisePlan.md} says why.
 */
final class JointNoise {
    /** More groups than anybody is in; what is beyond is converted by zero-concentrated privacy. */
    private static final long MOST_GROUPS = 1L << 40;

    private final NoiseRequest request;

    JointNoise(NoiseRequest request) {
        this.request = request;
    }

    /** Whether all of ρ is Gaussian noise on integers. */
    private boolean isGaussian() {
        return request.maxGroups() <= MOST_GROUPS
                && request.measurements().stream().allMatch(each -> each.kind() == Measurement.Kind.ADDITIVE);
    }

    /** The most integers that one person changes: all states, the complement and the number of people, in C_u groups. */
    private long integers() {
        return Math.multiplyExact(request.maxGroups(), request.measurements().size() + 2L);
    }

    /**
     * The largest ρ that may be divided by these weights.
     *
     * @param weights of the measurements, then of the selection if it has noise of its own
     */
    Rho largestWithin(Epsilon epsilon, Delta delta, List<Rational> weights) {
        if (!isGaussian()) {
            return Rho.largestWithin(epsilon, delta);
        }
        Rational share = largest(weights).dividedBy(sum(weights)).dividedBy(Rational.of(request.maxGroups()));
        return JointGaussian.largestWithin(epsilon, delta, share, integers());
    }

    /**
     * δ of noise with these losses, or more.
     *
     * @param losses ρ of each measurement, then of the selection if it has noise of its own, at least one
     * @param epsilon at least 0
     */
    Rational deltaAt(List<Rational> losses, Rational epsilon) {
        return deltaAt(losses, epsilon, request.maxGroups());
    }

    /** δ of that noise and of a threshold together, or more; the threshold's alone is {@code selection}. */
    Rational deltaWithThreshold(List<Rational> losses, Rational epsilon, Delta selection) {
        return JointThreshold.deltaOf(
                epsilon, (less, groups) -> deltaAt(losses, less, groups), selection, request.maxGroups());
    }

    /** The same noise in some of C_u groups, each of which has an equal part. */
    private Rational deltaAt(List<Rational> losses, Rational epsilon, long groups) {
        Rho all = new Rho(sum(losses).times(Rational.of(groups, request.maxGroups())));
        if (!isGaussian()) {
            return all.deltaAt(epsilon);
        }
        Rational ratio = largest(losses).times(Rational.of(2)).dividedBy(Rational.of(request.maxGroups()));
        return new JointGaussian(all, ratio, integers()).deltaAt(epsilon);
    }

    /** The largest of several shares, that of the complement among them: it has those of all that it is beside. */
    private Rational largest(List<Rational> shares) {
        List<Rational> all = new ArrayList<>(shares);
        request.complement()
                .ifPresent(more ->
                        all.add(sum(more.beside().stream().map(shares::get).toList())));
        return all.stream().reduce(Rational.ZERO, Rational::max);
    }

    private static Rational sum(List<Rational> all) {
        return all.stream().reduce(Rational.ZERO, Rational::plus);
    }
}
