package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What is accepted and how it is refused does not depend on Java's assertions, of which Calcite has many: tests run
 * with them, users without.
 */
@NullUnmarked
@Tag("walk")
class AssertionsTest {
    @Test
    void scriptsArePlannedAlikeWithoutAssertions() throws Exception {
        long refused = WithoutAssertions.statements().stream()
                .filter(ScriptStatements.Statement::isRefused)
                .count();
        Process child = WithoutAssertions.start();
        try {
            List<String> says =
                    child.inputReader(StandardCharsets.UTF_8).lines().toList();
            assertThat(child.waitFor()).isZero();
            assertThat(says).hasSize(1);
            assertThat(says.get(0)).endsWith(" planned, " + refused + " refused, assertions off");
        } finally {
            child.destroyForcibly();
        }
    }
}
