package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What would make a release more accurate, with figures: the release is planned that way, and the errors of one column
 * are compared. Reads no data. Where little is gained nothing is said.
 */
final class ReleaseTips {
    /** A tip leaves at most this share of the error. */
    private static final double MUCH = 0.8;

    /** What is left of epsilon where some of it finds limits. */
    private static final BigDecimal REST = new BigDecimal("0.75");

    private final Calibration calibration;
    private final ReleasePlan plan;

    /** The first column whose error is known without data, once limits are assumed. */
    private final Optional<Column> column;

    /**
     * A column by which plans are compared.
     *
     * @param text the aggregate
     * @param errors its errors
     * @param limits that are assumed
     */
    private record Column(String text, AssumedErrors errors, ResolvedLimits limits) {
        /** {@code COUNT(*) has ± 3 instead of ± 12}; empty where the other plan does not gain much. */
        Optional<String> gain(Calibration now, Calibration other) {
            Optional<Double> before = errors.plusMinus(now, limits);
            Optional<Double> after = errors.plusMinus(other, limits);
            return before.isPresent()
                            && after.isPresent()
                            && after.get() < before.get()
                            && after.get() <= MUCH * before.get()
                    ? Optional.of(text + " has ± " + AssumedErrors.text(after.get()) + " instead of ± "
                            + AssumedErrors.text(before.get()))
                    : Optional.empty();
        }
    }

    ReleaseTips(Calibration calibration) {
        this.calibration = calibration;
        this.plan = calibration.plan();
        this.column = plan.outputs().stream()
                .flatMap(output -> column(output).stream())
                .findFirst();
    }

    private Optional<Column> column(OutputRequest output) {
        AssumedErrors errors = new AssumedErrors(calibration, List.of(output), Optional.empty());
        return errors.firstLimits()
                .filter(limits -> errors.plusMinus(calibration, limits).isPresent())
                .map(limits -> new Column(output.text(), errors, limits));
    }

    /** The tips, two at most; one sentence or two each. */
    List<String> sentences() {
        List<String> tips = new ArrayList<>();
        if (!plan.automatic().isEmpty()) {
            tips.add(PlanWords.waits(plan)
                    + column.flatMap(known -> gain(known, withBounds()))
                            .map(gain -> " If yours are those that would be found: " + gain + ".")
                            .orElse(""));
        }
        oneGroup().ifPresent(tips::add);
        return tips;
    }

    private Optional<String> gain(Column known, Optional<Calibration> other) {
        return other.flatMap(better -> known.gain(calibration, better));
    }

    /** What finds limits would be there for noise. */
    private Optional<Calibration> withBounds() {
        Rational epsilon = plan.parameters().epsilon().value().dividedBy(Rational.of(REST));
        return replanned(() -> Calibration.of(plan.withEpsilon(new Epsilon(epsilon))));
    }

    private Optional<String> oneGroup() {
        boolean inSeveral = plan.aggregation().sets().size() > 1;
        if (!plan.grouped()
                || calibration.maxGroups() == 1
                || inSeveral
                || plan.parameters().countsRows()) {
            return Optional.empty();
        }
        return column.flatMap(known -> gain(known, replanned(() -> calibration.withMaxGroups(1))))
                .map(gain -> plan.parameters().findsMaxGroups()
                        ? "Should a limit of 1 group be found: " + gain + "."
                        : "If each " + plan.unitName() + " is in one group, say max_groups_contributed = 1"
                                + " (--max-groups 1): " + gain + ".");
    }

    /** Another plan; empty where the query's options leave none. */
    private static Optional<Calibration> replanned(Supplier<Calibration> plan) {
        try {
            return Optional.of(plan.get());
        } catch (IllegalArgumentException impossible) {
            return Optional.empty();
        }
    }
}
