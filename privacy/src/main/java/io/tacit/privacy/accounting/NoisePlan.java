package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.PureDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The budget of one release divided over all that it measures, before data is read (page beside this class).
 *
 * <p>A quarter goes to the automatic parameters, if there are any; the rest in parts of equal noise to the measurements
 * and to the selection of groups, unless that reads the number of people that is measured anyway. Gaussian noise
 * divides ρ, the largest with (ε, δ₁); Laplace noise divides ε.
 *
 * <pre>{@code
 * NoisePlan plan = ChooseNoise.best(request);
 * IntegerNoise noise = plan.parts().get(0).noise(sensitivity, request.maxGroups());
 * }</pre>
 *
 * @param request what was asked for
 * @param noise the law of the states' noise
 * @param selection how groups are selected; empty where none are
 * @param parts the part of each measurement
 * @param selectionPart what the selection reads the number of people with: a part of its own, or that of the measured
 *     number
 * @param selectionDelta what the selection spends of δ
 * @param parameterParts the part of each automatic parameter
 * @param loss what all of it spends; at most what was asked for
 */
public record NoisePlan(
        NoiseRequest request,
        NoiseKind noise,
        Optional<SelectionKind> selection,
        List<Part> parts,
        Optional<Part> selectionPart,
        Optional<Delta> selectionDelta,
        List<Epsilon> parameterParts,
        ApproximateDp loss) {
    /** Refuses a plan that spends more than was asked for, whatever mistake was made before. */
    public NoisePlan {
        parts = List.copyOf(parts);
        parameterParts = List.copyOf(parameterParts);
        if (!loss.isWithin(ApproximateDp.of(request.epsilon(), request.delta()))) {
            throw new IllegalStateException("a noise plan spends more than it was given");
        }
        if (parts.size() != request.measurements().size() || parameterParts.size() != request.parameters()) {
            throw new IllegalStateException("a noise plan leaves something without a part");
        }
        if (!spent(request, selection, parts, selectionPart, selectionDelta, parameterParts)
                .isWithin(loss)) {
            throw new IllegalStateException("a noise plan spends more than it says");
        }
        if (request.selectsGroups()
                != (selection.isPresent() && selectionPart.isPresent() && selectionDelta.isPresent())) {
            throw new IllegalStateException("a noise plan leaves the selection without a part");
        }
    }

    /** The loss of all pieces together, added up again, independently of who made the plan. */
    private static ApproximateDp spent(
            NoiseRequest request,
            Optional<SelectionKind> selection,
            List<Part> parts,
            Optional<Part> selectionPart,
            Optional<Delta> selectionDelta,
            List<Epsilon> parameterParts) {
        List<Part> pieces = new ArrayList<>(parts);
        boolean shares = selection.isPresent()
                && selection.get() != SelectionKind.TRUNCATED_GEOMETRIC
                && request.users().isPresent();
        // A threshold may read a number that is paid for already, if it is that number.
        boolean paid = shares
                && selectionPart.equals(Optional.of(parts.get(request.users().orElseThrow())));
        if (!paid) {
            selectionPart.ifPresent(pieces::add);
        }
        Rational pure = sum(parameterParts).epsilon();
        Rational concentrated = Rational.ZERO;
        for (Part piece : pieces) {
            pure = pure.plus(piece.match(one -> one.epsilon().value(), other -> Rational.ZERO));
            concentrated = concentrated.plus(
                    piece.match(other -> Rational.ZERO, one -> one.rho().value()));
        }
        Rational delta = selectionDelta.map(Delta::value).orElse(Rational.ZERO);
        if (concentrated.signum() == 0) {
            return new ApproximateDp(pure, delta);
        }
        Rational left = request.epsilon().value().minus(pure);
        if (left.signum() < 0) {
            throw new IllegalStateException("a noise plan spends more than it was given");
        }
        Rational converted = new Rho(concentrated).deltaAt(left);
        return new ApproximateDp(request.epsilon().value(), converted.plus(delta));
    }

    /** The ε of a selection by a probability that grows with the number of people; empty where a threshold selects. */
    Optional<Epsilon> geometricSelection() {
        return selection.equals(Optional.of(SelectionKind.TRUNCATED_GEOMETRIC))
                ? selectionPart.flatMap(
                        part -> part.match(pure -> Optional.of(pure.epsilon()), none -> Optional.empty()))
                : Optional.empty();
    }

    /**
     * How large the noise is: the standard deviation on a state that one person changes by 1 in each group, with an
     * equal part. Plans for the same request compare by it.
     */
    public double unitNoise() {
        BigInteger one = BigInteger.valueOf(UNIT);
        for (int i = 0; i < parts.size(); i++) {
            Measurement measurement = request.measurements().get(i);
            if (measurement.kind() == Measurement.Kind.ADDITIVE && measurement.equals(Measurement.STATE)) {
                return parts.get(i).noise(one, request.maxGroups()).standardDeviation() / UNIT;
            }
        }
        for (Part part : parts) {
            // A choice errs by about 1/ε of a group; √2 makes them comparable with the noise of a sum.
            double epsilon = part.exponential(request.maxGroups()).value().toDoubleNearest();
            return Math.sqrt(2) / epsilon;
        }
        return 0;
    }

    /** The sensitivity for which noise is compared: so large that rounding to integers does not show. */
    private static final int UNIT = 1 << 20;

    /**
     * The part that measures the complement: the parts of the measurements that it completes, together. It costs
     * nothing more, because one person changes only one of the two.
     */
    public Optional<Part> complementPart() {
        return request.complement()
                .map(more -> together(more.beside().stream().map(parts::get).toList()));
    }

    /** The sum of several parts, all of one kind, as the parts of a plan's states are. */
    private static Part together(List<? extends Part> parts) {
        Rational pure = Rational.ZERO;
        Rational concentrated = Rational.ZERO;
        for (Part part : parts) {
            pure = pure.plus(part.match(one -> one.epsilon().value(), other -> Rational.ZERO));
            concentrated = concentrated.plus(
                    part.match(other -> Rational.ZERO, one -> one.rho().value()));
        }
        if (pure.signum() > 0 == concentrated.signum() > 0) {
            throw new IllegalStateException("a complement stands beside states with noise of one law");
        }
        return pure.signum() > 0 ? new Part.Pure(new Epsilon(pure)) : new Part.Concentrated(new Rho(concentrated));
    }

    /** The noise with which the selection reads the number of people; empty where it needs none. */
    public Optional<IntegerNoise> usersNoise() {
        return selection
                .filter(kind -> kind != SelectionKind.TRUNCATED_GEOMETRIC)
                .flatMap(kind -> selectionPart)
                .map(part -> part.noise(BigInteger.ONE, request.maxGroups()))
                .map(noise -> complementPart()
                        .<IntegerNoise>map(more -> new NoiseSum(noise, more.noise(BigInteger.ONE, request.maxGroups())))
                        .orElse(noise));
    }

    /** A pure loss of several parts. */
    static PureDp sum(List<Epsilon> parts) {
        PureDp sum = PureDp.NOTHING;
        for (Epsilon part : parts) {
            sum = sum.plus(PureDp.of(part));
        }
        return sum;
    }
}
