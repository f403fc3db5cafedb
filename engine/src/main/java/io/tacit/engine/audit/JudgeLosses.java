package io.tacit.engine.audit;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasuredState;
import io.tacit.engine.release.StateNoise;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.StateBundle;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.Part;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.selection.JointThreshold;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Judges whether noise hides what a person changed, at the part of the budget that the plan names for it, and whether
 * all parts together stay within the charge.
 */
final class JudgeLosses {
    private final Trace found;
    private final List<ForcingNoise.Pair> pairs;
    private final StepPurpose role;
    private final int step;

    /** The cost of the plan's noise, computed from its laws. */
    private Rational pure = Rational.ZERO;

    private Rational concentrated = Rational.ZERO;

    /** The largest Δ²/σ² of one integer with Gaussian noise. */
    private Rational largestRatio = Rational.ZERO;

    /** How many integers one person changes at most, of those with Gaussian noise. */
    private long integers;

    private JudgeLosses(Trace found, List<ForcingNoise.Pair> pairs, StepPurpose role, int step) {
        this.found = found;
        this.pairs = pairs;
        this.role = role;
        this.step = step;
    }

    static void judge(Trace found, List<ForcingNoise.Pair> pairs, StepPurpose role, int step) {
        JudgeLosses judge = new JudgeLosses(found, pairs, role, step);
        if (role.kind() == StepPurpose.Kind.STATES) {
            judge.states();
        }
        if (role.kind() == StepPurpose.Kind.PAPER_HISTOGRAMS) {
            judge.histograms();
        }
        if (role.kind() == StepPurpose.Kind.GROUPS_PER_PERSON) {
            judge.within(
                    "counting people by their groups",
                    judge.spentHere(),
                    role.calibration().groups().orElseThrow().value());
        }
    }

    private void histograms() {
        Rational declared = Rational.ZERO;
        for (int i = 0; i < role.calibration().plan().automatic().size(); i++) {
            declared = declared.plus(role.calibration().parameter(i).value());
        }
        within("automatic limits", spentHere(), declared);
    }

    /** What all draws of this step tell about the two databases. */
    private Rational spentHere() {
        Rational spent = Rational.ZERO;
        for (ForcingNoise.Pair pair : pairs) {
            if (pair.step() == step) {
                spent = spent.plus(loss(pair));
            }
        }
        return spent;
    }

    private void states() {
        Calibration calibration = role.calibration();
        actual("the number of people", Set.of(0), calibration.noise().selectionPart());
        bundles().forEach((columns, drawn) -> actual("integers " + columns, columns, Optional.of(drawn.part())));
        budget();
    }

    /** What was drawn, by columns: those of a bundle together, with what is said of each of them. */
    private Map<Set<Integer>, StateNoise.Drawn> bundles() {
        List<StateNoise.Drawn> drawn =
                StateNoise.of(role.calibration(), role.limits()).drawn();
        Map<Set<Integer>, StateNoise.Drawn> bundles = new LinkedHashMap<>();
        for (int i = 0; i < drawn.size(); i++) {
            StateNoise.Drawn one = drawn.get(i);
            if (one.bundle().isEmpty()) {
                bundles.put(Set.of(one.form().keySet().iterator().next()), one);
                continue;
            }
            Set<Integer> columns = new TreeSet<>();
            for (int j = 0; j < drawn.size(); j++) {
                if (drawn.get(j).bundle().equals(one.bundle())) {
                    columns.add(Trace.columnOfPortion(j));
                }
            }
            bundles.putIfAbsent(columns, one);
        }
        return bundles;
    }

    private void actual(String what, Set<Integer> columns, Optional<Part> part) {
        Map<Boolean, Rational> spent = new HashMap<>();
        for (ForcingNoise.Pair pair : pairs) {
            if (pair.step() == step && columns.contains(pair.column())) {
                spent.merge(isGaussian(pair.law()), loss(pair), Rational::plus);
            }
        }
        spent.forEach((gaussian, loss) -> actual(what, gaussian, loss, part));
    }

    private void actual(String what, boolean gaussian, Rational spent, Optional<Part> part) {
        if (part.isEmpty()) {
            found.find("Noise is drawn that no part of the budget pays for.", what);
            return;
        }
        // The discrete Gaussian law has no pure loss.
        Rational loss = part.get()
                .match(
                        pure -> gaussian ? Rational.of(Long.MAX_VALUE) : spent,
                        concentrated -> gaussian ? spent : spent.times(spent).dividedBy(Rational.of(2)));
        within(what, loss, pureOf(part.get()).plus(concentratedOf(part.get())));
    }

    /** What a draw tells about the two databases: ε, or ρ for the Gaussian law. */
    static Rational loss(ForcingNoise.Pair pair) {
        return loss(pair.law(), pair.first().subtract(pair.second()).abs(), BigInteger.ONE);
    }

    /** The cost of a law if this many groups change by a distance: ε, or ρ for the Gaussian law. */
    private static Rational loss(IntegerNoise law, BigInteger distance, BigInteger groups) {
        return law.match(
                laplace -> Rational.of(distance.multiply(groups)).dividedBy(laplace.scale()),
                gaussian -> Rational.of(distance.multiply(distance).multiply(groups))
                        .dividedBy(gaussian.variance().times(Rational.of(2))),
                sum -> {
                    throw new IllegalArgumentException("a sum of two noises is never added to one state");
                },
                weighted -> {
                    throw new IllegalArgumentException("noises of several portions are never added to one integer");
                });
    }

    static boolean isGaussian(IntegerNoise law) {
        return law.match(laplace -> false, gaussian -> true, sum -> isGaussian(sum.first()), weighted -> false);
    }

    /**
     * Adds up the costs of all laws that were drawn from, for the largest declared change, without regard to the plan's
     * parts.
     */
    private void budget() {
        Calibration calibration = role.calibration();
        int complement = 1 + calibration.plan().states().size() - 1;
        boolean apart = false;
        for (Map.Entry<Set<Integer>, StateNoise.Drawn> one : bundles().entrySet()) {
            if (calibration.plan().complement().isPresent() && one.getKey().equals(Set.of(complement))) {
                apart = true;
                continue;
            }
            law(one.getKey()).ifPresent(law -> spend(law, one.getValue().sensitivity()));
        }
        // Before the complement: whoever is in it changes none of these either.
        notFound(calibration);
        if (apart) {
            complement(complement);
        }
        for (ChoiceRequest choice : calibration.plan().choices()) {
            Rational each = calibration.perGroup(choice).value();
            Part part = calibration.part(choice);
            Rational groups = Rational.of(calibration.maxGroups());
            Rational square = each.times(each).times(groups).dividedBy(Rational.of(8));
            pure = pure.plus(part.match(it -> each.times(groups), it -> Rational.ZERO));
            concentrated = concentrated.plus(part.match(it -> Rational.ZERO, it -> square));
        }
        calibration.noise().parameterParts().forEach(part -> pure = pure.plus(part.value()));
        calibration.groups().ifPresent(part -> pure = pure.plus(part.value()));
        Rational delta = selection(calibration);
        Rational epsilon = calibration.plan().parameters().epsilon().value();
        Rational allowed = calibration.plan().parameters().delta().value();
        if (concentrated.signum() > 0 && epsilon.minus(pure).signum() > 0) {
            delta = together(calibration, epsilon.minus(pure), delta);
        } else {
            within("all parts of the release", pure, epsilon);
        }
        within("delta of the release", delta, allowed);
        if (concentrated.signum() > 0 && epsilon.minus(pure).signum() <= 0) {
            found.find("A release spends more than it is charged.", "nothing is left for Gaussian noise");
        }
    }

    /** δ of noise and selection: where a threshold reads Gaussian noise, of both together. */
    private Rational together(Calibration calibration, Rational epsilon, Rational selection) {
        long groups = calibration.maxGroups();
        return calibration.noise().selection().equals(Optional.of(SelectionKind.GAUSSIAN_THRESHOLD))
                ? JointThreshold.deltaOf(
                        epsilon,
                        (less, some) -> converted(calibration, less, Rational.of(some, groups)),
                        new Delta(selection),
                        groups)
                : selection.plus(converted(calibration, epsilon, Rational.ONE));
    }

    /** δ of what is concentrated: by the law of Gaussian noise, unless draws by the exponential mechanism are part of it. */
    private Rational converted(Calibration calibration, Rational epsilon, Rational share) {
        Rho rho = new Rho(concentrated.times(share));
        return calibration.plan().choices().isEmpty()
                ? new JointGaussian(rho, largestRatio, integers).deltaAt(epsilon)
                : rho.deltaAt(epsilon);
    }

    /** Limits that were not found this time: had they been, the part of their state would have been spent. */
    private void notFound(Calibration calibration) {
        Set<StateRequest> bundled = new HashSet<>();
        if (calibration.noise().noise() == NoiseKind.LAPLACE) {
            List<StateNoise.Drawn> drawn =
                    StateNoise.of(calibration, role.limits()).drawn();
            int number = 0;
            for (StateBundle bundle : calibration.plan().bundles()) {
                Optional<Integer> here = Optional.of(number++);
                boolean spent = drawn.stream().anyMatch(one -> one.bundle().equals(here))
                        || bundle.states().stream()
                                .anyMatch(state -> state.measured(role.limits()).isPresent());
                if (!spent) {
                    planned(calibration.part(bundle.states().get(0)));
                }
                bundled.addAll(bundle.states());
            }
        }
        for (MeasuredState measured : MeasuredState.of(calibration.plan(), role.limits())) {
            if (measured.state().isEmpty() && !bundled.contains(measured.request())) {
                planned(calibration.part(measured.request()));
            }
        }
    }

    /**
     * Counts the larger of two losses: in each group a person is either in the complement or in all states beside it.
     */
    private void complement(int column) {
        Rational pureBeside = pure;
        Rational concentratedBeside = concentrated;
        pure = Rational.ZERO;
        concentrated = Rational.ZERO;
        law(Set.of(column)).ifPresent(law -> spend(law, BigInteger.ONE));
        pure = pure.max(pureBeside);
        concentrated = concentrated.max(concentratedBeside);
    }

    private Rational selection(Calibration calibration) {
        if (calibration.selection().isEmpty()) {
            return Rational.ZERO;
        }
        return calibration.selection().get().match(threshold -> threshold(calibration), this::geometric);
    }

    private Rational geometric(GroupSelection.Geometric geometric) {
        pure = pure.plus(geometric.law().epsilon().value());
        return geometric.law().delta().value();
    }

    private Rational threshold(Calibration calibration) {
        // Where the threshold reads a state that is measured anyway there is none, and one more draw would have to be
        // paid.
        law(Set.of(0)).ifPresent(law -> spend(law, BigInteger.ONE));
        return calibration.noise().selectionDelta().orElseThrow().value();
    }

    private void planned(Part part) {
        pure = pure.plus(pureOf(part));
        Rational loss = concentratedOf(part);
        concentrated = concentrated.plus(loss);
        if (loss.signum() > 0) {
            remember(loss);
        }
    }

    /** One more integer in each group has Gaussian noise, of this loss over all groups. */
    private void remember(Rational loss) {
        long groups = role.calibration().maxGroups();
        largestRatio = largestRatio.max(loss.times(Rational.of(2)).dividedBy(Rational.of(groups)));
        integers += groups;
    }

    private static Rational pureOf(Part part) {
        return part.match(one -> one.epsilon().value(), other -> Rational.ZERO);
    }

    private static Rational concentratedOf(Part part) {
        return part.match(other -> Rational.ZERO, one -> one.rho().value());
    }

    private void spend(IntegerNoise law, BigInteger sensitivity) {
        Rational loss =
                loss(law, sensitivity, BigInteger.valueOf(role.calibration().maxGroups()));
        if (isGaussian(law)) {
            concentrated = concentrated.plus(loss);
            remember(loss);
        } else {
            pure = pure.plus(loss);
        }
    }

    private Optional<IntegerNoise> law(Set<Integer> columns) {
        return pairs.stream()
                .filter(pair -> pair.step() == step && columns.contains(pair.column()))
                .map(ForcingNoise.Pair::law)
                .findFirst();
    }

    private void within(String what, Rational spent, Rational declared) {
        if (spent.compareTo(declared) > 0) {
            found.find(
                    "A release spends more than it is charged.",
                    what + " spends " + spent.toDoubleNearest() + " of " + declared.toDoubleNearest());
        }
    }
}
