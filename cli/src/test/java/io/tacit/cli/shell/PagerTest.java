package io.tacit.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PagerTest {
    @TempDir
    private Path folder;

    @Test
    void aPagerGetsTheText() {
        Path file = folder.resolve("page");
        assertThat(Pager.of(Map.of("PAGER", "cat > '" + file + "'", "PATH", "/usr/bin"))
                        .show("a\né\n"))
                .isTrue();
        assertThat(file).hasContent("a\né\n");
        assertThat(Pager.of(Map.of("PAGER", "false", "TACIT_PAGER", "cat > '" + file + "'"))
                        .show("own"))
                .isTrue();
        assertThat(file).hasContent("own");
    }

    /** Then the answer is printed as it is. */
    @Test
    void withoutAPagerNothingIsLost() {
        assertThat(new Pager(Optional.empty()).show("text")).isFalse();
        assertThat(Pager.of(Map.of("PAGER", "")).show("text")).isFalse();
        assertThat(Pager.of(Map.of("PAGER", "exit 3")).show("text")).isFalse();
        assertThat(Pager.of(Map.of("PATH", folder.toString())).show("text")).isFalse();
    }

    @Test
    void whatWasTypedIsForItsAuthorAlone() throws Exception {
        Path file = ShellRun.history(Map.of("XDG_STATE_HOME", folder.toString()), "/nowhere");
        assertThat(file).isEqualTo(folder.resolve("tacit").resolve("history"));
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
    }
}
