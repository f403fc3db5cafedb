package io.tacit.privacy.accounting;

import io.tacit.privacy.measure.JointGaussian;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.util.List;

/** δ of events that have no ε, or are added up in ρ with those: by the law of the noise if all are Gaussian noise. */
final class ConvertedNoise {
    private ConvertedNoise() {}

    /** @param multiple of the ρ of all events */
    static Rational of(List<PrivacyEvent> events, Rational multiple, Rational epsilon) {
        Rho rho = new Rho(PrivacyEvent.concentrated(events).rho().times(multiple));
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
