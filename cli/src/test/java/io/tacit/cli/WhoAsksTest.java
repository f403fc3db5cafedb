package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tacit.cli.text.MistakeText;
import io.tacit.engine.refusal.Refusal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Nobody's budget pays for another's question, and no message of an error shows what the error quotes. */
@NullUnmarked
class WhoAsksTest {
    private static final List<String> TWO = List.of("ada", "bob");

    @Test
    void theNearestNameCounts() {
        for (String environment : new String[] {null, "", "bob"}) {
            for (String user : List.of("", "root", "bob", "ada")) {
                for (List<String> names : List.of(TWO, List.of("bob"), List.of("ada"))) {
                    assertThat(PolicyOptions.asks("eve", environment, user, names))
                            .isEqualTo("eve");
                }
            }
        }
        for (String user : List.of("", "root", "ada")) {
            assertThat(PolicyOptions.asks(null, "bob", user, TWO)).isEqualTo("bob");
            // Whoever the policy does not name is refused later, and nobody else pays.
            assertThat(PolicyOptions.asks(null, "eve", user, List.of("ada"))).isEqualTo("eve");
        }
        for (String environment : new String[] {null, ""}) {
            assertThat(PolicyOptions.asks(null, environment, "bob", TWO)).isEqualTo("bob");
            assertThat(PolicyOptions.asks(null, environment, "ada", TWO)).isEqualTo("ada");
            assertThat(PolicyOptions.asks(null, environment, "root", List.of("bob")))
                    .isEqualTo("bob");
            for (List<String> several : List.of(TWO, List.<String>of())) {
                assertThatThrownBy(() -> PolicyOptions.asks(null, environment, "root", several))
                        .isInstanceOf(Refusal.class)
                        .hasMessageContaining("--analyst");
            }
        }
    }

    @Test
    void anUnexpectedErrorQuotesNothing() {
        for (Throwable failure : List.of(
                new IllegalStateException("value 4711 of Ada"),
                new OutOfMemoryError("4711"),
                new StackOverflowError("4711"))) {
            StringWriter text = new StringWriter();
            PrintWriter err = new PrintWriter(text);
            MistakeText.print(err, failure);
            assertThat(text.toString()).contains("stays charged").doesNotContain("4711", "Ada", "\tat ");
            assertThat(TellErrors.unexpected(failure, err)).isEqualTo(1);
            assertThat(text.toString()).doesNotContain("4711", "Ada");
        }
    }
}
