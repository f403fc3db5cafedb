package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.MeasuredStates;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.sql.AggregateFunction;
import io.tacit.privacy.mechanism.Estimate;
import io.tacit.privacy.mechanism.NoisyMean;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the accuracy of a mean depends on the number of people, which is not known beforehand. */
final class MeanNote {
    private static final List<Integer> PEOPLE = List.of(100, 1000, 10_000);

    private MeanNote() {}

    static String of(ReleasePlan plan, MeasuredStates measured, Calibration calibration, OutputRequest output) {
        if (output.function() != AggregateFunction.AVG) {
            return "The ± depends on the number of people and on the values.";
        }
        int weight = output.states().get(0);
        int centred = output.states().get(1);
        @Nullable State sum = measured.states().get(centred);
        @Nullable State rows = measured.states().get(weight);
        if (sum == null || rows == null || sum.isConstant() || rows.isConstant()) {
            return "";
        }
        double half = halfRange(plan, output, sum);
        NoisyMean mean = NoisyMean.under(
                -half,
                half,
                Optional.of(calibration.noise(centred, sum)),
                sum.unit(),
                Optional.of(calibration.noise(weight, rows)));
        StringBuilder text = new StringBuilder("Expected ± ");
        for (int people : PEOPLE) {
            Estimate middle = mean.estimate(people, 0, plan.parameters().confidence());
            text.append(people == PEOPLE.get(0) ? "" : ", ")
                    .append(String.format(Locale.ROOT, "%.2g at %d", (middle.high() - middle.low()) / 2, people));
        }
        return text.append(" rows in the group, for a mean in the middle of the bounds.")
                .toString();
    }

    private static double halfRange(ReleasePlan plan, OutputRequest output, State state) {
        Rational size = plan.summed().get(output.summed()).unit().size();
        Rational range = state instanceof State.UserMean mean
                ? Rational.of(mean.high().subtract(mean.low()))
                : Rational.of(((State.Centred) state).high().subtract(((State.Centred) state).low()));
        return range.times(size).dividedBy(Rational.of(2)).toDoubleNearest();
    }
}
