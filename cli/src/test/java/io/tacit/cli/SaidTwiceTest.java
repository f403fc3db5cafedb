package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a column twice holds as it is said last, whatever is said of it between, and of other columns. */
@NullUnmarked
class SaidTwiceTest {
    private static final List<String> TYPES = List.of("", "BIGINT[0..50]", "DECIMAL(9,0)[1..60]");
    private static final List<String> VALUES = List.of("", "1,2", "3,4,5");

    @TempDir
    private Path folder;

    @Test
    void theLastTypeAndTheLastListHold() throws IOException {
        Path file = Files.writeString(folder.resolve("t.csv"), "x,y\n1,1\n");
        for (String type : TYPES) {
            for (String laterType : TYPES) {
                for (String values : VALUES) {
                    for (String laterValues : VALUES) {
                        // In which order does not matter.
                        boolean typesFirst = values.isEmpty() == laterType.isEmpty();
                        List<String> said = new ArrayList<>(said("--column", ":", type, laterType));
                        said.addAll(typesFirst ? said.size() : 0, said("--domain", "=", values, laterValues));
                        List<String> words = new ArrayList<>(List.of("tables", "--table", "t=" + file));
                        words.addAll(said);
                        words.addAll(List.of("--column", "y:VARCHAR", "--domain", "y=9"));
                        Run run = Run.of(words.toArray(String[]::new));
                        assertThat(run.code()).as("%s: %s", said, run.err()).isZero();
                        List<String> cells = cells(run.out());
                        String lastType = laterType.isEmpty() ? type : laterType;
                        String lastValues = laterValues.isEmpty() ? values : laterValues;
                        assertThat(cells.get(1))
                                .as(said.toString())
                                .isEqualTo(lastType.isEmpty() ? "INTEGER" : lastType.replaceFirst("\\[.*", ""));
                        assertThat(cells.get(3)).as(said.toString()).isEqualTo(bounds(lastType));
                        assertThat(cells.get(4)).as(said.toString()).isEqualTo(lastValues.replace(",", ", "));
                    }
                }
            }
        }
    }

    private static List<String> said(String option, String sign, String... values) {
        return Arrays.stream(values)
                .filter(value -> !value.isEmpty())
                .flatMap(value -> List.of(option, "x" + sign + value).stream())
                .toList();
    }

    private static String bounds(String type) {
        return type.contains("[")
                ? type.substring(type.indexOf('[') + 1, type.length() - 1).replace("..", " to ")
                : "";
    }

    /** What is shown of the column x. */
    private static List<String> cells(String out) {
        String line = out.lines()
                .filter(each -> each.strip().startsWith("x "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(out));
        return Arrays.stream(line.split("│", -1)).map(String::strip).toList();
    }
}
