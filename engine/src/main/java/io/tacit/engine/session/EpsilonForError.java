package io.tacit.engine.session;

import io.tacit.engine.catalog.EpsilonRange;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.sql.WantedError;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * Finds the epsilon of the whole release that gives a wanted error: plans the release with other budgets until the
 * noise is small enough. So shares, the choice of noise and the selection of groups are those that the release would
 * really have.
 */
final class EpsilonForError {
    private static final BigDecimal LARGEST = EpsilonRange.LARGEST;
    private static final double LEAST = 1e-6;
    private static final int HALVINGS = 22;

    /** Three digits, rounded up, so that the epsilon suffices as it is written. */
    private static final MathContext DIGITS = new MathContext(3, RoundingMode.CEILING);

    /** An error under any budget. */
    interface ErrorUnder {
        /** The error; empty for a constant. */
        Optional<Rational> under(Calibration calibration, Rational confidence);
    }

    private final Calibration planned;
    private final ErrorUnder known;
    private final Rational confidence;
    private final Rational error;

    private EpsilonForError(Calibration planned, ErrorUnder known, WantedError wanted) {
        this.planned = planned;
        this.known = known;
        this.confidence = wanted.confidence()
                .map(Rational::of)
                .orElseGet(() -> Rational.ofExact(planned.plan().parameters().confidence()));
        this.error = Rational.of(wanted.error());
    }

    /**
     * The least epsilon to three digits; empty where 20 is not enough, or the query's other options leave no plan.
     *
     * @param known the error under any budget
     */
    static Optional<String> of(Calibration planned, ErrorUnder known, WantedError wanted) {
        return new EpsilonForError(planned, known, wanted).find();
    }

    private Optional<String> find() {
        if (!suffices(LARGEST)) {
            return Optional.empty();
        }
        double low = Math.log(LEAST);
        double high = Math.log(LARGEST.doubleValue());
        for (int i = 0; i < HALVINGS; i++) {
            double middle = low / 2 + high / 2;
            if (suffices(BigDecimal.valueOf(Math.exp(middle)).min(LARGEST))) {
                high = middle;
            } else {
                low = middle;
            }
        }
        BigDecimal epsilon = BigDecimal.valueOf(Math.exp(high)).round(DIGITS).min(LARGEST);
        // Plans change with epsilon, and a better one as a whole may have a little more noise here.
        while (!suffices(epsilon)) {
            epsilon = epsilon.add(epsilon.ulp()).min(LARGEST);
        }
        return Optional.of(epsilon.stripTrailingZeros().toPlainString());
    }

    private boolean suffices(BigDecimal epsilon) {
        try {
            Calibration calibration = Calibration.of(planned.plan().withEpsilon(Epsilon.of(epsilon)));
            return known.under(calibration, confidence)
                    .map(width -> width.compareTo(error) <= 0)
                    .orElse(true);
        } catch (IllegalArgumentException impossible) {
            return false;
        }
    }
}
