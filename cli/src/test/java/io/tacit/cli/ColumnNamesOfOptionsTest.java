package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A column may be named in options with quotes or without, in any case, with and without its table. */
class ColumnNamesOfOptionsTest {
    /** Names with every sign that divides something in an option; {@code t.x} could be a column x of t. */
    private static final List<String> COLUMNS =
            List.of("plain", "Two Words", "a.b", "a:b", "a=b", "a,b", "q'q", "t.x", "x[1]", "select", "Ärger");

    private static final List<String> TABLES = List.of("t", "my.visits", "two words");

    @TempDir
    private Path folder = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void write() throws IOException {
        String header = COLUMNS.stream().map(ColumnNamesOfOptionsTest::quoted).collect(Collectors.joining(","));
        file = Files.writeString(
                folder.resolve("data.csv"),
                header + "\n" + COLUMNS.stream().map(name -> "1").collect(Collectors.joining(",")) + "\n");
    }

    private static String quoted(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /** How a name may be written: each of these for the table, or none, and for the column. */
    private static final List<UnaryOperator<String>> WAYS = List.of(
            name -> name,
            name -> name.toUpperCase(Locale.ROOT),
            ColumnNamesOfOptionsTest::quoted,
            name -> quoted(name.toUpperCase(Locale.ROOT)));

    /**
     * Each way to write all columns of a table, in their order.
     *
     * @param dividers signs that divide names in this option: a column with one of them must be quoted
     */
    private static List<List<String>> writings(String table, String dividers, boolean withoutTable) {
        List<List<String>> all = new ArrayList<>();
        for (UnaryOperator<String> way : WAYS) {
            List<String> written = COLUMNS.stream()
                    .map(column -> dividers.chars().anyMatch(sign -> column.indexOf(sign) >= 0)
                            ? quoted(column)
                            : way.apply(column))
                    .toList();
            WAYS.forEach(named -> all.add(written.stream()
                    .map(column -> named.apply(table) + "." + column)
                    .toList()));
            if (withoutTable) {
                // Without quotes t.x is the x of a table t, where there is one.
                all.add(written.stream()
                        .map(column -> column.equalsIgnoreCase("t.x") && table.equals("t") ? "\"t.x\"" : column)
                        .toList());
            }
        }
        return all;
    }

    private String tables(String table, String... options) {
        Run run = Run.of(Stream.concat(Stream.of("tables", "--table", table + "=" + file), Stream.of(options))
                .toArray(String[]::new));
        assertThat(run.code()).as("%s: %s", List.of(options), run.err()).isZero();
        return run.out();
    }

    /** The line that tells of a column. */
    private static String line(String out, String column) {
        return out.lines()
                .filter(line ->
                        line.strip().startsWith(column + " ") || line.strip().startsWith(quoted(column) + " "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(column + " in\n" + out));
    }

    /** The option once for each column, with what {@code value} says of the column's place. */
    private static String[] options(String option, List<String> written, IntFunction<String> value) {
        return IntStream.range(0, written.size())
                .boxed()
                .flatMap(i -> Stream.of(option, written.get(i) + value.apply(i)))
                .toArray(String[]::new);
    }

    private static void check(String out, List<String> written, IntFunction<String> seen) {
        for (int i = 0; i < COLUMNS.size(); i++) {
            assertThat(line(out, COLUMNS.get(i))).as(written.get(i)).contains(seen.apply(i));
        }
    }

    @Test
    void aTypeAndARangeBelongToTheColumnThatIsNamed() {
        for (String table : TABLES) {
            for (List<String> written : writings(table, "", true)) {
                String out =
                        tables(table, options("--column", written, i -> ":DECIMAL(9," + i % 3 + ")[" + i + "..40]"));
                check(out, written, i -> "DECIMAL(9," + i % 3 + ")");
                check(out, written, i -> " " + i + " to 40");
            }
        }
    }

    @Test
    void aListOfValuesBelongsToTheColumnThatIsNamed() {
        for (List<String> written : writings("my.visits", "=", true)) {
            String out = tables("my.visits", options("--domain", written, i -> "=" + i + ",88"));
            check(out, written, i -> " " + i + ", 88");
        }
    }

    @Test
    void uniqueColumnsAreFoundByTheirNames() {
        for (List<String> written : writings("my.visits", ",", false)) {
            check(tables("my.visits", options("--unique", written, i -> "")), written, i -> "unique");
        }
    }

    @Test
    void thePersonIsFoundByName() {
        int i = 0;
        for (List<String> written : writings("two words", ",", true)) {
            i = (i + 3) % COLUMNS.size();
            String out = tables("two words", "--privacy-unit", written.get(i));
            assertThat(line(out, COLUMNS.get(i))).as(written.get(i)).contains("the person");
            String all = COLUMNS.stream().map(ColumnNamesOfOptionsTest::quoted).collect(Collectors.joining(", "));
            check(tables("two words", "--privacy-unit", all), COLUMNS, column -> "the person");
        }
    }

    @Test
    void bothEndsOfAForeignKeyAreFoundByTheirNames() {
        int i = 0;
        for (List<String> written : writings("t", "=", false)) {
            i = (i + 3) % COLUMNS.size();
            String out = tables(
                    "t",
                    "--table",
                    "two words=" + file,
                    "--privacy-unit",
                    "two words.plain",
                    "--foreign-key",
                    written.get(i) + "=\"two words\".\"a=b\"");
            assertThat(line(out, COLUMNS.get(i)))
                    .as(written.get(i))
                    .contains("leads to the person through two words.a=b");
        }
    }

    /** Whoever mistypes a column reads which there are, whatever the option. */
    @Test
    void aColumnThatIsNotThereIsRefusedWithThoseThatAre() {
        for (List<String> options : List.of(
                List.of("--privacy-unit", "nobody"),
                List.of("--privacy-unit", "t.nobody"),
                List.of("--privacy-unit", "plain,nobody"),
                List.of("--privacy-unit", "\"t.plain\""),
                List.of("--privacy-unit", "plain", "--unique", "t.nobody"),
                List.of("--privacy-unit", "plain", "--unique", "t.plain,nobody"),
                List.of("--privacy-unit", "plain", "--column", "nobody:INTEGER"),
                List.of("--privacy-unit", "plain", "--column", "\"t.plain\":INTEGER"),
                List.of("--privacy-unit", "plain", "--domain", "nobody=1"),
                List.of("--table", "u=" + file, "--privacy-unit", "u.plain", "--foreign-key", "t.nobody=u.plain"),
                List.of("--table", "u=" + file, "--privacy-unit", "u.plain", "--foreign-key", "t.plain=u.nobody"))) {
            List<String> words = new ArrayList<>(List.of("query", "--no-tally", "--table", "t=" + file));
            words.addAll(options);
            words.add("SELECT COUNT(*) FROM t");
            Run run = Run.of(words.toArray(String[]::new));
            assertThat(run.code()).as("%s", options).isEqualTo(1);
            assertThat(run.err()).as("%s", options).contains(COLUMNS);
        }
    }

    @Test
    void nothingIsTakenFromTheMiddleOfAName() {
        for (String wrong : List.of("\"a:b\"", "\"a=b\"", "\"a:INTEGER", "plain", ":INTEGER", "")) {
            Run run = Run.of("tables", "--table", "t=" + file, "--column", wrong);
            assertThat(run.code()).as(wrong).isEqualTo(1);
        }
        for (String wrong : List.of("\"a=b\"", "plain=", "=1", "plain")) {
            assertThat(Run.of("tables", "--table", "t=" + file, "--domain", wrong)
                            .code())
                    .as(wrong)
                    .isEqualTo(1);
        }
    }
}
