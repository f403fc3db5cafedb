package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Memory that groups use up has a name, and the session goes on. Walked whole: 5 million groups of one person where Java has 256
 * MiB; else fewer where it has less.
 */
@Tag("process")
@Tag("walk")
@NullUnmarked
class ManyGroupsTest {
    @TempDir
    private Path folder;

    private List<String> told(int heap, int groups) throws IOException, InterruptedException {
        Process child = ManyGroups.start(folder, heap, groups);
        try {
            List<String> says =
                    child.inputReader(StandardCharsets.UTF_8).lines().toList();
            assertThat(child.waitFor()).as("%s", says).isZero();
            assertThat(says).hasSize(ManyGroups.QUERIES.size());
            return says;
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void moreGroupsThanJavaHolds() throws IOException, InterruptedException {
        List<String> says = Walk.WHOLE ? told(256, 5_000_000) : told(56, 400_000);
        for (String said : says.subList(0, 2)) {
            assertThat(said).startsWith("TCT-X01").contains("Java's memory", "fewer and larger groups", "-Xmx");
        }
        assertThat(says.get(2)).isEqualTo("1 rows");
    }
}
