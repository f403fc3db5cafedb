package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that read what is piped into them: the same as on the command line or in a file, and the exit code says how it went. */
@NullUnmarked
class StandardInputTest {
    @TempDir
    private Path folder;

    private Path table;

    @BeforeEach
    void write() throws IOException {
        table = Files.writeString(folder.resolve("t.csv"), "who,Ort\n1,Köln\n2,Ulm\n");
        Files.writeString(folder.resolve("p.csv"), "Ort\nKöln\n");
    }

    private Run piped(String text, String... words) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        try {
            return Run.of(words);
        } finally {
            System.setIn(before);
        }
    }

    private String[] command(String name, String... more) {
        List<String> words = new ArrayList<>(List.of(
                name, "--table", "t=" + table, "--public", "p=" + folder.resolve("p.csv"), "--privacy-unit", "who"));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    /** Public rows are answered exactly, so that all three ways must give the same text. */
    @Test
    void aQueryIsReadFromThreePlaces() throws IOException {
        String sql = "SELECT Ort, 'ä;€' AS sign FROM p";
        Path file = Files.writeString(folder.resolve("q.sql"), sql);
        for (String command : List.of("query", "explain")) {
            Run typed = Run.of(command(command, sql));
            assertThat(typed.code()).as(typed.err()).isZero();
            for (Run other : List.of(piped(sql, command(command, "-")), Run.of(command(command, "-f", "" + file)))) {
                assertThat(other.code()).as(other.err()).isZero();
                assertThat(withoutTime(other.out())).isEqualTo(withoutTime(typed.out()));
            }
        }
        assertThat(Run.of(command("query", sql)).out()).contains("Köln").contains("ä;€");
        // A minus sign alone means standard input, and nothing else does.
        assertThat(piped(sql, command("query", "--", "--")).code()).isEqualTo(1);
        assertThat(piped("SELECT nothing FROM p", command("query", "-")).code()).isEqualTo(1);
    }

    private static String withoutTime(String text) {
        return text.replaceAll("[0-9.]+ s\\b", "");
    }

    /** One exit code for all statements, and each is answered whatever became of those before it. */
    @Test
    void aPipedShellSaysWhetherAllWereAnswered() {
        String good = "SELECT Ort AS ort FROM p;\n";
        String bad = "SELECT nothing FROM p;\n";
        for (int statements = 0; statements <= 2; statements++) {
            for (int which = 0; which < 1 << statements; which++) {
                StringBuilder text = new StringBuilder();
                for (int i = 0; i < statements; i++) {
                    text.append((which >> i & 1) == 1 ? bad : good);
                }
                Run run = piped(text.toString(), command("shell"));
                assertThat(run.code()).as(text.toString()).isEqualTo(which == 0 ? 0 : 1);
                assertThat(run.out().lines().filter(line -> line.strip().equals("Köln")))
                        .as(text.toString())
                        .hasSize(statements - Integer.bitCount(which));
            }
        }
    }

    /** A file that stands as a word is a table of people, called as it is. */
    @Test
    void aWordOfAShellIsATable() {
        Run run = piped("DESCRIBE t;\n\\q\nSELECT 1;\n", "shell", table.toString(), "--privacy-unit", "who");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("the person").contains("Ort").doesNotContain("1 row.");
    }
}
