package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two paths lead to one file where what is written to the one is read from the other: it is written, to see. */
@NullUnmarked
class SameFileTest {
    @TempDir
    private Path folder;

    /** Files, links of both kinds and in chains, and files that are not there yet, by every way that leads to them. */
    private List<Path> paths(Path place) throws IOException {
        Files.createDirectories(place.resolve("sub"));
        Files.writeString(place.resolve("a"), "a");
        Files.writeString(place.resolve("b"), "b");
        Files.createLink(place.resolve("hard"), place.resolve("a"));
        Files.createSymbolicLink(place.resolve("link1"), Path.of("a"));
        for (int i = 2; i <= 5; i++) {
            Files.createSymbolicLink(place.resolve("link" + i), place.resolve("link" + (i - 1)));
        }
        Files.createSymbolicLink(place.resolve("dangling1"), Path.of("sub/new"));
        Files.createSymbolicLink(place.resolve("dangling2"), Path.of("dangling1"));
        Files.createSymbolicLink(place.resolve("dangling3"), place.resolve("dangling2"));
        Files.createSymbolicLink(place.resolve("folder"), Path.of("sub"));
        Files.createSymbolicLink(place.resolve("folder2"), place.resolve("folder"));
        List<Path> paths = new ArrayList<>();
        for (String name : List.of(
                "a",
                "b",
                "hard",
                "link1",
                "link5",
                "./a",
                "sub/../a",
                "new",
                "./new",
                "sub/new",
                "folder/new",
                "folder2/new",
                "dangling1",
                "dangling3",
                "sub/other")) {
            paths.add(place.resolve(name));
        }
        return paths;
    }

    @Test
    void whatIsWrittenToOneIsReadFromTheOther() throws IOException {
        int many = paths(folder.resolve("count")).size();
        for (int i = 0; i < many; i++) {
            for (int j = 0; j < many; j++) {
                List<Path> paths = paths(folder.resolve(i + "-" + j));
                Path one = paths.get(i);
                Path other = paths.get(j);
                boolean said = SameFile.same(one, other);
                Files.writeString(one, "just written");
                boolean same = Files.exists(other) && Files.readString(other).equals("just written");
                assertThat(said).as("%s and %s", one, other).isEqualTo(same);
            }
        }
    }

    /** Links that go round lead nowhere: in doubt they lead to one file, or at least the question has an answer. */
    @Test
    void linksThatGoRoundEnd() throws IOException {
        Path round = folder.resolve("round");
        Files.createSymbolicLink(round, folder.resolve("back"));
        Files.createSymbolicLink(folder.resolve("back"), round);
        assertThat(SameFile.same(round, round)).isTrue();
        assertThat(SameFile.same(round, folder.resolve("a"))).isFalse();
    }
}
