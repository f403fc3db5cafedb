package io.tacit.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.session.TacitSession;
import io.tacit.privacy.number.Rational;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A shell under a policy: at a pseudo-terminal, and over a pipe. */
class ShellTest {
    private static final String BY_AREA = "SELECT area, COUNT(DISTINCT person) AS people\nFROM t GROUP BY area;\n";

    @TempDir
    private Path folder;

    private TacitSession session;
    private ShellSession subject;

    @BeforeEach
    void open() throws IOException {
        StringBuilder rows = new StringBuilder("person,area,secret\n");
        for (int i = 0; i < 10_000; i++) {
            rows.append(i).append(i % 2 == 0 ? ",north,1\n" : ",south,1\n");
        }
        Files.writeString(folder.resolve("t.csv"), rows);
        StringBuilder numbers = new StringBuilder("k\n");
        for (int i = 0; i < 3000; i++) {
            numbers.append(i).append('\n');
        }
        Files.writeString(folder.resolve("numbers.csv"), numbers);
        Path file = folder.resolve("tacit.yaml");
        Files.writeString(file, """
            dataset: t
            tables:
              t:
                file: t.csv
                person: person
                columns: {person: INTEGER, area: VARCHAR, secret: {type: INTEGER, hidden: true}}
              numbers:
                file: numbers.csv
                public: true
                columns: {k: INTEGER}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 3, delta: 1e-3}}}
            version: first
            ledger: books.sqlite
            """);
        Policy policy = PolicyFile.read(file, DuckDbEngine.standard());
        session = TacitSession.open(policy, "ada");
        subject = new ShellSession(session, "ada", List.of(folder.resolve("t.csv")), answer -> {});
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void aPersonGoesFromTheStartToAKeptAnswer() throws Exception {
        Path history = folder.resolve("history");
        try (TypingPerson person = new TypingPerson(subject, history)) {
            person.await("tacit ada (ε 0 spent)> ");
            assertThat(person.type("\\d t\n", "spent)> "))
                    .contains("the person")
                    .doesNotContain("secret");
            // Several lines; then what it costs, and the choice.
            assertThat(person.type(BY_AREA, "Ask it? [Y/n] "))
                    .contains("  ... ", "It costs ε 1", "Expected: people ± ", "then ε 2");
            assertThat(person.type("n\n", "(ε 0 spent)> ")).contains("Nothing was spent.");
            person.type(BY_AREA, "Ask it? [Y/n] ");
            assertThat(person.type("\n", "(ε 1 spent)> "))
                    .containsPattern("north │ +[\\d,]+ \\[")
                    .contains("spent. 95%");
            // The same again costs nothing, so that nobody is asked.
            assertThat(person.type("select Area, count(distinct person) from t group by area;\n", "(ε 1 spent)> "))
                    .contains("and kept; nothing was spent now");
            assertThat(person.type("\\history\n", "spent)> ")).contains("ε 1", "free");
            assertThat(person.type("\\history 2\n", "spent)> ")).containsPattern("north │ +[\\d,]+ \\[");
            assertThat(person.type("\\budget\n", "spent)> "))
                    .contains("This session spent (ε 1, δ 1e-8).", "left of ε 3");
            assertThat(person.type("\\explain\n", "spent)> ")).contains("COUNT(DISTINCT person)");
            assertThat(person.type("\\confirm off\n", "spent)> ")).contains("off.");
            assertThat(person.type("SELECT COUNT(*), nothing FROM t;\n", "spent)> "))
                    .contains("TCT-S03", "^");
            assertThat(person.type("\\q\n", "")).isEmpty();
            assertThat(person.left()).isTrue();
        }
        assertThat(Files.readString(history)).contains("\\d t", "SELECT area", "\\history 2");
    }

    /** The shell goes on under the policy as it is, or says why it cannot; what is kept is given again in any case. */
    @Test
    void aPolicyThatChangesHoldsForAnOpenShell() throws IOException {
        Path file = folder.resolve("tacit.yaml");
        String policy = Files.readString(file);
        AtomicReference<TacitSession> open = new AtomicReference<>(session);
        ShellSession renewed = new ShellSession(
                open::get,
                "ada",
                List.of(),
                answer -> {},
                () -> open.set(TacitSession.open(PolicyFile.read(file, DuckDbEngine.standard()), "ada")));
        String kept = "SELECT COUNT(DISTINCT person) AS n FROM t;";
        assertThat(piped(renewed, kept)).contains("ε 1");

        Files.writeString(file, policy.replace("area: VARCHAR", "area: {type: VARCHAR, hidden: true}"));
        assertThat(piped(renewed, "SELECT area, COUNT(*) AS n FROM t GROUP BY area;"))
                .contains("The owner has changed the policy.", "TCT-S03");
        assertThat(renewed.spent().epsilon()).isEqualTo(Rational.ONE);

        assertThat(piped(renewed, kept)).contains("ε 1");
        Files.delete(file);
        assertThat(piped(renewed, "SELECT COUNT(*) AS n FROM t;" + kept))
                .contains("TCT-P03", "cannot be used", "and kept; nothing was spent now");
        Files.writeString(file, policy);
        // What is shown again is known once a question would be charged.
        String half = "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.5) ";
        assertThat(piped(
                        renewed,
                        half + "COUNT(*) AS n FROM t; " + half
                                + "area, COUNT(DISTINCT person) AS n FROM t GROUP BY area;"))
                .contains("The owner has changed the policy.", "north");
        open.get().close();
    }

    private static String piped(ShellSession subject, String typed) {
        StringWriter out = new StringWriter();
        boolean ignored = ShellRun.piped(
                subject, new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)), new PrintWriter(out));
        return out.toString();
    }

    @Test
    void interruptStopsTheQueryAndKeepsTheShell() throws Exception {
        try (TypingPerson person = new TypingPerson(subject, folder.resolve("history"))) {
            person.await("spent)> ");
            person.type(
                    "SELECT COUNT(*) FROM numbers a, numbers b, numbers c WHERE a.k + b.k < c.k;\n",
                    TypingPerson.ENTERED);
            assertThat(person.interrupt("spent)> ")).contains("TCT-X02");
            assertThat(person.type("SELECT COUNT(*) AS n FROM numbers;\n", "spent)> "))
                    .contains("3000");
            assertThat(person.type("SELECT\u0003", "spent)> ")).doesNotContain("TCT");
            assertThat(person.type("\u0004", "")).isEmpty();
            assertThat(person.left()).isTrue();
        }
    }

    @Test
    void tabCompletesWhatIsDeclaredAndKnown() throws Exception {
        try (TypingPerson person = new TypingPerson(subject, folder.resolve("history"))) {
            person.await("spent)> ");
            person.type("selec\t", "select ");
            person.type("are\t", "area ");
            person.type("from num\t", "numbers ");
            person.type("\u0003", "spent)> ");
            person.type("\\bud\t", "\\budget ");
            person.type("\u0003", "spent)> ");
            person.type("SELECT sec\t", "second ");
        }
    }

    @Test
    void aPipeIsAnsweredWithoutATerminal() throws IOException {
        Files.writeString(folder.resolve("more.sql"), "SELECT COUNT(*) AS included FROM numbers");
        Path output = folder.resolve("out.csv");
        String typed =
                "-- first\nSHOW TABLES; SELECT ';' AS semicolon, COUNT(*) AS k\nFROM numbers;\n\\format csv\n\\i "
                        + folder.resolve("more.sql") + "\n\\o " + output
                        + "\nSELECT 1 AS one; SELECT 2 AS two;\n\\o\n\\x on\n"
                        + "\\timing\n\\format table\nSELECT MAX(k) AS most FROM numbers";
        Piped piped = piped(typed);
        assertThat(piped.allAnswered()).isTrue();
        assertThat(piped.out())
                .contains("people, by person", "semicolon", "included\n3000\n", "── row 1 of 1", "2999", "Time: ")
                .doesNotContain("secret", "Ask it?", "one\n1");
        assertThat(output).hasContent("one\n1\ntwo\n2\n");
        assertThat(session.spent().epsilon().signum()).isZero();
    }

    @Test
    void whatCannotBeDoneIsSaidAndTheRestGoesOn() {
        Piped piped = piped("\\nonsense\n\\format xml\n\\i\n\\i missing.sql\n\\history 7\n\\explain\n\\x maybe\n\\o "
                + folder.resolve("t.csv")
                + "\nSELECT nothing FROM t;\nSUMMARIZE t;\nSELECT 5 AS five;\n\\?\n\\q\nSELECT 6;");
        assertThat(piped.allAnswered()).isFalse();
        assertThat(piped.out())
                .contains(
                        "There is no command \\nonsense",
                        "There is no format xml",
                        "Name a file",
                        "missing.sql cannot be read",
                        "There is no question 7",
                        "Nothing was asked yet",
                        "Write on or off",
                        "TCT-X03",
                        "TCT-S03",
                        "SUMMARIZE shows exact",
                        "five")
                .doesNotContain(" 6");
        for (ShellCommandName command : ShellCommandName.values()) {
            assertThat(piped.out()).contains("  " + command.word());
        }
    }

    private record Piped(boolean allAnswered, String out) {}

    private Piped piped(String typed) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        boolean all = ShellRun.piped(subject, new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)), out);
        out.flush();
        return new Piped(all, text.toString().replace("\r", ""));
    }
}
