package io.tacit.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.cli.text.AnswerFormat;
import io.tacit.cli.text.ChartText;
import io.tacit.cli.text.TableText;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.TacitSession;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.reader.Candidate;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser.ParseContext;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each command of a shell, more than once in one session: what it changes, what it leaves as it was, and what it says. */
@NullUnmarked
class CommandsOfAShellTest {
    @TempDir
    private Path folder;

    private TacitSession session;

    @BeforeEach
    void open() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "person\n1\n");
        Files.writeString(folder.resolve("open.csv"), "k,a  b\n1,2\n2,3\n");
        Path file = Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: t
            tables:
              t: {file: t.csv, person: person, columns: {person: INTEGER}}
              open: {file: open.csv, public: true, columns: {k: INTEGER, 'a  b': INTEGER}}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 100, delta: 1e-3}}}
            version: first
            """);
        session = TacitSession.open(PolicyFile.read(file, DuckDbEngine.standard()), "ada");
    }

    @AfterEach
    void close() {
        session.close();
    }

    private String piped(String... lines) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        boolean ignored = ShellRun.piped(
                new ShellSession(session, "ada", List.of(folder.resolve("t.csv")), answer -> {}),
                new ByteArrayInputStream((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8)),
                out);
        out.flush();
        return text.toString().replace("\r", "").replaceAll(" \\d+\\.\\d s\n", "\n");
    }

    /** On, off and the other of both, in either case; all else changes nothing. */
    @Test
    void everySwitchIsTurned() {
        for (List<String> each : List.of(
                List.of("\\confirm", "Asking first", "on"),
                List.of("\\x", "One line for each value", "off"),
                List.of("\\chart", "Drawing", "off"),
                List.of("\\timing", "Timing", "off"))) {
            List<String> lines = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            boolean on = each.get(2).equals("on");
            for (String word : List.of("", "", "on", "on", "", "off", "OFF", "On", "maybe", "", "oFF", "1", "")) {
                lines.add(each.get(0) + " " + word);
                if (word.matches("maybe|1")) {
                    expected.add("Write on or off.");
                } else {
                    on = word.isEmpty() ? !on : word.equalsIgnoreCase("on");
                    expected.add(each.get(1) + " is " + (on ? "on." : "off."));
                }
            }
            assertThat(piped(lines.toArray(String[]::new)).lines()).isEqualTo(expected);
        }
    }

    /** A format stays until another is named; a name that is none leaves it. */
    @Test
    void theFormatIsTheLastOneNamed() {
        List<String> lines = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (AnswerFormat format : AnswerFormat.values()) {
            String name = format.name().toLowerCase(Locale.ROOT);
            lines.addAll(List.of("\\format " + format, "\\format xml", "\\format", "\\format " + name + ";"));
            expected.addAll(List.of(
                    "Answers are written as " + name + ".",
                    "There is no format xml. The formats are: " + AnswerFormat.names() + ".",
                    "Answers are written as " + name + ".",
                    "Answers are written as " + name + "."));
        }
        assertThat(piped(lines.toArray(String[]::new)).lines()).isEqualTo(expected);
    }

    /** Only tables are drawn, lengthened and summed up: what a program reads is the answer alone. */
    @Test
    void anAnswerIsWhatItsFormatSaysWhateverElseIsOn() {
        String sql = "SELECT k, k + 1 AS more FROM open ORDER BY k";
        Answer answer = session.query(sql);
        for (AnswerFormat format : AnswerFormat.values()) {
            for (boolean expanded : List.of(false, true)) {
                for (boolean chart : List.of(false, true)) {
                    String out = piped(
                            "\\format " + format,
                            "\\x " + (expanded ? "on" : "off"),
                            "\\chart " + (chart ? "on" : "off"),
                            sql + ";");
                    String shown = out.substring(out.indexOf("Drawing is " + (chart ? "on.\n" : "off.\n")))
                            .replaceFirst(".*\n", "");
                    boolean table = format == AnswerFormat.TABLE;
                    String plain = table && expanded
                            ? TableText.expanded(answer, Integer.MAX_VALUE)
                            : format.text(answer, sql, Integer.MAX_VALUE);
                    assertThat(shown)
                            .as("%s %s %s", format, expanded, chart)
                            .isEqualTo(plain.replace("\r", "")
                                    + (table && chart ? ChartText.of(answer, Integer.MAX_VALUE) : "")
                                    + (table ? "2 rows. Nothing private was read, nothing was spent.\n" : ""));
                }
            }
        }
    }

    /** Each file holds the answers that were given while it was named last, and the terminal those of no file. */
    @Test
    void answersGoWhereTheyAreSent() {
        Path one = folder.resolve("one.csv");
        Path two = folder.resolve("two.csv");
        String out = piped(
                "\\format csv",
                "SELECT 1 AS a;",
                "\\o " + one,
                "SELECT 2 AS a;",
                "SELECT 3 AS a;",
                "\\o '" + two + "'",
                "SELECT 4 AS a;",
                "\\o",
                "SELECT 5 AS a;",
                "\\o " + folder.resolve("t.csv"),
                "SELECT 6 AS a;",
                "\\o \"" + two + "\"",
                "\\o " + folder.resolve("t.csv"),
                "SELECT 7 AS a;");
        assertThat(one).hasContent("a\n2\na\n3\n");
        assertThat(two).hasContent("a\n7\n");
        assertThat(folder.resolve("t.csv")).hasContent("person\n1\n");
        for (int i = 1; i <= 7; i++) {
            assertThat(out.contains("a\n" + i + "\n"))
                    .as("%s", i)
                    .isEqualTo(List.of(1, 5, 6).contains(i));
        }
        assertThat(out.split("1 row\\. Nothing private was read", -1))
                .as("what is told of files")
                .hasSize(5);
    }

    /** One after the other as many as there are; within each other ten. */
    @Test
    void filesAreIncludedOneAfterTheOtherAndTenDeep() throws IOException {
        List<String> lines = new ArrayList<>(List.of("\\format csv"));
        for (int i = 0; i < 25; i++) {
            Path file = folder.resolve("f" + i + ".sql");
            Files.writeString(file, "SELECT " + (100 + i) + " AS a;\n");
            lines.add("\\i " + file);
        }
        String out = piped(lines.toArray(String[]::new));
        for (int i = 0; i < 25; i++) {
            assertThat(out).contains("a\n" + (100 + i) + "\n");
        }
        for (int deep : new int[] {1, 9, 10, 11, 13}) {
            for (int i = 1; i <= deep; i++) {
                Files.writeString(
                        folder.resolve("d" + i),
                        "SELECT " + (200 + i) + " AS a;\n"
                                + (i == deep ? "" : "\\i " + folder.resolve("d" + (i + 1)) + "\n"));
            }
            out = piped("\\format csv", "\\i " + folder.resolve("d1"), "SELECT 300 AS a;");
            for (int i = 1; i <= deep; i++) {
                assertThat(out.contains("a\n" + (200 + i) + "\n"))
                        .as("%s of %s", i, deep)
                        .isEqualTo(i <= 10);
            }
            assertThat(out.contains("more than 10 deep")).isEqualTo(deep > 10);
            assertThat(out).contains("a\n300\n");
        }
    }

    /** A statement that names no table shows them all; and the same word with one shows its columns. */
    @Test
    void describingNothingShowsTheTables() {
        String tables = piped("\\dt");
        assertThat(tables).contains("rows_of", "open");
        assertThat(piped("\\d")).isEqualTo(tables);
        assertThat(piped("\\d ;")).isEqualTo(tables);
        assertThat(piped("\\d open")).contains("column").doesNotContain("rows_of");
    }

    /** Names that are no plain words are completed in quotes; functions and keywords in the case that was begun. */
    @Test
    void completedNamesCanBeRead() {
        CompleteWords words = new CompleteWords(session::tables);
        for (String typed : List.of("SELECT A", "SELECT a", "\\d ", "\\explain SELECT a", "SELECT ")) {
            List<Candidate> candidates = new ArrayList<>();
            ParsedLine line = new TypedStatement().parse(typed, typed.length(), ParseContext.COMPLETE);
            words.complete(null, line, candidates);
            List<String> values = candidates.stream().map(Candidate::value).toList();
            assertThat(values).as(typed).contains("open", "t");
            assertThat(values.contains("\"a  b\"")).as(typed).isEqualTo(!typed.startsWith("\\d"));
            assertThat(values.contains("AVG")).as(typed).isEqualTo(typed.equals("SELECT A"));
            assertThat(values.contains("avg")).as(typed).isEqualTo(typed.equals("SELECT a"));
        }
    }

    /** Comments, texts, numbers, words and signs, each beside the others, are coloured as what they are. */
    @Test
    void everyPieceHasItsColour() {
        for (String piece : List.of("SELECT", "a", "1.5", "'--'", "-", "/", "-- SELECT\n", "/* 1 */")) {
            AttributedStyle alone = HighlightSql.coloured(piece).styleAt(0);
            assertThat(alone.equals(AttributedStyle.DEFAULT))
                    .as(piece)
                    .isEqualTo(List.of("a", "-", "/").contains(piece));
            for (String before : List.of("", "x ", "(", "1 - 2 / 3 ", "'a' ")) {
                AttributedString coloured = HighlightSql.coloured(before + piece);
                assertThat(coloured.toString()).isEqualTo(before + piece);
                assertThat(coloured.styleAt(before.length())).as(before + piece).isEqualTo(alone);
                assertThat(coloured.styleAt(coloured.length() - 1))
                        .as(before + piece)
                        .isEqualTo(alone);
            }
        }
    }
}
