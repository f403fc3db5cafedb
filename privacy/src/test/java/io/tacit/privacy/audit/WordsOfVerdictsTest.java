package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What verdicts say: each kind of outcome, layer, number and claim in its own words. */
@NullUnmarked
class WordsOfVerdictsTest {
    @Test
    void outcomesAreTold() {
        Map<Outcome, String> words = Map.of(
                Outcome.of(1.5),
                "the value 1.5",
                Outcome.of(-0.0),
                "the value -0.0",
                Outcome.of(Double.NaN),
                "NaN",
                Outcome.of(OptionalDouble.of(2)),
                "the value 2.0",
                Outcome.of(OptionalDouble.of(-1 / 0.0)),
                "the value -Infinity",
                Outcome.of(OptionalDouble.empty()),
                "no answer",
                Outcome.of(Optional.of("x and y")),
                "the answer x and y",
                new Outcome.Failure("java.lang.Error"),
                "the error java.lang.Error");
        assertThat(words).hasSize(8);
        words.forEach((outcome, text) -> assertThat(outcome).hasToString(text));
        assertThat(Outcome.of(Optional.empty())).isEqualTo(Outcome.of(OptionalDouble.empty()));
        assertThat(Outcome.of(OptionalDouble.of(Double.NaN))).isEqualTo(new Outcome.NotANumber());
    }

    /** From within the mechanism to the whole engine from outside. */
    @Test
    void layersHaveTheirNumbers() {
        assertThat(Layer.values()).containsExactly(Layer.STOCHASTIC, Layer.REPLAY, Layer.FIT, Layer.BLACK_BOX);
        assertThat(Arrays.stream(Layer.values()).map(Layer::code)).containsExactly("L0", "L1", "L2", "L3");
    }

    @Test
    void numbersHaveAtMostFourDigits() {
        Map<Double, String> words = Map.ofEntries(
                Map.entry(0.0, "0"),
                Map.entry(-0.0, "0"),
                Map.entry(7.0, "7"),
                Map.entry(-12.0, "-12"),
                Map.entry(999_999.0, "999999"),
                Map.entry(1e6, "1e+6"),
                Map.entry(1.5e12, "1.5e+12"),
                Map.entry(0.25, "0.25"),
                Map.entry(-2.71828, "-2.7183"),
                Map.entry(0.001, "0.001"),
                Map.entry(0.000123, "0.000123"),
                Map.entry(1e-6, "1e-6"),
                Map.entry(-1.25e-10, "-1.25e-10"));
        words.forEach((number, text) ->
                assertThat(Words.number(number)).as("%s", number).isEqualTo(text));
    }

    /** δ stands in a claim where there is one, however small. */
    @Test
    void claimsNameWhatIsSpent() {
        Map<List<Double>, String> claims = Map.of(
                List.of(1.0, 0.0), "ε 1",
                List.of(0.5, 0.05), "ε 0.5, δ 0.05",
                List.of(3.0, 1e-9), "ε 3, δ 1e-9",
                List.of(0.0, 0.25), "ε 0, δ 0.25");
        claims.forEach((claim, text) ->
                assertThat(Verdict.claim(claim.get(0), claim.get(1))).isEqualTo(text));
        assertThat(Words.dataSet(List.of())).isEqualTo("{}");
        assertThat(Words.dataSet(List.of(0.5, Double.NaN, -0.0))).isEqualTo("{0.5, NaN, -0.0}");
    }

    /** A proven violation has neither a chance nor a picture, and its verdict is not passed. */
    @Test
    void whatIsProvenHasNoChance() {
        Violation proven = Violation.certain("what", "first", "second", "event");
        assertThat(proven)
                .isEqualTo(new Violation("what", "first", "second", "event", Optional.empty(), Optional.empty()));
        assertThat(new Verdict(Layer.FIT, "subject", "claim", 0, 1, Optional.of(proven)).passed())
                .isFalse();
        assertThat(new Verdict(Layer.FIT, "subject", "claim", 0, 1, Optional.empty()).passed())
                .isTrue();
    }
}
