package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeanNoise;
import io.tacit.engine.release.StateNoise;
import io.tacit.engine.rewrite.Computation;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.NoisyMean;
import io.tacit.privacy.mechanism.State;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/** How the accuracy of a mean depends on the number of people, which is not known beforehand. */
final class MeanNote {
    static final int ONE_SIZE = 1000;
    private static final List<Integer> PEOPLE = List.of(100, 1000, 10_000);

    private MeanNote() {}

    /**
     * The ± for {@value #ONE_SIZE} rows in the group; empty where there is no noise.
     *
     * @param confidence how often
     */
    static Optional<Double> atOneSize(
            Computation.Mean output, ResolvedLimits limits, Calibration calibration, double confidence) {
        return plusMinus(output, limits, calibration, confidence).map(error -> error.applyAsDouble(ONE_SIZE));
    }

    static String of(Computation.Mean output, ResolvedLimits limits, Calibration calibration) {
        Optional<IntToDoubleFunction> error = plusMinus(
                output, limits, calibration, calibration.plan().parameters().confidence());
        if (error.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder("Expected ± ");
        for (int people : PEOPLE) {
            text.append(people == PEOPLE.get(0) ? "" : ", ")
                    .append(String.format(Locale.ROOT, "%.2g at %d", error.get().applyAsDouble(people), people));
        }
        return text.append(" rows in the group, for a mean in the middle of the bounds.")
                .toString();
    }

    /** Half the interval by the number of rows in the group; empty where there is no noise. */
    private static Optional<IntToDoubleFunction> plusMinus(
            Computation.Mean output, ResolvedLimits limits, Calibration calibration, double confidence) {
        StateRequest.Deviations deviations = output.deviations();
        State sum = deviations.measured(limits).orElseThrow();
        State rows = output.weight().measured(limits).orElseThrow();
        if (sum.isConstant() || rows.isConstant()) {
            return Optional.empty();
        }
        NoisyMean mean =
                MeanNoise.of(output, limits.of(deviations.limits()).orElseThrow(), StateNoise.of(calibration, limits));
        return Optional.of(people -> {
            Estimate middle = mean.estimate(people, 0, confidence);
            return (middle.high() - middle.low()) / 2;
        });
    }
}
