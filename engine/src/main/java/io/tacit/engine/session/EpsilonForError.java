package io.tacit.engine.session;

import io.tacit.engine.release.Calibration;
import io.tacit.engine.rewrite.StateRequest;
import io.tacit.engine.sql.WantedError;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.mechanism.State;
import io.tacit.privacy.number.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/**
 * From a wanted error to the epsilon of the whole release that gives it: the release is planned again with other
 * budgets until the noise of one state is small enough. So shares, the choice of noise and the selection of groups are
 * those that the release would really have.
 */
final class EpsilonForError {
    private static final BigDecimal LARGEST = BigDecimal.valueOf(20);
    private static final double LEAST = 1e-6;
    private static final int HALVINGS = 22;

    /** Three digits, upward: the answer is rounded, and holds as it is written. */
    private static final MathContext DIGITS = new MathContext(3, RoundingMode.CEILING);

    private final Calibration planned;
    private final StateRequest request;
    private final State state;
    private final Rational confidence;
    private final Rational error;

    private EpsilonForError(Calibration planned, StateRequest request, State state, WantedError wanted) {
        this.planned = planned;
        this.request = request;
        this.state = state;
        this.confidence = wanted.confidence()
                .map(Rational::of)
                .orElseGet(() -> Rational.ofExact(planned.plan().parameters().confidence()));
        this.error = Rational.of(wanted.error());
    }

    /**
     * The least epsilon to three digits; empty where 20 is not enough, or the query's other options leave no plan.
     *
     * @param request one of the plan's states
     * @param state what is measured
     */
    static Optional<String> of(Calibration planned, StateRequest request, State state, WantedError wanted) {
        return new EpsilonForError(planned, request, state, wanted).find();
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
            return state.isConstant()
                    || Rational.of(calibration.noise(request, state).halfWidth(confidence))
                                    .times(state.unit())
                                    .compareTo(error)
                            <= 0;
        } catch (IllegalArgumentException impossible) {
            return false;
        }
    }
}
