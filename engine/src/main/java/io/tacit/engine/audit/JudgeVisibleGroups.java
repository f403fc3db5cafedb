package io.tacit.engine.audit;

import io.tacit.engine.audit.Trace.Draw;
import io.tacit.engine.audit.Trace.Group;
import io.tacit.engine.audit.Trace.Step;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureChoices;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.release.StateNoise;
import io.tacit.engine.rewrite.ReleaseParameters;
import io.tacit.privacy.accounting.GroupSelection;
import io.tacit.privacy.mechanism.IntegerNoise;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether groups appear only by their noisy number of people, and only if one person alone would hardly reach
 * it.
 */
final class JudgeVisibleGroups {
    /** How far doubles may be off in a tail, relatively. */
    private static final double ROUNDING = 1e-9;

    private JudgeVisibleGroups() {}

    /**
     * Judges one release.
     *
     * @param step where its states were read
     * @param kept decisions about its groups
     * @param bits how many random words were taken until the next question about other rows
     */
    static void judge(Trace found, Step step, StepPurpose role, ReleasedRows released, List<Boolean> kept, long bits) {
        Calibration calibration = role.calibration();
        if (chooses(role) && bits == 0 && !released.rows().isEmpty()) {
            found.find("Quantiles are shown without noise.", step.sql());
        }
        if (calibration.selection().isEmpty()) {
            return;
        }
        List<List<@Nullable Object>> shown = shown(calibration, released);
        judgeFewest(found, step, calibration, shown);
        GroupSelection selection = calibration.selection().get();
        if (selection.match(threshold -> false, geometric -> true)) {
            long selected = kept.stream().filter(keep -> keep).count();
            if (shown.size() != selected) {
                found.find("Other groups appear than were selected.", shown.size() + " instead of " + selected);
            }
            return;
        }
        StateNoise noise = StateNoise.of(calibration, role.limits());
        List<Integer> columns = columns(calibration, noise);
        for (List<@Nullable Object> group : shown) {
            List<Draw> draws = step.draws().stream()
                    .filter(one -> one.place()
                            .filter(place -> place.row().equals(group) && columns.contains(place.column()))
                            .isPresent())
                    .toList();
            if (draws.size() != columns.size()) {
                found.find("A group appears without a noisy number of people.", group + " of " + step.sql());
            } else if (tooEasy(calibration, noise, draws)) {
                found.find(
                        "A group appears whose noisy number of people one person alone reaches too easily.",
                        group + " with " + draws);
            }
        }
    }

    /** Groups of fewer people than were asked for never appear, whatever comes out as noise. */
    private static void judgeFewest(
            Trace found, Step step, Calibration calibration, List<List<@Nullable Object>> shown) {
        BigInteger least = BigInteger.valueOf(calibration.plan().parameters().minPeople());
        for (List<@Nullable Object> group : shown) {
            @Nullable Group row = step.firstRow(group);
            if (row != null && row.integers().get(0).compareTo(least) < 0) {
                found.find("A group of fewer people than were asked for appears.", group + " of " + step.sql());
            }
        }
    }

    /** The places of the integers whose noisy values are compared together; place 0 is the number of people itself. */
    private static List<Integer> columns(Calibration calibration, StateNoise noise) {
        if (noise.people().isPresent()) {
            return noise.people().get().drawn().stream()
                    .map(Trace::columnOfPortion)
                    .toList();
        }
        List<Integer> columns = calibration.thresholdedStates().stream()
                .map(state -> 1 + calibration.plan().states().indexOf(state))
                .toList();
        return columns.isEmpty() ? List.of(0) : columns;
    }

    /** Whether any value is drawn from leaves; none is if the limits of a choice were not found. */
    private static boolean chooses(StepPurpose role) {
        return role.calibration().plan().choices().stream()
                .anyMatch(request ->
                        MeasureChoices.weights(request, role.limits()).isPresent());
    }

    private static List<List<@Nullable Object>> shown(Calibration calibration, ReleasedRows released) {
        int rows = released.rows().size() - (calibration.leftovers().isPresent() ? 1 : 0);
        List<List<@Nullable Object>> shown = new ArrayList<>();
        for (@Nullable Object[] row : released.rows().subList(0, rows)) {
            shown.add(Collections.unmodifiableList(
                    new ArrayList<>(Arrays.asList(row).subList(0, released.keyCount()))));
        }
        return shown;
    }

    /** Whether a person alone passes the threshold in one of C_u groups with a probability above δ. */
    private static boolean tooEasy(Calibration calibration, StateNoise noise, List<Draw> draws) {
        BigInteger person = noise.people().map(StateNoise.People::person).orElse(BigInteger.ONE);
        ReleaseParameters parameters = calibration.plan().parameters();
        // All rows of a person may be in one group that nobody else is in.
        BigInteger least = BigInteger.valueOf(
                        parameters.countsRows() ? calibration.maxGroups() : parameters.minPeople())
                .multiply(person);
        BigInteger noisy = draws.stream().map(Draw::noisy).reduce(BigInteger.ZERO, BigInteger::add);
        BigInteger beyond = noisy.subtract(least);
        double tail = noise.people().isPresent()
                ? ofPortions(draws, beyond)
                : draws.size() == 1
                        ? tail(draws.get(0).law(), beyond)
                        : tail(draws.get(0).law(), draws.get(1).law(), beyond);
        double any = -Math.expm1(calibration.maxGroups() * Math.log1p(-tail));
        double delta =
                calibration.noise().selectionDelta().orElseThrow().value().toDoubleUp();
        return any > delta * (1 + ROUNDING);
    }

    /**
     * P(Z₁ + … + Z_n ≥ k) of Laplace noises so fine that they are as good as continuous, by the chances that n + j − 1
     * throws of a coin show j heads before the n-th tail: the sum is above x if more than so many of a Poisson process
     * lie beyond.
     */
    private static double ofPortions(List<Draw> draws, BigInteger k) {
        if (k.signum() <= 0) {
            return 0.5;
        }
        int n = draws.size();
        double scale = draws.get(0)
                .law()
                .match(laplace -> laplace.scale().toDoubleNearest(), gaussian -> 0.0, sum -> 0.0, weighted -> 0.0);
        double x = k.doubleValue() / scale;
        // The positive part is Gamma(m) with the chance that it outlives the negative one by m steps of n.
        double tail = 0;
        double chance = Math.pow(0.5, n);
        for (int lost = 0; lost < n; lost++) {
            int m = n - lost;
            double poisson = Math.exp(-x);
            double above = 0;
            for (int i = 0; i < m; i++) {
                above += poisson;
                poisson *= x / (i + 1);
            }
            tail += chance * above;
            chance *= 0.5 * (n + lost) / (lost + 1);
        }
        return tail;
    }

    /** P(Z₁ + Z₂ ≥ k), or slightly less, summed over what Z₂ is. */
    private static double tail(IntegerNoise one, IntegerNoise other, BigInteger k) {
        if (k.signum() <= 0) {
            return 0.5;
        }
        int reach = 2 + (int) Math.min(1e6, 40 * other.standardDeviation());
        double sum = 0;
        double next = any(other, BigInteger.valueOf(reach + 1L));
        for (int j = reach; j >= -reach; j--) {
            double from = any(other, BigInteger.valueOf(j));
            sum += (from - next) * any(one, k.subtract(BigInteger.valueOf(j)));
            next = from;
        }
        return sum;
    }

    /** P(Z ≥ k) for any k. */
    private static double any(IntegerNoise law, BigInteger k) {
        return k.signum() > 0 ? tail(law, k) : 1 - tail(law, BigInteger.ONE.subtract(k));
    }

    /** P(Z ≥ k), to about twelve digits. */
    static double tail(IntegerNoise law, BigInteger k) {
        if (k.signum() <= 0) {
            return 0.5;
        }
        return law.match(
                laplace -> {
                    double scale = laplace.scale().toDoubleNearest();
                    return Math.exp(-k.doubleValue() / scale) / (1 + Math.exp(-1 / scale));
                },
                gaussian -> GaussianTail.of(gaussian, k.doubleValue()),
                sum -> tail(sum.first(), sum.second(), k),
                weighted -> {
                    throw new IllegalArgumentException("noises of several portions are never added to one integer");
                });
    }
}
