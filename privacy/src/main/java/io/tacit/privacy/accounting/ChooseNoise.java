package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.PureDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Divides the budget of a release in every way that is allowed, and takes the best whole plan ({@code
 * docs/design/privacy.md#group-selection} and {@code docs/design/privacy.md#budget-of-one-release}).
 *
 * <p>The plan whose intervals, times the root of the size at which groups appear half the time, are the least; where no
 * groups are selected, the plan with the shortest intervals. That each plan spends no more
 * than the release may is proven in {@code ChooseNoise.md} beside this class, and checked by {@link NoisePlan}.
 */
public final class ChooseNoise {
    private static final Rational QUARTER = Rational.of(1, 4);
    private static final Rational HALF = Rational.of(1, 2);

    private final NoiseRequest request;
    private final List<IllegalArgumentException> refused = new ArrayList<>();

    private ChooseNoise(NoiseRequest request) {
        this.request = request;
    }

    /**
     * A plan with the number of people by which plans are compared.
     *
     * @param plan the plan
     * @param fiftyPercentSize how many people a group needs to appear half the time; 0 where all groups appear
     */
    public record Weighed(NoisePlan plan, BigInteger fiftyPercentSize) {}

    /**
     * The best plan.
     *
     * @throws IllegalArgumentException when what is asked for contradicts itself, such as a Gaussian threshold with
     *     Laplace noise
     */
    public static NoisePlan best(NoiseRequest request) {
        return best(weighed(request)).plan();
    }

    /** Every plan that the request allows. */
    public static List<NoisePlan> plans(NoiseRequest request) {
        return weighed(request).stream().map(Weighed::plan).toList();
    }

    /**
     * The best of some plans for one request.
     *
     * @param weighed at least one
     */
    public static Weighed best(List<Weighed> weighed) {
        return weighed.stream()
                .map(one -> Map.entry(one, price(one)))
                .min(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElseThrow(() -> new IllegalArgumentException("weighed must hold at least one plan"));
    }

    /** The length of intervals times the root of the size of groups: twice the size weighs as much as √2 the length. */
    private static double price(Weighed one) {
        double width =
                one.plan().request().measurements().isEmpty() ? 1 : one.plan().unitWidth();
        return width * Math.sqrt(Math.max(1, one.fiftyPercentSize().doubleValue()));
    }

    /** Every plan that the request allows, each within its budget, weighed. */
    public static List<Weighed> weighed(NoiseRequest request) {
        ChooseNoise choose = new ChooseNoise(request);
        List<Weighed> plans = new ArrayList<>();
        for (NoiseKind noise : NoiseKind.values()) {
            if (!choose.allows(noise)) {
                continue;
            }
            if (!request.selectsGroups()) {
                choose.add(noise, Optional.empty(), plans);
            }
            for (SelectionKind selection : SelectionKind.values()) {
                if (request.selectsGroups() && choose.allows(noise, selection)) {
                    choose.add(noise, Optional.of(selection), plans);
                }
            }
        }
        if (plans.isEmpty() && !choose.refused.isEmpty()) {
            throw choose.refused.get(0);
        }
        if (plans.isEmpty()) {
            throw new IllegalArgumentException(
                    "noise and selection do not go together: a Laplace threshold reads Laplace noise; a Gaussian"
                            + " threshold reads Gaussian noise and has no epsilon of its own; and an aggregate with an"
                            + " epsilon of its own has Laplace noise");
        }
        return plans;
    }

    /** Adds a plan, unless the budget is too small for it; only a list without any plan is an error. */
    private void add(NoiseKind noise, Optional<SelectionKind> selection, List<Weighed> plans) {
        try {
            NoisePlan plan = plan(noise, selection);
            plans.add(new Weighed(plan, fiftyPercentSize(plan)));
        } catch (IllegalArgumentException tooSmall) {
            refused.add(tooSmall);
        }
    }

    /** How many people a group needs to appear half the time; 0 where all groups appear. */
    public static BigInteger fiftyPercentSize(NoisePlan plan) {
        return plan.request().selectsGroups() ? GroupSelection.of(plan).fiftyPercentSize() : BigInteger.ZERO;
    }

    private boolean allows(NoiseKind noise) {
        boolean hasOwnParts =
                request.measurements().stream().anyMatch(m -> m.epsilon().isPresent());
        return request.noise().map(noise::equals).orElse(true) && !(noise == NoiseKind.GAUSSIAN && hasOwnParts);
    }

    private boolean allows(NoiseKind noise, SelectionKind selection) {
        boolean goTogether = switch (selection) {
            case LAPLACE_THRESHOLD -> noise == NoiseKind.LAPLACE;
            case GAUSSIAN_THRESHOLD ->
                noise == NoiseKind.GAUSSIAN && request.selectionEpsilon().isEmpty();
            case TRUNCATED_GEOMETRIC -> true;
        };
        return goTogether && request.selection().map(selection::equals).orElse(true);
    }

    private NoisePlan plan(NoiseKind noise, Optional<SelectionKind> selection) {
        Epsilon parameters = request.epsilon().times(QUARTER);
        Epsilon rest = request.parameters() == 0
                ? request.epsilon()
                : request.epsilon().times(Rational.of(3, 4));
        List<Epsilon> parameterParts = new ArrayList<>();
        for (int i = 0; i < request.parameters(); i++) {
            parameterParts.add(parameters.dividedBy(request.parameters()));
        }
        return noise == NoiseKind.LAPLACE
                ? laplace(selection, rest, parameterParts)
                : gaussian(selection, rest, parameterParts);
    }

    /** Whether the selection reads the number of people that the release measures anyway. */
    private boolean shares(Optional<SelectionKind> selection) {
        return selection.isPresent()
                && selection.get() != SelectionKind.TRUNCATED_GEOMETRIC
                && request.users().isPresent();
    }

    private NoisePlan laplace(Optional<SelectionKind> selection, Epsilon rest, List<Epsilon> parameterParts) {
        boolean threshold = selection.equals(Optional.of(SelectionKind.LAPLACE_THRESHOLD));
        Optional<Integer> people = threshold ? peopleOfBundle() : Optional.empty();
        boolean shared = shares(selection);
        List<Optional<Epsilon>> own = new ArrayList<>();
        List<Rational> weights = new ArrayList<>();
        int[] pays = payers();
        for (int i = 0; i < request.measurements().size(); i++) {
            Measurement measurement = request.measurements().get(i);
            boolean selecting = shared && i == request.users().orElseThrow();
            own.add(
                    selecting && request.selectionEpsilon().isPresent()
                            ? request.selectionEpsilon()
                            : measurement.epsilon());
            boolean bundled = isBundled(i);
            Rational alone = bundled ? Rational.ONE : Rational.ONE.dividedBy(measurement.stretch());
            weights.add(pays[i] == i ? alone : Rational.ZERO);
        }
        if (selection.isPresent() && !shared && people.isEmpty()) {
            own.add(request.selectionEpsilon());
            weights.add(Rational.ONE);
        }
        List<Epsilon> parts = divide(rest, own, weights, pays);
        List<Part> measured = new ArrayList<>();
        for (Epsilon part : parts.subList(0, request.measurements().size())) {
            measured.add(new Part.Pure(part));
        }
        Optional<Part> selecting = selection.map(kind -> new Part.Pure(
                people.isPresent()
                        ? parts.get(people.get())
                        : shared ? parts.get(request.users().orElseThrow()) : parts.get(parts.size() - 1)));
        List<Epsilon> paid = IntStream.range(0, parts.size())
                .filter(i -> i >= pays.length || pays[i] == i)
                .mapToObj(parts::get)
                .toList();
        PureDp epsilon = NoisePlan.sum(paid).plus(NoisePlan.sum(parameterParts));
        Optional<Delta> delta = selection.map(kind -> request.delta());
        return new NoisePlan(
                request,
                NoiseKind.LAPLACE,
                selection,
                measured,
                selecting,
                delta,
                parameterParts,
                new ApproximateDp(epsilon.epsilon(), delta.map(Delta::value).orElse(Rational.ZERO)));
    }

    /** For each measurement the one with whose part it is measured: the first of its bundle, or itself. */
    private int[] payers() {
        int[] pays = IntStream.range(0, request.measurements().size()).toArray();
        for (NoiseRequest.Bundle bundle : request.bundles()) {
            bundle.measurements()
                    .forEach(member -> pays[member] = bundle.measurements().get(0));
        }
        return pays;
    }

    private boolean isBundled(int measurement) {
        return request.bundles().stream()
                .anyMatch(bundle -> bundle.measurements().contains(measurement));
    }

    /** A measurement of the bundle whose portions add up to the number of people. */
    private Optional<Integer> peopleOfBundle() {
        return request.bundles().stream()
                .filter(bundle -> bundle.people() && !bundle.measurements().isEmpty())
                .map(bundle -> bundle.measurements().get(0))
                .findFirst();
    }

    /** Divides a budget: measurements with an ε of their own get it, the others share the rest by their weights. */
    private static List<Epsilon> divide(Epsilon rest, List<Optional<Epsilon>> own, List<Rational> weights, int[] pays) {
        Rational left = rest.value();
        Rational all = Rational.ZERO;
        for (int i = 0; i < own.size(); i++) {
            left = own.get(i).isPresent() ? left.minus(own.get(i).get().value()) : left;
            all = own.get(i).isPresent() ? all : all.plus(weights.get(i));
        }
        if (left.signum() < 0 || left.signum() == 0 && all.signum() > 0) {
            throw new IllegalArgumentException(
                    "epsilon of single aggregates and of the selection must leave something of the release's epsilon");
        }
        List<Epsilon> parts = new ArrayList<>();
        for (int i = 0; i < own.size(); i++) {
            Rational weight = weights.get(i < pays.length ? pays[i] : i);
            Rational divided = left;
            Rational whole = all;
            parts.add(
                    own.get(i).orElseGet(() -> new Epsilon(divided.times(weight).dividedBy(whole))));
        }
        return parts;
    }

    /**
     * The ρ of noise: with all of δ where nothing is selected, and where a threshold on that noise has half of δ, too, if
     * both together spend no more than δ; otherwise with the other half.
     */
    private Rho concentrated(Optional<SelectionKind> selection, Epsilon epsilon, Delta half, List<Rational> weights) {
        JointNoise noise = new JointNoise(request);
        boolean joint = selection.equals(Optional.of(SelectionKind.GAUSSIAN_THRESHOLD));
        if (selection.isEmpty() || joint) {
            Rho whole = noise.largestWithin(epsilon, request.delta(), weights);
            Rational all = weights.stream().reduce(Rational.ZERO, Rational::plus);
            List<Rational> losses = weights.stream()
                    .map(weight -> whole.value().times(weight).dividedBy(all))
                    .toList();
            if (!joint
                    || noise.deltaWithThreshold(losses, epsilon.value(), half)
                                    .compareTo(request.delta().value())
                            <= 0) {
                return whole;
            }
        }
        return noise.largestWithin(epsilon, half, weights);
    }

    private NoisePlan gaussian(Optional<SelectionKind> selection, Epsilon rest, List<Epsilon> parameterParts) {
        boolean geometric = selection.equals(Optional.of(SelectionKind.TRUNCATED_GEOMETRIC));
        boolean shared = shares(selection);
        List<Rational> weights = new ArrayList<>();
        for (Measurement measurement : request.measurements()) {
            weights.add(Rational.ONE.dividedBy(measurement.stretch().times(measurement.stretch())));
        }
        if (selection.isPresent() && !geometric && !shared) {
            weights.add(Rational.ONE);
        }
        Rational all = Rational.ZERO;
        for (Rational weight : weights) {
            all = all.plus(weight);
        }
        // The geometric selection is pure but for its δ: a part of ε like that of one more measurement.
        Optional<Epsilon> selecting = geometric
                ? Optional.of(request.selectionEpsilon()
                        .orElseGet(() -> rest.dividedBy(request.measurements().size() + 1L)))
                : Optional.empty();
        Rational forNoise = rest.value().minus(selecting.map(Epsilon::value).orElse(Rational.ZERO));
        if (forNoise.signum() <= 0 && !weights.isEmpty()) {
            throw new IllegalArgumentException("the selection's epsilon must leave something of the release's epsilon");
        }
        Delta half = new Delta(request.delta().value().times(HALF));
        List<Part> parts = new ArrayList<>();
        if (!weights.isEmpty()) {
            Rho rho = concentrated(selection, new Epsilon(forNoise), half, weights);
            for (Rational weight : weights) {
                parts.add(Part.concentrated(rho, weight, all));
            }
        }
        int measured = request.measurements().size();
        Optional<Part> selectionPart = selection.map(kind -> geometric
                ? new Part.Pure(selecting.orElseThrow())
                : shared ? parts.get(request.users().orElseThrow()) : parts.get(measured));
        Rational epsilon = NoisePlan.sum(parameterParts)
                .epsilon()
                .plus(weights.isEmpty() ? Rational.ZERO : forNoise)
                .plus(selecting.map(Epsilon::value).orElse(Rational.ZERO));
        return new NoisePlan(
                request,
                NoiseKind.GAUSSIAN,
                selection,
                parts.subList(0, measured),
                selectionPart,
                selection.map(kind -> half),
                parameterParts,
                new ApproximateDp(epsilon, request.delta().value()));
    }
}
