package io.tacit.bench;

import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.Measurement;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.NoiseRequest;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The noise of whole plans and the size from which groups appear, and which plan AUTO takes. */
public final class Plans {
    private static final Epsilon EPSILON = Epsilon.of("1");
    private static final Delta DELTA = Delta.of("0.000001");
    private static final long[] MAX_GROUPS = {1, 2, 5, 10, 20, 50};

    /** What COUNT, SUM, AVG and VAR of one column measure. */
    private static final String BUNDLE = "weight, centred, squares";

    private static final List<Measurement> OF_ONE_COLUMN =
            List.of(Measurement.STATE, Measurement.STATE, Measurement.SQUARES);

    private static final String NULLABLE = "the same of a nullable column";

    private Plans() {}

    /** Prints Markdown tables. */
    public static void main(String[] words) {
        System.out.println(
                "ε = 1, δ = 1e-6. Noise is the standard deviation of a state that one person changes by at most 1");
        System.out.println(
                "in each of at most C_u groups; size is how many people a group needs to appear half the time.");
        System.out.println("AUTO takes the plan in bold.");
        System.out.println();
        privateGroups();
        System.out.println();
        publicGroups();
        System.out.println();
        keys();
    }

    private static Map<String, List<Measurement>> measured() {
        Map<String, List<Measurement>> measured = new LinkedHashMap<>();
        measured.put("people", states(1));
        measured.put("two states", states(2));
        measured.put("four states", states(4));
        measured.put(BUNDLE, OF_ONE_COLUMN);
        return measured;
    }

    private static List<Measurement> states(int number) {
        return Collections.nCopies(number, Measurement.STATE);
    }

    private static void privateGroups() {
        System.out.println(
                "Groups are selected, noise / size. One of the states is the number of people, which thresholds read;");
        System.out.println("in the last rows, as in the paper, it is measured besides.");
        System.out.println();
        System.out.println(
                "| measured | C_u | Laplace, threshold | Laplace, geometric | Gaussian, threshold | Gaussian,"
                        + " geometric |");
        System.out.println("|---|---:|---:|---:|---:|---:|");
        for (Map.Entry<String, List<Measurement>> one : measured().entrySet()) {
            for (long maxGroups : MAX_GROUPS) {
                rowOfSelections(one.getKey(), request(one.getValue(), OptionalInt.of(0), maxGroups, true));
            }
        }
        for (long maxGroups : MAX_GROUPS) {
            rowOfSelections(NULLABLE, nullable(OF_ONE_COLUMN, maxGroups, true));
        }
        for (long maxGroups : MAX_GROUPS) {
            rowOfSelections("people and a mean, as portions", portions(states(2), maxGroups, 2, 2));
        }
        for (long maxGroups : MAX_GROUPS) {
            rowOfSelections("people and a sum, as portions", portions(states(2), maxGroups, 2, 1));
        }
        for (long maxGroups : MAX_GROUPS) {
            rowOfSelections(BUNDLE + ", as portions", portions(OF_ONE_COLUMN, maxGroups, 3, 2));
        }
        for (long maxGroups : MAX_GROUPS) {
            rowOfSelections("four states, and people", request(states(4), OptionalInt.empty(), maxGroups, true));
        }
    }

    private static void rowOfSelections(String name, NoiseRequest request) {
        List<String> cells = new ArrayList<>(List.of(name, Long.toString(request.maxGroups())));
        for (NoiseKind noise : NoiseKind.values()) {
            SelectionKind threshold =
                    noise == NoiseKind.LAPLACE ? SelectionKind.LAPLACE_THRESHOLD : SelectionKind.GAUSSIAN_THRESHOLD;
            for (SelectionKind selection : List.of(threshold, SelectionKind.TRUNCATED_GEOMETRIC)) {
                NoisePlan plan = plan(request, noise, Optional.of(selection));
                cells.add(cell(plan, noise(plan) + " / " + ChooseNoise.fiftyPercentSize(plan)));
            }
        }
        print(cells);
    }

    private static void publicGroups() {
        System.out.println("Groups are public: noise.");
        System.out.println();
        System.out.println("| measured | C_u | Laplace | Gaussian |");
        System.out.println("|---|---:|---:|---:|");
        for (Map.Entry<String, List<Measurement>> one : measured().entrySet()) {
            for (long maxGroups : MAX_GROUPS) {
                NoiseRequest request = request(one.getValue(), OptionalInt.of(0), maxGroups, false);
                List<String> cells = new ArrayList<>(List.of(one.getKey(), Long.toString(maxGroups)));
                for (NoiseKind noise : NoiseKind.values()) {
                    NoisePlan plan = plan(request, noise, Optional.empty());
                    cells.add(cell(plan, noise(plan)));
                }
                print(cells);
            }
        }
    }

    /**
     * A request that measures people with a value beside the other states, and people without one besides: the
     * threshold reads both.
     */
    private static NoiseRequest nullable(List<Measurement> measurements, long maxGroups, boolean selects) {
        return new NoiseRequest(
                EPSILON,
                DELTA,
                maxGroups,
                measurements,
                OptionalInt.of(0),
                0,
                selects,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new NoiseRequest.Complement(
                        IntStream.range(0, measurements.size()).boxed().toList())));
    }

    /** A request whose states are read off so many portions of a person, who are counted by them too. */
    private static NoiseRequest portions(List<Measurement> measurements, long maxGroups, int portions, int read) {
        List<Integer> all = IntStream.range(0, measurements.size()).boxed().toList();
        return new NoiseRequest(
                EPSILON,
                DELTA,
                maxGroups,
                measurements,
                OptionalInt.of(0),
                0,
                true,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(new NoiseRequest.Bundle(all, true, portions, read)));
    }

    private static void keys() {
        System.out.println("Nothing but keys, the selection has all of ε: size.");
        System.out.println();
        System.out.println("| C_u | Laplace threshold | Gaussian threshold | truncated geometric |");
        System.out.println("|---:|---:|---:|---:|");
        for (long maxGroups : new long[] {1, 2, 3, 5, 10, 20, 50}) {
            NoiseRequest request = request(List.of(), OptionalInt.empty(), maxGroups, true);
            List<String> cells = new ArrayList<>(List.of(Long.toString(maxGroups)));
            for (SelectionKind selection : SelectionKind.values()) {
                NoiseKind noise =
                        selection == SelectionKind.GAUSSIAN_THRESHOLD ? NoiseKind.GAUSSIAN : NoiseKind.LAPLACE;
                NoisePlan plan = plan(request, noise, Optional.of(selection));
                cells.add(cell(plan, ChooseNoise.fiftyPercentSize(plan).toString()));
            }
            print(cells);
        }
    }

    private static NoiseRequest request(
            List<Measurement> measurements, OptionalInt users, long maxGroups, boolean selects) {
        return new NoiseRequest(
                EPSILON,
                DELTA,
                maxGroups,
                measurements,
                users,
                0,
                selects,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static NoisePlan plan(NoiseRequest request, NoiseKind noise, Optional<SelectionKind> selection) {
        for (NoisePlan plan : ChooseNoise.plans(request)) {
            if (plan.noise() == noise && plan.selection().equals(selection)) {
                return plan;
            }
        }
        throw new IllegalStateException("every law and way of selection has a plan here");
    }

    private static String noise(NoisePlan plan) {
        return String.format(Locale.ROOT, "%.1f", plan.unitNoise());
    }

    private static String cell(NoisePlan plan, String text) {
        return ChooseNoise.best(plan.request()).equals(plan) ? "**" + text + "**" : text;
    }

    private static void print(List<String> cells) {
        System.out.println("| " + String.join(" | ", cells) + " |");
    }
}
