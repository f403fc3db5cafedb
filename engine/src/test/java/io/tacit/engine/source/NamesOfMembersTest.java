package io.tacit.engine.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of a name that one object of sixty-one has, at first use and ever after: every control character, halves of
 * signs, the empty name, other spellings of a name that all have, names that queries cannot write without quotes. The file can
 * be used, and everybody else's columns are what they are without that object.
 */
@NullUnmarked
class NamesOfMembersTest {
    private static final int OTHERS = 60;
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(256, 1, message -> {});

    @TempDir
    private Path folder;

    private static List<String> noNames() {
        List<String> names =
                new ArrayList<>(List.of("", "PID", "Pid", "V", "a\\u2028b", "a\\u2029b", "\\ud800", "a\\udc00"));
        IntStream.concat(IntStream.rangeClosed(0, 31), IntStream.rangeClosed(127, 159))
                .forEach(control -> names.add("a\\u%04xb".formatted(control)));
        return names;
    }

    @Test
    void aNameThatCannotBeAColumnIsLeftOut() throws IOException {
        for (String name : noNames()) {
            assertThat(columns(name)).as(name).containsExactly("pid VARCHAR", "v INTEGER");
        }
    }

    @Test
    void aNameThatCanIsKept() throws IOException {
        for (String name : List.of("w", " ", "a b", "\\\"", "ä", "\\ud83d\\ude00", ": ", "# a", "select", "\\u200d")) {
            assertThat(columns(name)).as(name).hasSize(3).startsWith("pid VARCHAR", "v INTEGER");
        }
    }

    /** Which spelling of a name stays, by how many of a hundred objects have the one and the other. */
    @Test
    void ofTwoSpellingsTheOneStaysThatNearlyAllHave() throws IOException {
        for (int one = 0; one <= 100; one += 5) {
            for (int other = 0; other <= 100; other += 5) {
                List<String> expected = new ArrayList<>(List.of("id"));
                if (one > 0 && (other == 0 || one >= 90 && other <= 10)) {
                    expected.add("name");
                }
                if (other > 0 && (one == 0 || other >= 90 && one <= 10)) {
                    expected.add("NAME");
                }
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < 100; i++) {
                    text.append("{\"id\":").append(i).append(i < one ? ",\"name\":1" : "");
                    text.append(i >= 100 - other ? ",\"NAME\":1" : "").append("}\n");
                }
                Path file = Files.writeString(folder.resolve("names.jsonl"), text);
                assertThat(LookAtJson.shape(file).names())
                        .as("%d and %d", one, other)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    /** The columns as the file is first used and as its schema file keeps them, after a look at all rows. */
    private List<String> columns(String name) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < OTHERS; i++) {
            text.append("{\"pid\":\"p%d\",\"v\":%d}\n".formatted(i, i));
        }
        text.append("{\"pid\":\"evil\",\"v\":1,\"%s\":1}\n".formatted(name));
        Path file = Files.writeString(folder.resolve("t.jsonl"), text);
        Files.deleteIfExists(DeclareSource.schemaFile(file));
        List<String> first = declared(file);
        assertThat(declared(file)).as(name).isEqualTo(first);
        return first;
    }

    private static List<String> declared(Path file) {
        DeclaredSource declared = DeclareSource.keep(DeclareSource.declare(
                new SourceArgument("t", file, Optional.empty()),
                new Protection.UnitColumn("pid"),
                Map.of(),
                new DuckDbEngine(SETTINGS)));
        List<String> people = new ArrayList<>();
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(declared.table()), SETTINGS)) {
            database.rows("SELECT pid FROM t", row -> people.add(row.getString(1)));
        }
        assertThat(people).hasSize(OTHERS + 1);
        return declared.table().table().columns().stream()
                .map(NamesOfMembersTest::shown)
                .toList();
    }

    private static String shown(Column column) {
        return column.name() + " " + column.type().sql();
    }
}
