package io.tacit.privacy.audit;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every private mechanism of this library as a subject, with what it claims, through the classes that an engine uses.
 */
public final class AuditedMechanisms {
    /** The loss of Gaussian noise; converted, it is (1, δ). */
    static final Rho RHO = Rho.of("0.1");

    private AuditedMechanisms() {}

    /** All of them; made anew, as they are not safe for use by several threads at once. */
    public static List<AuditedMechanism> all() {
        return spending(Rational.ONE);
    }

    /**
     * All mechanisms, whose noise spends a multiple of the claimed loss: a tester must object to every factor above 1.
     *
     * @param factor 1 for the real ones
     */
    static List<AuditedMechanism> spending(Rational factor) {
        Epsilon epsilon = Epsilon.of("1").times(factor);
        Rho rho = RHO.times(factor.times(factor));
        double converted = RHO.deltaAt(Rational.ONE).toDoubleUp();
        return Stream.of(
                        AuditedAggregates.all(epsilon, rho, converted),
                        AuditedPortions.all(epsilon),
                        AuditedSelections.all(epsilon, rho, converted),
                        AuditedParameters.all(epsilon))
                .flatMap(List::stream)
                .toList();
    }
}
