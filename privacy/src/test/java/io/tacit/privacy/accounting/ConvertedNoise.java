package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.Optional;

/** δ of events that have no ε, or are added up in ρ with those: by the law of the noise if all are Gaussian noise. */
final class ConvertedNoise {
    private ConvertedNoise() {}

    /** @param multiple of the ρ of all events */
    static Rational of(List<PrivacyEvent> events, Rational multiple, Rational epsilon) {
        return of(events, multiple, epsilon, Rational.ONE);
    }

    /**
     * δ of noise and of what selects groups: of a threshold on Gaussian noise together with it, group by group, and of
     * anything else besides.
     *
     * @param others of which a threshold is the only one with a δ
     */
    static Rational with(
            NoisePlan plan, List<PrivacyEvent> events, List<PrivacyEvent> others, Rational multiple, Rational epsilon) {
        Rational selection = PrivacyEvent.delta(others);
        if (!plan.selection().equals(Optional.of(SelectionKind.GAUSSIAN_THRESHOLD))) {
            return of(events, multiple, epsilon).plus(selection);
        }
        long groups = plan.request().maxGroups();
        Rational margin = selection.dividedBy(Rational.ONE.minus(selection));
        Rational worst = of(events, multiple, epsilon);
        // Of many groups some numbers: each takes a conversion. All are in ThresholdChecks.
        for (long alone = 1; alone <= groups; alone = alone == groups ? groups + 1 : Math.min(groups, 3 * alone)) {
            Rational seen = alone == groups
                    ? Rational.ZERO
                    : of(events, multiple, epsilon.minus(margin), Rational.of(groups - alone, groups));
            Rational shown = margin.times(Rational.of(alone, groups)).min(selection);
            worst = worst.max(shown.plus(seen));
        }
        return worst;
    }

    private static Rational of(List<PrivacyEvent> events, Rational multiple, Rational epsilon, Rational share) {
        Rho rho =
                new Rho(PrivacyEvent.concentrated(events).rho().times(multiple).times(share));
        Rational largest = Rational.ZERO;
        long integers = 0;
        for (PrivacyEvent event : events) {
            if (!(event instanceof PrivacyEvent.GaussianNoise gaussian)) {
                return rho.deltaAt(epsilon);
            }
            largest = largest.max(gaussian.squaredRatio().times(multiple));
            integers += gaussian.times();
        }
        return new JointGaussian(rho, largest, integers).deltaAt(epsilon);
    }
}
