package io.tacit.engine.release;

import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.DecimalEstimate;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.NoisySum;
import io.tacit.privacy.mechanism.State;
import java.math.BigInteger;
import java.util.Optional;

/**
 * Computes a SUM from the weight and the centred sum of a mean, the same way for each group. Sees nothing exact.
 *
 * @param sum the sum and its interval
 * @param weight place of the weight among the states
 * @param centred place of the centred sum among the states
 * @param thresholded where the weight decides which groups appear, its intervals
 */
record SumOutput(NoisySum sum, int weight, int centred, Optional<CountAtThreshold> thresholded) {
    /**
     * Prepares what is the same for all groups.
     *
     * @param noise of the states, none of them read off portions
     * @return empty where a state could not be measured
     */
    static Optional<SumOutput> of(
            Computation.SumOfRows request, Calibration calibration, ResolvedLimits limits, StateNoise noise) {
        Optional<State.Centred> state = request.centred().measured(limits);
        if (state.isEmpty() || request.weight().measured(limits).isEmpty()) {
            return Optional.empty();
        }
        int weight = calibration.plan().states().indexOf(request.weight());
        int centred = calibration.plan().states().indexOf(request.centred());
        double confidence = calibration.plan().parameters().confidence();
        NoisySum sum = NoisySum.under(state.get(), noise.law(centred), noise.law(weight), confidence);
        Optional<CountAtThreshold> thresholded =
                CountAtThreshold.of(calibration, noise, NoisySum.confidenceOfEach(confidence));
        return Optional.of(new SumOutput(sum, weight, centred, thresholded));
    }

    /** Whether the column holds decimals, whose values are not rounded. */
    boolean exact() {
        return sum.column().match(digits -> true, grid -> false);
    }

    /** The value in whole units of the column. */
    BigInteger whole(BigInteger[] noisy) {
        return sum.rounded(noisy[weight], noisy[centred]);
    }

    DecimalEstimate decimal(BigInteger[] noisy) {
        return near(noisy)
                .map(known -> sum.exact(noisy[weight], noisy[centred], known))
                .orElseGet(() -> sum.exact(noisy[weight], noisy[centred]));
    }

    Estimate real(BigInteger[] noisy) {
        return near(noisy)
                .map(known -> sum.nearest(noisy[weight], noisy[centred], known))
                .orElseGet(() -> sum.nearest(noisy[weight], noisy[centred]));
    }

    private Optional<DecimalEstimate> near(BigInteger[] noisy) {
        return thresholded.flatMap(count -> count.of(weight, noisy));
    }
}
