package io.tacit.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.session.TacitSession;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person at a shell is asked before anything is spent, never where nothing would be, and no means no. */
@NullUnmarked
class AskedFirstTest {
    private static final String COUNT = "SELECT COUNT(*) FROM t";

    @TempDir
    private Path folder;

    /** What a person types, and what they say when they are asked. */
    private static final class Person implements ShellInput {
        private final Queue<String> typed;
        private final boolean says;
        private int asked;

        Person(boolean says, List<String> typed) {
            this.says = says;
            this.typed = new ArrayDeque<>(typed);
        }

        @Override
        public Optional<String> next(String prompt) {
            return Optional.ofNullable(typed.poll());
        }

        @Override
        public boolean isInteractive() {
            return true;
        }

        @Override
        public boolean agrees(String question) {
            asked++;
            return says;
        }
    }

    @Test
    void whoeverWouldPayIsAskedFirst() throws IOException {
        Files.writeString(folder.resolve("t.csv"), "person,area\n1,a\n2,b\n");
        Files.writeString(folder.resolve("open.csv"), "k\n1\n");
        Path file = Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: t
            tables:
              t: {file: t.csv, person: person, columns: {person: INTEGER, area: VARCHAR}}
              open: {file: open.csv, public: true, columns: {k: INTEGER}}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 100, delta: 1e-3}}}
            version: first
            """);
        Files.writeString(folder.resolve("one.sql"), "SELECT COUNT(*) AS included FROM t;");
        Map<String, Integer> asked = new LinkedHashMap<>();
        for (String pays : List.of(
                COUNT,
                "-- of all\n" + COUNT,
                "/* EXPLAIN */ " + COUNT,
                "(" + COUNT + ")",
                "WITH x AS (" + COUNT + ") SELECT * FROM x",
                "FRESH " + COUNT,
                "fresh\n" + COUNT,
                "\\i " + folder.resolve("one.sql"))) {
            asked.put(pays, 1);
        }
        for (String free : List.of(
                "EXPLAIN PRIVACY " + COUNT,
                "explain privacy " + COUNT,
                "EXPLAIN PRIVACY\n(error = 10)\n" + COUNT,
                "SHOW TABLES",
                "DESCRIBE t",
                "\\d t",
                "\\explain " + COUNT,
                "SELECT COUNT(*) FROM open",
                "SELECT nothing FROM t",
                "\\budget")) {
            asked.put(free, 0);
        }
        try (TacitSession session = TacitSession.open(PolicyFile.read(file, DuckDbEngine.standard()), "ada")) {
            asked.forEach((statement, times) -> {
                Person declines = person(session, false, statement);
                assertThat(declines.asked).as(statement).isEqualTo(times);
                assertThat(spent(session)).as(statement).isZero();
            });
            BigDecimal before = spent(session);
            assertThat(person(session, true, COUNT).asked).isEqualTo(1);
            assertThat(spent(session)).isGreaterThan(before);
            // What is kept is free, and who asked not to be asked is not.
            before = spent(session);
            assertThat(person(session, false, COUNT).asked).isZero();
            assertThat(spent(session)).isEqualTo(before);
            assertThat(person(session, false, "\\confirm off", "FRESH " + COUNT).asked)
                    .isZero();
            assertThat(spent(session)).isGreaterThan(before);
        }
    }

    private static Person person(TacitSession session, boolean says, String... typed) {
        Person person = new Person(says, List.of(typed));
        ShellSession subject = new ShellSession(session, "ada", List.of(), answer -> {});
        PlainOutput out = new PlainOutput(new PrintWriter(new StringWriter()));
        new Shell(subject, out, action -> () -> {}).run(person);
        return person;
    }

    private static BigDecimal spent(TacitSession session) {
        return BigDecimal.valueOf(session.spent().epsilon().toDoubleNearest());
    }

    /** Enter, y and yes agree, in either case; all else, Ctrl-C and an end of what is typed do not. */
    @Test
    void onlyYesIsYes() throws IOException {
        List<String> yes = List.of("", "  ", "y", "Y", "yes", "YES ", " Yes");
        List<String> no = List.of("n", "N", "no", "No", "nein", "not yet", "yes?", "ye", "yesno", "q", "0", ";", "\\q");
        List<String> said = new ArrayList<>(yes);
        said.addAll(no);
        byte[] keys = (String.join("\n", said) + "\n").getBytes(StandardCharsets.UTF_8);
        try (Terminal terminal = new DumbTerminal(
                "test", "dumb", new ByteArrayInputStream(keys), new ByteArrayOutputStream(), StandardCharsets.UTF_8)) {
            TerminalPerson person = new TerminalPerson(
                    terminal, folder.resolve("history"), new Pager(Optional.empty()), () -> List.of());
            for (String each : said) {
                assertThat(person.agrees("Ask it? ")).as(each).isEqualTo(yes.contains(each));
            }
            assertThat(person.agrees("Ask it? ")).as("the end").isFalse();
        }
    }
}
