package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.rewrite.AutomaticParameter;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.privacy.accounting.ChooseNoise;
import io.tacit.privacy.accounting.NoiseKind;
import io.tacit.privacy.accounting.NoisePlan;
import io.tacit.privacy.accounting.Part;
import io.tacit.privacy.accounting.SelectionKind;
import io.tacit.privacy.mechanism.IntegerNoise;
import io.tacit.privacy.number.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was planned for a release and why, in words. */
final class PlanWords {
    private PlanWords() {}

    /** The law of the states' noise. */
    static String law(Calibration calibration) {
        return law(calibration.noise().noise());
    }

    private static String law(NoiseKind kind) {
        return switch (kind) {
            case LAPLACE -> "discrete Laplace";
            case GAUSSIAN -> "discrete Gaussian";
        };
    }

    /** How large noise is, in real units: b of Laplace, σ of Gaussian noise. */
    static double scale(IntegerNoise noise, Rational unit) {
        return noise.match(
                laplace -> laplace.scale().times(unit).toDoubleNearest(),
                gaussian -> gaussian.standardDeviation() * unit.toDoubleNearest(),
                sum -> sum.standardDeviation() * unit.toDoubleNearest(),
                weighted -> weighted.standardDeviation() * unit.toDoubleNearest());
    }

    /** A part of the budget. */
    static String part(Part part) {
        return part.match(
                pure -> Decimals.spent(pure.epsilon().value()),
                concentrated -> "ρ " + Decimals.spent(concentrated.rho().value()));
    }

    /** How groups are selected; {@code none} for a single row. */
    static String selection(Calibration calibration) {
        if (!calibration.plan().grouped()) {
            return "none";
        }
        return calibration.noise().selection().map(PlanWords::selection).orElse("public groups");
    }

    private static String selection(SelectionKind kind) {
        return switch (kind) {
            case LAPLACE_THRESHOLD -> "Laplace threshold";
            case GAUSSIAN_THRESHOLD -> "Gaussian threshold";
            case TRUNCATED_GEOMETRIC -> "truncated geometric";
        };
    }

    /** Which plans there were and what told them apart. */
    static String choice(Calibration calibration) {
        if (calibration.weighed().size() == 1) {
            return "as asked for";
        }
        List<String> words = new ArrayList<>();
        for (ChooseNoise.Weighed one : calibration.weighed()) {
            words.add(words(one) + (one.plan().equals(calibration.noise()) ? " (chosen)" : ""));
        }
        return String.join("; ", words);
    }

    private static String words(ChooseNoise.Weighed one) {
        NoisePlan plan = one.plan();
        String noise = String.format(Locale.ROOT, "%s noise, ± %.3g", law(plan.noise()), plan.unitWidth());
        return plan.selection()
                .map(kind -> noise + " with " + selection(kind) + ", where half of the groups of "
                        + one.fiftyPercentSize() + " people appear")
                .orElse(noise);
    }

    /** How the first bounds that are missing are written. */
    private static String example(ReleasePlan plan) {
        return switch (plan.automatic().get(0).kind()) {
            case ROWS_PER_GROUP -> "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 10) …";
            case DISTINCT_PER_GROUP -> "COUNT(DISTINCT x, contribution_bounds_per_group => (0, 10))";
            case SUM_PER_GROUP -> "SUM(x, contribution_bounds_per_group => (0, 1000))";
            case MEAN_PER_GROUP -> "AVG(x, contribution_bounds_per_group => (0, 100))";
            case VALUE_PER_ROW -> "AVG(x, contribution_bounds_per_row => (0, 100))";
        };
    }

    /** Which bounds are found privately. */
    static String waits(ReleasePlan plan) {
        List<String> kinds = plan.automatic().stream()
                .map(AutomaticParameter::kind)
                .map(AutomaticParameter.Kind::words)
                .distinct()
                .toList();
        return "Nobody gave bounds (" + String.join(", ", kinds)
                + "), so a quarter of epsilon is used to find them. Give them in the query, as in " + example(plan)
                + ", and answers become more accurate.";
    }
}
