package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.cli.text.AnswerFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person reads what it cost below the answer; whoever reads a file, or lets a program read, has the answer alone there. */
@NullUnmarked
class WhereSummariesStandTest {
    @TempDir
    private Path folder;

    @Test
    void everyFormatIsWrittenToTheTerminalAndIntoAFile() throws IOException {
        Path table = Files.writeString(folder.resolve("t.csv"), "a\n1\n");
        for (AnswerFormat format : AnswerFormat.values()) {
            for (boolean toFile : new boolean[] {true, false}) {
                Path output = folder.resolve("answer");
                List<String> words = new ArrayList<>(List.of("query", "--public", "t=" + table));
                words.addAll(List.of("--format", format.name().toLowerCase(Locale.ROOT)));
                words.addAll(toFile ? List.of("--output", output.toString()) : List.of());
                words.add("SELECT 7 AS seven");
                Run run = Run.of(words.toArray(String[]::new));
                assertThat(run.code()).as(run.err()).isZero();
                String told = "1 row. Nothing private was read";
                boolean below = format == AnswerFormat.TABLE && !toFile;
                // A page holds what it cost, wherever it is written.
                boolean within = format == AnswerFormat.HTML;
                String answer = toFile ? Files.readString(output) : run.out();
                assertThat(answer).as("%s", format).contains("seven", "7");
                assertThat(answer.contains(told)).as("%s %s", format, toFile).isEqualTo(below || within);
                assertThat(run.err().contains(told)).as("%s %s", format, toFile).isEqualTo(!below);
                assertThat(run.out().isEmpty()).as("%s", format).isEqualTo(toFile);
            }
        }
    }
}
