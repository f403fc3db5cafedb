package io.tacit.engine.plantedbugs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where tests of several modules are run by one process ({@code bench/run reach}), an old library of one does not hide what
 * a newer one of another has: tests that use it would fail to link, be left out, and notice no change any more.
 */
@NullUnmarked
class NewestLibrariesTest {
    @TempDir
    Path folder;

    private static String jar(String name, String version, String classifier) {
        return "/m2/org/some/" + name + "/" + version + "/" + name + "-" + version + classifier + ".jar";
    }

    private List<String> newest(String... paths) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bash", "../bench/newest"));
        for (int i = 0; i < paths.length; i++) {
            command.add(Files.writeString(folder.resolve("path" + i), paths[i]).toString());
        }
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return Arrays.asList(said.strip().split(":", -1));
    }

    private static String path(String... entries) {
        return Arrays.stream(entries).collect(Collectors.joining(":"));
    }

    @Test
    void ofEachLibraryTheNewestIsThereInTheOldOrder() throws Exception {
        String first = path(jar("lang3", "3.9", ""), jar("alone", "1", ""), jar("asm", "9.10.1", ""));
        String second = path(jar("lang3", "3.20.0", ""), jar("asm", "9.7.1", ""), jar("lang3", "3.1", ""));
        assertThat(newest(first, second))
                .containsExactly(jar("alone", "1", ""), jar("asm", "9.10.1", ""), jar("lang3", "3.20.0", ""));
        assertThat(newest(second, first))
                .containsExactly(jar("lang3", "3.20.0", ""), jar("alone", "1", ""), jar("asm", "9.10.1", ""));
    }

    @Test
    void partsOfALibraryAreNotEachOther() throws Exception {
        String all = path(jar("agent", "2", "-runtime"), jar("agent", "10", ""), "/m2/org/other/agent/1/agent-1.jar");
        assertThat(newest(all)).containsExactly(all.split(":", -1));
    }

    @Test
    void whatAModuleBuiltItselfIsNoLibrary() throws Exception {
        assertThat(newest(path(
                        "/home/engine/target/classes", "/home/engine/target/tacit-engine-1.jar", jar("a", "1", ""))))
                .containsExactly(jar("a", "1", ""));
    }
}
