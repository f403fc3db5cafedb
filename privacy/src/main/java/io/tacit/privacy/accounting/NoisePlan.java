package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.PureDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.mechanism.LaplaceSum;
import io.tacit.privacy.mechanism.NoiseSum;
import io.tacit.privacy.mechanism.Portions;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The budget of one release divided over all that it measures, before data is read (page beside this class).
 *
 * <p>A quarter goes to the automatic parameters, if there are any; the rest in parts of equal noise to the measurements
 * and to the selection of groups, unless that reads the number of people that is measured anyway. Gaussian noise
 * divides ρ, the largest with (ε, δ₁) by the law of that noise; Laplace noise divides ε.
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
        if (!spent(request, noise, selection, parts, selectionPart, selectionDelta, parameterParts)
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
            NoiseKind noise,
            Optional<SelectionKind> selection,
            List<Part> parts,
            Optional<Part> selectionPart,
            Optional<Delta> selectionDelta,
            List<Epsilon> parameterParts) {
        List<Part> pieces = new ArrayList<>(parts);
        boolean threshold = selection.isPresent() && selection.get() != SelectionKind.TRUNCATED_GEOMETRIC;
        if (noise == NoiseKind.LAPLACE) {
            pieces.clear();
            pieces.addAll(piecesOfBundles(request, parts));
        }
        // A threshold may read a number that is paid for already, if it is that number.
        boolean paid = threshold
                && (request.users().isPresent()
                        && selectionPart.equals(
                                Optional.of(parts.get(request.users().orElseThrow()))));
        for (NoiseRequest.Bundle bundle : request.bundles()) {
            paid |= threshold
                    && noise == NoiseKind.LAPLACE
                    && bundle.people()
                    && !bundle.measurements().isEmpty()
                    && selectionPart.equals(
                            Optional.of(parts.get(bundle.measurements().get(0))));
        }
        if (!paid) {
            selectionPart.ifPresent(pieces::add);
        }
        Rational pure = sum(parameterParts).epsilon();
        // One of each piece: those that have none of ρ have 0, so that the places stay.
        List<Rational> concentrated = new ArrayList<>();
        for (Part piece : pieces) {
            pure = pure.plus(piece.match(one -> one.epsilon().value(), other -> Rational.ZERO));
            concentrated.add(
                    piece.match(other -> Rational.ZERO, one -> one.rho().value()));
        }
        Rational delta = selectionDelta.map(Delta::value).orElse(Rational.ZERO);
        if (concentrated.stream().allMatch(rho -> rho.signum() == 0)) {
            return new ApproximateDp(pure, delta);
        }
        Rational left = request.epsilon().value().minus(pure);
        if (left.signum() < 0) {
            throw new IllegalStateException("a noise plan spends more than it was given");
        }
        if (selection.equals(Optional.of(SelectionKind.GAUSSIAN_THRESHOLD)) && noise == NoiseKind.GAUSSIAN) {
            return new ApproximateDp(
                    request.epsilon().value(),
                    new JointNoise(request).deltaWithThreshold(concentrated, left, selectionDelta.orElseThrow()));
        }
        Rational converted = noise == NoiseKind.GAUSSIAN
                ? new JointNoise(request).deltaAt(concentrated, left)
                : new Rho(concentrated.stream().reduce(Rational.ZERO, Rational::plus)).deltaAt(left);
        return new ApproximateDp(request.epsilon().value(), converted.plus(delta));
    }

    /** The parts that Laplace noise spends: of a bundle one, which all of its measurements must have. */
    private static List<Part> piecesOfBundles(NoiseRequest request, List<Part> parts) {
        List<Part> pieces = new ArrayList<>();
        Set<Integer> bundled = new HashSet<>();
        for (NoiseRequest.Bundle bundle : request.bundles()) {
            List<Part> own =
                    bundle.measurements().stream().map(parts::get).distinct().toList();
            if (own.size() > 1) {
                throw new IllegalStateException("a noise plan has several parts for one bundle");
            }
            pieces.addAll(own);
            bundled.addAll(bundle.measurements());
        }
        for (int i = 0; i < parts.size(); i++) {
            if (!bundled.contains(i)) {
                pieces.add(parts.get(i));
            }
        }
        return pieces;
    }

    /**
     * The bundle whose portions add up to the number of people, if the noise is Laplace's: it has the same noise
     * whatever selects groups.
     */
    public Optional<NoiseRequest.Bundle> people() {
        return noise == NoiseKind.LAPLACE
                ? request.bundles().stream().filter(NoiseRequest.Bundle::people).findFirst()
                : Optional.empty();
    }

    /** The bundle of a measurement under this plan's noise. */
    Optional<NoiseRequest.Bundle> bundle(int measurement) {
        return noise == NoiseKind.LAPLACE
                ? request.bundles().stream()
                        .filter(bundle -> bundle.measurements().contains(measurement))
                        .findFirst()
                : Optional.empty();
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
        for (int i = 0; i < parts.size(); i++) {
            Measurement measurement = request.measurements().get(i);
            if (measurement.kind() == Measurement.Kind.ADDITIVE && measurement.equals(Measurement.STATE)) {
                return unitLaw(i).standardDeviation() / UNIT;
            }
        }
        for (Part part : parts) {
            // A choice errs by about 1/ε of a group; √2 makes them comparable with the noise of a sum.
            double epsilon = part.exponential(request.maxGroups()).value().toDoubleNearest();
            return Math.sqrt(2) / epsilon;
        }
        return 0;
    }

    /** The noise of a state that one person changes by {@link #UNIT}, as typical of its bundle if it has one. */
    private IntegerNoise unitLaw(int measurement) {
        IntegerNoise alone = parts.get(measurement).noise(BigInteger.valueOf(UNIT), request.maxGroups());
        return alone.match(
                laplace -> bundle(measurement)
                        .<IntegerNoise>map(bundle ->
                                new LaplaceSum(laplace.scale(), Collections.nCopies(bundle.read(), BigInteger.ONE)))
                        .orElse(laplace),
                gaussian -> gaussian,
                sum -> sum,
                weighted -> weighted);
    }

    /**
     * How long intervals are: half the 95 % interval of a state that one person changes by 1 in each group, averaged
     * over the measurements. Plans for the same request compare by it.
     */
    public double unitWidth() {
        double sum = 0;
        // States of one part and one sensitivity have one law, whose interval is searched for once.
        Map<IntegerNoise, BigInteger> halfWidths = new HashMap<>();
        for (int i = 0; i < parts.size(); i++) {
            Measurement measurement = request.measurements().get(i);
            sum += measurement.kind() == Measurement.Kind.CHOICE
                    // A choice errs by more than x groups with a chance of about e^(−εx).
                    ? Math.log(20)
                            / parts.get(i)
                                    .exponential(request.maxGroups())
                                    .value()
                                    .toDoubleNearest()
                    : halfWidths
                                    .computeIfAbsent(unitLaw(i), law -> law.halfWidth(CONFIDENCE))
                                    .doubleValue()
                            / UNIT
                            / measurement.stretch().toDoubleNearest();
        }
        return parts.isEmpty() ? 0 : sum / parts.size();
    }

    private static final Rational CONFIDENCE = Rational.of(19, 20);

    /** The sensitivity for which noise is compared: so large that rounding to integers does not show. */
    private static final int UNIT = 1 << 20;

    /**
     * The part that measures the complement: the parts of the measurements that it completes, together. It costs
     * nothing more, because one person changes only one of the two.
     */
    public Optional<Part> complementPart() {
        return request.complement()
                .map(more -> people().map(bundle -> parts.get(request.users().orElseThrow()))
                        .orElseGet(() ->
                                together(more.beside().stream().map(parts::get).toList())));
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
        Optional<NoiseRequest.Bundle> divided = people();
        if (divided.isPresent() && selection.equals(Optional.of(SelectionKind.LAPLACE_THRESHOLD))) {
            return selectionPart.map(part -> portions(part, divided.get().portions()));
        }
        return selection
                .filter(kind -> kind != SelectionKind.TRUNCATED_GEOMETRIC)
                .flatMap(kind -> selectionPart)
                .map(part -> part.noise(BigInteger.ONE, request.maxGroups()))
                .map(noise -> complementPart()
                        .<IntegerNoise>map(more -> new NoiseSum(noise, more.noise(BigInteger.ONE, request.maxGroups())))
                        .orElse(noise));
    }

    /** The noise of all portions of a person together, {@link #PERSON} of which are one person. */
    private IntegerNoise portions(Part part, int count) {
        Rational sensitivity = Rational.of(PERSON).times(Rational.ONE.plus(Portions.MOST_EXCESS));
        return part.noise(sensitivity.ceil(), request.maxGroups())
                .match(
                        laplace -> new LaplaceSum(laplace.scale(), Collections.nCopies(count, BigInteger.ONE)),
                        gaussian -> noPortions(),
                        sum -> noPortions(),
                        weighted -> weighted);
    }

    private static LaplaceSum noPortions() {
        throw new IllegalStateException("portions have Laplace noise");
    }

    /** How many units of {@link #usersNoise} are one person, where that is the noise of portions. */
    public static final BigInteger PERSON = BigInteger.ONE.shiftLeft(Portions.BITS);

    /** A pure loss of several parts. */
    static PureDp sum(List<Epsilon> parts) {
        PureDp sum = PureDp.NOTHING;
        for (Epsilon part : parts) {
            sum = sum.plus(PureDp.of(part));
        }
        return sum;
    }
}
