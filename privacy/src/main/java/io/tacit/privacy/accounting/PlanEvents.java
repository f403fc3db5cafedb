package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a planned release will do to one person's data, event by event, so that an account may add it up in its own way.
 * The proof is in {@code PlanEvents.md} beside this class.
 */
public final class PlanEvents {
    private PlanEvents() {}

    /** The events of a release, in the order in which they happen. None depends on data. */
    public static List<PrivacyEvent> of(NoisePlan plan) {
        long groups = plan.request().maxGroups();
        List<PrivacyEvent> events = new ArrayList<>();
        for (Epsilon parameter : plan.parameterParts()) {
            events.add(new PrivacyEvent.AboveThreshold(parameter));
        }
        for (int i = 0; i < plan.parts().size(); i++) {
            int measurement = i;
            boolean again = plan.bundle(i)
                    .filter(bundle -> bundle.measurements().get(0) != measurement)
                    .isPresent();
            if (isStoodFor(plan, i) || again) {
                continue;
            }
            boolean choice = plan.request().measurements().get(i).kind() == Measurement.Kind.CHOICE;
            Part part = plan.parts().get(i);
            events.add(
                    choice
                            ? new PrivacyEvent.ExponentialMechanism(part.exponential(groups), groups)
                            : noise(part, groups));
        }
        if (plan.noise() == NoiseKind.LAPLACE && plan.people().isEmpty()) {
            plan.complementPart().ifPresent(part -> events.add(noise(part, groups)));
        }
        if (plan.selectionPart().isPresent() && plan.selectionDelta().isPresent()) {
            select(plan, plan.selectionPart().get(), plan.selectionDelta().get(), events);
        }
        return List.copyOf(events);
    }

    /**
     * Whether the complement's event covers a measurement: one person changes only one of the two, and the complement
     * costs more ρ.
     */
    private static boolean isStoodFor(NoisePlan plan, int measurement) {
        return plan.noise() == NoiseKind.LAPLACE
                && plan.people().isEmpty()
                && plan.request()
                        .complement()
                        .filter(more -> more.beside().contains(measurement))
                        .isPresent();
    }

    /** The event of a release whose plan is chosen only when C_u is found: its whole budget, whatever C_u is found. */
    public static List<PrivacyEvent> ofWhole(Epsilon epsilon, Delta delta) {
        return List.of(new PrivacyEvent.Approximate(epsilon, delta));
    }

    private static PrivacyEvent noise(Part part, long groups) {
        return part.<PrivacyEvent>match(
                pure -> new PrivacyEvent.LaplaceNoise(pure.epsilon().dividedBy(groups), groups),
                concentrated -> new PrivacyEvent.GaussianNoise(
                        concentrated.rho().value().times(Rational.of(2)).dividedBy(Rational.of(groups)), groups));
    }

    private static void select(NoisePlan plan, Part part, Delta delta, List<PrivacyEvent> events) {
        long groups = plan.request().maxGroups();
        Optional<Epsilon> geometric = plan.geometricSelection();
        if (geometric.isPresent()) {
            // Its groups fail independently, together with δ; each is written down with its share.
            events.add(new PrivacyEvent.TruncatedGeometric(
                    geometric.get().dividedBy(groups),
                    new Delta(delta.value().dividedBy(Rational.of(groups))),
                    groups));
            return;
        }
        if (plan.request().users().isEmpty()
                && plan.people()
                        .filter(bundle -> !bundle.measurements().isEmpty())
                        .isEmpty()) {
            // The number of people is not among the measurements, so reading it is an event of its own.
            events.add(noise(part, groups));
        }
        events.add(new PrivacyEvent.Threshold(delta));
    }
}
