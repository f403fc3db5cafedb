package io.tacit.privacy.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is measured, with and without an ε of its own. */
class MeasurementTest {
    private static final Epsilon OWN = Epsilon.of("0.3");

    /** Squares are stretched wherever their ε comes from, and quantiles remain a choice. */
    @Test
    void anEpsilonOfItsOwnChangesNothingElse() {
        for (Measurement measurement : List.of(Measurement.STATE, Measurement.SQUARES, Measurement.QUANTILES)) {
            assertThat(measurement.epsilon()).isEmpty();
            Measurement with = measurement.with(OWN);
            assertThat(with).isEqualTo(new Measurement(measurement.kind(), measurement.stretch(), Optional.of(OWN)));
            assertThat(with.with(Epsilon.of("2")))
                    .isEqualTo(
                            new Measurement(measurement.kind(), measurement.stretch(), Optional.of(Epsilon.of("2"))));
        }
    }

    /** One person uses no more than the whole distance that noise is made for. */
    @Test
    void aStretchIsAtLeastOne() {
        assertThatThrownBy(() -> new Measurement(Measurement.Kind.ADDITIVE, Rational.of(99, 100), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new Measurement(Measurement.Kind.ADDITIVE, Rational.ONE, Optional.empty()))
                .isEqualTo(Measurement.STATE);
    }
}
