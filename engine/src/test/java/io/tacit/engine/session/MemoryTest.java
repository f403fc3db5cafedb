package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The memory that a process takes, as its operating system counts it. */
@Tag("process")
class MemoryTest {
    /** Java with 256 MiB and an engine with 256 MiB, and what both need besides. */
    private static final long MOST_KIBIBYTES = 1_200_000;

    @TempDir
    Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void noTextThatAQueryMakesFillsTheMemory() throws IOException, InterruptedException {
        Process child = LongTexts.start(folder);
        try {
            List<String> says =
                    child.inputReader(StandardCharsets.UTF_8).lines().toList();
            assertThat(child.waitFor()).isZero();
            assertThat(says).hasSize(LongTexts.QUERIES.size() + 1);
            assertThat(Long.parseLong(says.get(LongTexts.QUERIES.size()))).isLessThan(MOST_KIBIBYTES);
        } finally {
            child.destroyForcibly();
        }
    }
}
