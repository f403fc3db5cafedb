package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.rewrite.ContributionLimits;
import io.tacit.engine.rewrite.QuantileRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.LeafGrid;
import io.tacit.privacy.mechanism.LeafHistogram;
import io.tacit.privacy.mechanism.LeafWeights;
import io.tacit.privacy.mechanism.MostFrequent;
import io.tacit.privacy.mechanism.Quantiles;
import io.tacit.privacy.random.RandomBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The quantiles and most frequent values of a release: reads the exact leaves of each group, and draws from them. They do not
 * leave this class.
 */
public final class MeasureQuantiles {
    private final Calibration calibration;
    private final List<@Nullable LeafWeights> weights = new ArrayList<>();
    private final List<Map<List<@Nullable String>, Map<Integer, BigInteger>>> leaves = new ArrayList<>();

    /** Before any leaf is read. */
    MeasureQuantiles(Calibration calibration, ResolvedLimits limits) {
        this.calibration = calibration;
        for (int i = 0; i < calibration.plan().quantiles().size(); i++) {
            weights.add(leaves(calibration.plan(), i, limits).orElse(null));
            leaves.add(new HashMap<>());
        }
    }

    /** What a person weighs on which leaves; empty where limits could not be found. */
    static Optional<LeafWeights> leaves(ReleasePlan plan, int request, ResolvedLimits limits) {
        QuantileRequest wanted = plan.quantiles().get(request);
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

    /** The quantiles of a request, as they will be or were drawn; empty where limits are not known. */
    public static Optional<Quantiles> quantiles(Calibration calibration, int request, ResolvedLimits limits) {
        return leaves(calibration.plan(), request, limits)
                .map(found -> new Quantiles(
                        found,
                        calibration.plan().quantiles().get(request).fractions(),
                        calibration.quantiles(request)));
    }

    /** The choice of the most frequent value, as it will be or was made; empty where limits are not known. */
    public static Optional<MostFrequent> mostFrequent(Calibration calibration, int request, ResolvedLimits limits) {
        return leaves(calibration.plan(), request, limits).map(found -> mostFrequent(calibration, request, found));
    }

    /** One leaf is one value: what the leaves of a grid weigh are the weights of the values by their number. */
    private static MostFrequent mostFrequent(Calibration calibration, int request, LeafWeights found) {
        return new MostFrequent(found.grid().leaves(), found.maxRows(), calibration.quantiles(request));
    }

    /** What a person weighs on which leaves; empty where limits are not known, so that nothing is drawn. */
    public static Optional<LeafWeights> weights(Calibration calibration, int request, ResolvedLimits limits) {
        return leaves(calibration.plan(), request, limits);
    }

    /** Reads the leaves of all groups for one request. */
    void read(int request, ReleaseStep.Query query, Backend backend) {
        Map<List<@Nullable String>, Map<Integer, BigInteger>> groups = leaves.get(request);
        backend.run(
                query.sql(),
                query.keyCount(),
                query.integerCount(),
                (keys, integers) -> groups.computeIfAbsent(Arrays.asList(keys), group -> new HashMap<>())
                        // Two groups that print the same keys weigh together, so that nobody weighs more.
                        .merge(integers[0].intValueExact(), integers[1], BigInteger::add));
    }

    /**
     * The quantiles of one group: for each request its values, in whole units, in the order of its fractions, or the one most
     * frequent value; null where limits could not be found.
     */
    List<@Nullable List<BigInteger>> draw(@Nullable String[] keys, RandomBits bits) {
        List<@Nullable List<BigInteger>> drawn = new ArrayList<>();
        for (int i = 0; i < weights.size(); i++) {
            LeafWeights known = weights.get(i);
            Map<Integer, BigInteger> group = leaves.get(i).getOrDefault(Arrays.asList(keys), Collections.emptyMap());
            drawn.add(known == null ? null : draw(i, known, group, bits));
        }
        return drawn;
    }

    private List<BigInteger> draw(int request, LeafWeights known, Map<Integer, BigInteger> group, RandomBits bits) {
        QuantileRequest wanted = calibration.plan().quantiles().get(request);
        if (wanted.isMostFrequent()) {
            MostFrequent choice = mostFrequent(calibration, request, known);
            return List.of(known.grid().value(choice.release(LeafHistogram.of(choice.weights(), group), bits)));
        }
        return new Quantiles(known, wanted.fractions(), calibration.quantiles(request))
                .release(LeafHistogram.of(known, group), bits);
    }
}
