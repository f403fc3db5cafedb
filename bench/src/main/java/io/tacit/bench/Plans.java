package io.tacit.bench;

import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.Measurement;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.NoiseRequest;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** The noise of whole plans and the size from which groups appear, and which plan is taken. */
public final class Plans {
    private Plans() {}

    /** Prints a Markdown table. */
    public static void main(String[] words) {
        System.out.println(
                "ε = 1, δ = 1e-6. Noise: standard deviation of a count. Size: people in a group that appears half"
                        + " the time, where groups are selected.");
        System.out.println();
        System.out.println("| measured | C_u | groups | noise | selection | noise of a count | size | taken |");
        System.out.println("|---|---:|---|---|---|---:|---:|---|");
        List<Measurement> bundle = List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES);
        for (long groups : new long[] {1, 3, 10, 50}) {
            for (boolean selects : new boolean[] {true, false}) {
                print("the number of people", states(1), true, groups, selects);
                print("four states", states(4), true, groups, selects);
                print("weight, centred, squares", bundle, true, groups, selects);
            }
        }
        print("four aggregates and the number of people, each apart", states(4), false, 10, true);
        print("nothing but keys", List.of(), false, 1, true);
        print("nothing but keys", List.of(), false, 10, true);
    }

    private static List<Measurement> states(int number) {
        return Collections.nCopies(number, Measurement.STATE);
    }

    private static void print(
            String name, List<Measurement> measurements, boolean sharesUsers, long maxGroups, boolean selects) {
        NoiseRequest request = new NoiseRequest(
                Epsilon.of("1"),
                Delta.of("0.000001"),
                maxGroups,
                measurements,
                sharesUsers ? OptionalInt.of(0) : OptionalInt.empty(),
                0,
                selects,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        NoisePlan best = ChooseNoise.best(request);
        for (NoisePlan plan : ChooseNoise.plans(request)) {
            System.out.println(String.format(
                    Locale.ROOT,
                    "| %s | %d | %s | %s | %s | %s | %s | %s |",
                    name,
                    maxGroups,
                    selects ? "private" : "public",
                    plan.noise(),
                    plan.selection().map(Enum::name).orElse("–"),
                    measurements.isEmpty() ? "–" : String.format(Locale.ROOT, "%.1f", plan.unitNoise()),
                    selects ? ChooseNoise.fiftyPercentSize(plan).toString() : "–",
                    plan.equals(best) ? "yes" : ""));
        }
    }
}
