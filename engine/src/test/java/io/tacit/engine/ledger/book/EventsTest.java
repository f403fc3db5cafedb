package io.tacit.engine.ledger.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tacit.privacy.accounting.PrivacyEvent;
import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;
import io.tacit.privacy.number.Rational;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventsTest {
    private static final List<PrivacyEvent> ALL = List.of(
            new PrivacyEvent.LaplaceNoise(Epsilon.of("0.05"), 3),
            new PrivacyEvent.GaussianNoise(Rational.of(1, 3), Long.MAX_VALUE),
            new PrivacyEvent.ExponentialMechanism(new Epsilon(Rational.of(22, 7)), 2),
            new PrivacyEvent.AboveThreshold(Epsilon.of("1")),
            new PrivacyEvent.TruncatedGeometric(Epsilon.of("0.1"), Delta.of("1e-300"), 4),
            new PrivacyEvent.Threshold(Delta.of("1e-6")),
            new PrivacyEvent.Approximate(Epsilon.of("1"), Delta.of("1e-8")));

    @Test
    void everyKindComesBackAsItWas() {
        assertThat(ALL.stream().map(PrivacyEvent::getClass).distinct().toList())
                .hasSize(PrivacyEvent.class.getPermittedSubclasses().length);
        assertThat(Events.read(Events.write(ALL))).isEqualTo(ALL);
        assertThat(Events.read(Events.write(List.of()))).isEmpty();
    }

    @Test
    void theTextIsPlain() {
        assertThat(Events.write(ALL.subList(0, 1)))
                .isEqualTo("[{\"event\":\"laplace\",\"epsilon\":\"1/20\",\"times\":3}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[",
                "{}",
                "[] []",
                "[1]",
                "[{\"event\":\"laplace\",\"epsilon\":\"1/20\"}]",
                "[{\"event\":\"laplace\",\"epsilon\":\"1/20\",\"times\":3,\"more\":1}]",
                "[{\"event\":\"laplace\",\"epsilon\":\"1/20\",\"times\":3,\"times\":3}]",
                "[{\"event\":\"laplace\",\"epsilon\":\"1/0\",\"times\":3}]",
                "[{\"event\":\"laplace\",\"epsilon\":\"x\",\"times\":3}]",
                "[{\"event\":\"laplace\",\"epsilon\":\"1\",\"times\":0}]",
                "[{\"event\":\"laplace\",\"epsilon\":\"1\",\"times\":99999999999999999999}]",
                "[{\"event\":\"other\",\"epsilon\":\"1\",\"times\":1}]",
                "[{\"event\":\"laplace\",\"epsilon\":null,\"times\":1}]",
            })
    void whatWasNotWrittenIsNotRead(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Events.read(text));
    }
}
