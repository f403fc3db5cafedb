package io.tacit.engine.plantedbugs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes are found mechanically, or read from a file, and applied where they stand. */
@NullUnmarked
class MutationsTest {
    private static final String FILE = "engine/src/main/java/io/tacit/engine/ownership/LosslessCast.java";

    @TempDir
    Path folder;

    private List<Mutation> written(String before, String after) throws IOException {
        Path file = folder.resolve("changes.json");
        Files.writeString(
                file,
                "[{\"id\": \"A1\", \"file\": \"%s\", \"before\": \"%s\", \"after\": \"%s\"}]"
                        .formatted(FILE, before, after));
        return Mutations.of(file.toString(), 0, 0);
    }

    @Test
    void aWrittenChangeStandsWhereItsTextDiffers() throws IOException {
        Mutation change = written(
                        "package io.tacit.engine.ownership;\\n\\nimport",
                        "package io.tacit.engine.ownership;\\n\\nexport")
                .get(0);
        assertThat(change.className()).isEqualTo("io.tacit.engine.ownership.LosslessCast");
        assertThat(change.line()).isEqualTo(3);
        String text = Files.readString(Mutations.source(change.className()));
        assertThat(change.applied(text)).isEqualTo(text.replaceFirst("import", "export"));
    }

    @Test
    void aTextThatIsNotThereOnceIsNoPlace() {
        assertThatThrownBy(() -> written("no such text", "")).hasMessageContaining(FILE);
        assertThatThrownBy(() -> written("import", "")).hasMessageContaining(FILE);
    }

    @Test
    void theSameSeedFindsTheSameChangesAndAClassIsFoundByItsName() throws IOException {
        List<Mutation> some = Mutations.of("selection", 20, 7);
        assertThat(some).hasSize(20).isEqualTo(Mutations.of("selection", 20, 7));
        assertThat(some).isNotEqualTo(Mutations.of("selection", 20, 8));
        assertThat(some).allMatch(change -> change.className().startsWith("io.tacit.privacy.selection."));
        assertThat(Mutations.of("LosslessCast", 1000, 1))
                .isNotEmpty()
                .allMatch(change -> change.className().endsWith(".LosslessCast"));
    }
}
