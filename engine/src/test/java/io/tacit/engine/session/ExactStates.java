package io.tacit.engine.session;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.pushdown.HistogramSql;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasureChoices;
import io.tacit.engine.release.MeasuredState;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.State;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a release sees before noise.
 *
 * @param states by group the number of people, then one integer for each state
 * @param histograms by histogram and bin the number of people
 * @param leaves for each quantile, by group and leaf, the weight
 */
@org.jspecify.annotations.NullUnmarked
record ExactStates(
        Calibration calibration,
        List<State> measured,
        Map<List<String>, BigInteger[]> states,
        Map<List<String>, BigInteger[]> histograms,
        List<LeafWeights> weights,
        List<Map<List<String>, BigInteger[]>> leaves) {

    /** Runs all that a release runs before noise. Limits that would be found privately are odd ones. */
    static ExactStates measure(Calibration calibration, PushedDownSql partial, Backend backend) {
        ContributionLimits.Given odd = new ContributionLimits.Given(BigInteger.valueOf(-3), BigInteger.valueOf(1000));
        ResolvedLimits limits = ResolvedLimits.all(calibration.plan().automatic(), odd);
        return measure(calibration, partial, limits, backend);
    }

    private static ExactStates measure(
            Calibration calibration, PushedDownSql partial, ResolvedLimits limits, Backend backend) {
        List<State> states = MeasuredState.of(calibration.plan(), limits).stream()
                .map(measured -> measured.state().orElseThrow())
                .toList();
        int keys = calibration.plan().keys().size();
        List<LeafWeights> weights = new ArrayList<>();
        List<Map<List<String>, BigInteger[]>> leaves = new ArrayList<>();
        for (ChoiceRequest request : calibration.plan().choices()) {
            LeafWeights found = MeasureChoices.weights(request, limits).orElseThrow();
            weights.add(found);
            leaves.add(leaves(backend, partial.leaves(request.values(), found), keys));
        }
        boolean finds = !calibration.plan().automatic().isEmpty();
        return new ExactStates(
                calibration,
                states,
                rows(backend, partial.states(limits), keys, 1 + states.size()),
                finds ? rows(backend, partial.histograms(), 2, 1) : Map.of(),
                weights,
                leaves);
    }

    /** By group and leaf. */
    private static Map<List<String>, BigInteger[]> leaves(Backend backend, String sql, int keys) {
        Map<List<String>, BigInteger[]> rows = new HashMap<>();
        backend.run(sql, keys, 2, (key, values) -> {
            List<String> place = new ArrayList<>(Arrays.asList(key));
            place.add(values[0].toString());
            once(rows.put(place, values), "leaf");
        });
        return rows;
    }

    private static Map<List<String>, BigInteger[]> rows(Backend backend, String sql, int keys, int integers) {
        Map<List<String>, BigInteger[]> rows = new HashMap<>();
        backend.run(sql, keys, integers, (key, values) -> once(rows.put(Arrays.asList(key), values), "group"));
        return rows;
    }

    private static void once(BigInteger[] earlier, String what) {
        if (earlier != null) {
            throw new AssertionError("a " + what + " came twice");
        }
    }

    /**
     * Where another database, with one person more or fewer, is further away than the noise is made for; empty where it
     * is nowhere.
     */
    List<String> excess(ExactStates other) {
        return excess(other, 1);
    }

    /** The same, if the noise were made for a part of what is declared only. */
    List<String> excess(ExactStates other, int parts) {
        BigInteger groups = BigInteger.valueOf(calibration.plan().parameters().maxGroups());
        List<String> excess = new ArrayList<>();
        compare(excess, "number of people", distance(states, other.states, 0), groups, parts);
        for (int i = 0; i < measured.size(); i++) {
            BigInteger declared = measured.get(i).sensitivity().multiply(groups);
            compare(excess, "state " + measured.get(i), distance(states, other.states, 1 + i), declared, parts);
        }
        boolean paper = HistogramSql.likeThePaper(calibration.plan());
        for (int i = 0; i < calibration.plan().automatic().size(); i++) {
            int entries = calibration.plan().automatic().get(i).kind().entries();
            // In the paper's histogram a person is counted in each group, else once: in one bin of each end.
            BigInteger declared = paper ? groups.multiply(BigInteger.valueOf(entries)) : BigInteger.ONE;
            for (String name : List.of(HistogramSql.byLargest(i), HistogramSql.bySmallest(i))) {
                BigInteger moved = distance(of(histograms, name), of(other.histograms, name), 0);
                compare(excess, "histogram " + name, moved, declared, parts);
            }
        }
        for (int i = 0; i < leaves.size(); i++) {
            BigInteger declared = weights.get(i).sensitivity().multiply(groups);
            compare(excess, "leaves " + i, distance(leaves.get(i), other.leaves.get(i), 1), declared, parts);
        }
        return excess;
    }

    private static void compare(List<String> excess, String what, BigInteger moved, BigInteger declared, int parts) {
        if (moved.multiply(BigInteger.valueOf(parts)).compareTo(declared) > 0) {
            excess.add(what + " moved by " + moved + ", declared " + declared + " / " + parts);
        }
    }

    private static Map<List<String>, BigInteger[]> of(Map<List<String>, BigInteger[]> histograms, String parameter) {
        Map<List<String>, BigInteger[]> one = new HashMap<>();
        histograms.forEach((key, value) -> {
            if (parameter.equals(key.get(0))) {
                one.put(key, value);
            }
        });
        return one;
    }

    private static BigInteger distance(
            Map<List<String>, BigInteger[]> a, Map<List<String>, BigInteger[]> b, int column) {
        BigInteger distance = BigInteger.ZERO;
        Map<List<String>, BigInteger[]> both = new HashMap<>(a);
        both.putAll(b);
        for (List<String> key : both.keySet()) {
            BigInteger left = a.containsKey(key) ? a.get(key)[column] : BigInteger.ZERO;
            BigInteger right = b.containsKey(key) ? b.get(key)[column] : BigInteger.ZERO;
            distance = distance.add(left.subtract(right).abs());
        }
        return distance;
    }

    /** All integers by group, comparable. */
    Map<List<String>, List<BigInteger>> integers() {
        Map<List<String>, List<BigInteger>> integers = new HashMap<>();
        states.forEach((key, values) -> integers.put(key, List.of(values)));
        return integers;
    }

    /** The same without the groups whose last key is that. */
    Map<List<String>, List<BigInteger>> integersWithoutLastKey(String value) {
        Map<List<String>, List<BigInteger>> integers = integers();
        integers.keySet().removeIf(key -> value.equals(key.get(key.size() - 1)));
        return integers;
    }
}
