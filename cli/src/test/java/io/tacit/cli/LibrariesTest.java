package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LibrariesTest {
    /** The demonstration's generator asks for a Guava years older than Calcite's; the nearer one would win. */
    @Test
    void guavaIsTheOneThatTheEngineIsTestedWith() {
        Path jar = Path.of(ImmutableList.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        assertThat(String.valueOf(jar.getFileName())).startsWith("guava-33.");
    }
}
