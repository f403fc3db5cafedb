package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.rewrite.ChoiceRequest;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.WeighedValues;
import io.tacit.privacy.mechanism.LeafGrid;
import io.tacit.privacy.mechanism.LeafHistogram;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.MostFrequent;
import io.tacit.privacy.mechanism.QuantileTree;
import io.tacit.privacy.mechanism.QuantilesWithIntervals;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The quantiles and most frequent values of a release: reads the exact leaves of each group, and draws from them. They
 * do not leave this class.
 */
public final class MeasureChoices {
    private final Calibration calibration;
    private final List<Choice> choices = new ArrayList<>();

    /** Prepares all choices of a plan, before any leaf is read. */
    MeasureChoices(Calibration calibration, ResolvedLimits limits) {
        this.calibration = calibration;
        for (ChoiceRequest request : calibration.plan().choices()) {
            choices.add(new Choice(request, weights(request, limits)));
        }
    }

    /** One choice of the plan, with the leaves of each group that were read so far. */
    private static final class Choice {
        private final ChoiceRequest request;
        private final Optional<LeafWeights> weights;
        private final Map<List<@Nullable String>, Map<Integer, BigInteger>> leaves = new HashMap<>();

        Choice(ChoiceRequest request, Optional<LeafWeights> weights) {
            this.request = request;
            this.weights = weights;
        }
    }

    /** The weights that a person may put on leaves; empty where limits are not known, so that nothing is drawn. */
    public static Optional<LeafWeights> weights(ChoiceRequest request, ResolvedLimits limits) {
        WeighedValues wanted = request.values();
        Optional<ContributionLimits.Given> values = limits.of(wanted.limits());
        Optional<ContributionLimits.Given> rows = limits.of(wanted.rows());
        if (values.isEmpty() || rows.isEmpty()) {
            return Optional.empty();
        }
        LeafGrid grid = new LeafGrid(
                values.get().low(), values.get().high(), wanted.summed().unit());
        // With no row to weigh there would be nothing to draw from.
        return Optional.of(new LeafWeights(grid, Math.max(1, rows.get().high().longValueExact())));
    }

    /** The mechanism that draws the quantiles of a request; empty where limits are not known. */
    public static Optional<QuantilesWithIntervals> quantiles(
            Calibration calibration, ChoiceRequest.Quantiles request, ResolvedLimits limits) {
        return weights(request, limits).map(found -> quantiles(calibration, request, found));
    }

    private static QuantilesWithIntervals quantiles(
            Calibration calibration, ChoiceRequest.Quantiles request, LeafWeights found) {
        return new QuantilesWithIntervals(
                found,
                request.fractions(),
                Set.copyOf(request.intervals()),
                calibration.perGroup(request),
                calibration.plan().parameters().confidence());
    }

    /** The mechanism that draws the most frequent value; empty where limits are not known. */
    public static Optional<MostFrequent> mostFrequent(
            Calibration calibration, ChoiceRequest.MostFrequent request, ResolvedLimits limits) {
        return weights(request, limits).map(found -> mostFrequent(calibration, request, found));
    }

    /** The choice over a grid in which each leaf is one value, so that a leaf's weight is its value's weight. */
    private static MostFrequent mostFrequent(
            Calibration calibration, ChoiceRequest.MostFrequent request, LeafWeights found) {
        return new MostFrequent(found.grid().leaves(), found.maxRows(), calibration.perGroup(request));
    }

    /** Reads the leaves of all groups for one request. */
    void read(ChoiceRequest request, ReleaseStep.Query query, Backend backend) {
        Choice choice = choices.get(calibration.plan().choices().indexOf(request));
        backend.run(
                query.sql(),
                query.keyCount(),
                query.integerCount(),
                (keys, integers) -> choice.leaves
                        .computeIfAbsent(Arrays.asList(keys), group -> new HashMap<>())
                        // Two groups that print the same keys weigh together, so that nobody weighs more.
                        .merge(integers[0].intValueExact(), integers[1], BigInteger::add));
    }

    /**
     * Draws the values of one group: for each choice of the plan its quantiles in whole units with their intervals, in
     * the order of its fractions, or its one most frequent value; null where limits could not be found.
     */
    List<@Nullable List<QuantileTree.Interval>> draw(@Nullable String[] keys, RandomBits bits) {
        List<@Nullable List<QuantileTree.Interval>> drawn = new ArrayList<>();
        for (Choice choice : choices) {
            Map<Integer, BigInteger> group = choice.leaves.getOrDefault(Arrays.asList(keys), Collections.emptyMap());
            drawn.add(choice.weights
                    .map(known -> draw(choice.request, known, group, bits))
                    .orElse(null));
        }
        return drawn;
    }

    private List<QuantileTree.Interval> draw(
            ChoiceRequest request, LeafWeights known, Map<Integer, BigInteger> group, RandomBits bits) {
        return request.match(
                quantiles -> quantiles(calibration, quantiles, known).release(LeafHistogram.of(known, group), bits),
                mode -> {
                    MostFrequent choice = mostFrequent(calibration, mode, known);
                    BigInteger value =
                            known.grid().value(choice.release(LeafHistogram.of(choice.weights(), group), bits));
                    return List.of(new QuantileTree.Interval(value, value, value));
                });
    }
}
