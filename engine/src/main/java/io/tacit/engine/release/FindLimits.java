package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.HistogramSql;
import io.tacit.engine.rewrite.Limits;
import io.tacit.engine.rewrite.PartialSql;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.ApproximateBounds;
import io.tacit.privacy.mechanism.DiscreteLaplace;
import io.tacit.privacy.number.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the limits that nobody gave, by the paper's APPROX_BOUNDS over exact histograms of magnitudes.
 *
 * <p>Limits of rows and of sums always hold 0: a person without rows or with a small sum is left as it is. Limits of
 * single values and of means may lie on one side of 0.
 */
final class FindLimits {
    /**
     * Chance that noise alone makes some empty bin look occupied, and bounds too wide. It costs accuracy, not privacy; the
     * paper's 10^-9 asks for a third more people before any bounds are found.
     */
    private static final Rational FALSE_POSITIVE = Rational.of(1, 1_000_000);

    private FindLimits() {}

    static ResolvedLimits run(Calibration calibration, PartialSql partial, Backend backend, Noise noise) {
        ReleasePlan plan = calibration.plan();
        List<Map<Integer, BigInteger>> histograms = new ArrayList<>();
        plan.automatic().forEach(parameter -> histograms.add(new HashMap<>()));
        backend.run(partial.histograms(), 2, 1, (keys, integers) -> {
            int parameter = Integer.parseInt(Objects.requireNonNull(keys[0]));
            int bin = Integer.parseInt(Objects.requireNonNull(keys[1]));
            histograms.get(parameter).put(bin, integers[0]);
        });
        List<Limits.@Nullable Given> found = new ArrayList<>();
        for (int i = 0; i < histograms.size(); i++) {
            AutomaticParameter parameter = plan.automatic().get(i);
            ApproximateBounds bins = HistogramSql.bins(parameter);
            DiscreteLaplace law = DiscreteLaplace.calibrated(
                    BigInteger.valueOf(calibration.maxGroups())
                            .multiply(BigInteger.valueOf(parameter.kind().entries())),
                    calibration.parameter(i));
            Map<Integer, BigInteger> exact = histograms.get(i);
            found.add(bins.find(
                            bin -> exact.getOrDefault(bin, BigInteger.ZERO).add(noise.draw(law)),
                            bins.threshold(law, FALSE_POSITIVE))
                    .flatMap(bounds -> limits(parameter.kind(), bounds.low(), bounds.high()))
                    .orElse(null));
        }
        return new ResolvedLimits(found);
    }

    static long maxGroups(Calibration calibration, PartialSql partial, Backend backend, Noise noise) {
        return 1;
    }

    private static Optional<Limits.Given> limits(AutomaticParameter.Kind kind, BigInteger low, BigInteger high) {
        return switch (kind) {
            case ROWS_PER_GROUP, DISTINCT_PER_GROUP ->
                Optional.of(new Limits.Given(BigInteger.ZERO, high.min(BigInteger.valueOf(Integer.MAX_VALUE))));
            case SUM_PER_GROUP -> Optional.of(new Limits.Given(low.min(BigInteger.ZERO), high.max(BigInteger.ZERO)));
            case MEAN_PER_GROUP, VALUE_PER_ROW -> Optional.of(new Limits.Given(low, high));
        };
    }
}
