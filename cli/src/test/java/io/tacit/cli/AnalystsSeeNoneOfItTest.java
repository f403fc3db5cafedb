package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.AnalystPolicy;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.EngineOfSources;
import io.tacit.engine.session.TacitSession;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing that is the owner's shows in anything that an analyst can make Tacit say. The walk: every kind of file, in every
 * state, times every command of an analyst, all formats and all commands of the shell among them; likewise a session that
 * is open while its file changes. Of whatever is refused for a reason that is the owner's, the owner's log tells the reason.
 */
@NullUnmarked
@Tag("walk")
class AnalystsSeeNoneOfItTest {
    private static final boolean WHOLE = Boolean.getBoolean("tacit.walk");
    private static final long SEED = Long.getLong("tacit.walk.seed", 20261127);

    private static final String COUNT = "SELECT city, COUNT(*) AS n, AVG(age) AS a FROM people GROUP BY city";

    /** What an analyst may ask; what is nearly a hidden name is a question for it. */
    private static final List<String> STATEMENTS = List.of(
            "SELECT COUNT(*) AS n FROM people",
            COUNT,
            "FRESH " + COUNT,
            "SELECT * FROM people",
            "SELECT zq_wage FROM people",
            "SELECT SUM(zqwage) FROM people",
            "SELECT COUNT(*) FROM zq_payroll",
            "SELECT COUNT(*) FROM payroll",
            "SELECT COUNT(*) FROM people NATURAL JOIN people AS p",
            "SELECT COUNT(*) FROM people AS a JOIN people AS b ON a.city = b.city",
            "SELECT COUNT(DISTINCT pid), COUNT(*) FROM people WHERE city LIKE 'z%' GROUP BY age",
            "SELECT column_name, note FROM information_schema.columns",
            "SELECT * FROM information_schema.columns",
            "SELECT * FROM information_schema.tables",
            "EXPLAIN PRIVACY " + COUNT,
            "EXPLAIN PRIVACY (error = 5) SELECT AVG(age) FROM people",
            "SHOW TABLES",
            "DESCRIBE people",
            "DESCRIBE payroll",
            "SUMMARIZE people",
            "SELECT MIN(age), MAX(age), MEDIAN(age), MODE(city) FROM people",
            "SELECT city, COUNT(* FROM people",
            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 3) COUNT(*) FROM people",
            "SELECT CAST(city AS INTEGER), COUNT(*) FROM people GROUP BY 1",
            "DROP TABLE people",
            "SELECT 1");

    private static final List<String> TYPED = List.of(
            "\\?", "\\dt", "\\d", "\\d people", "\\d payroll", "\\budget", "\\explain " + COUNT, "\\history", "\\x on");

    private static final List<String> ENDS = List.of(
            "\\x off",
            "\\chart on",
            "\\timing on",
            "\\history 1",
            "\\history 9",
            "\\explain",
            "\\format nothing",
            "\\nothing",
            "\\i none.sql");

    @TempDir
    private Path folder;

    /** One thing that an analyst does. */
    private record Command(List<String> words, String typed) {
        static Command of(String... words) {
            return new Command(List.of(words), "");
        }

        Run run(Path policy) {
            List<String> all = new ArrayList<>(words);
            all.addAll(1, List.of("--policy", policy.toString()));
            InputStream before = System.in;
            System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
            try {
                return Run.of(all.toArray(String[]::new));
            } finally {
                System.setIn(before);
            }
        }
    }

    private static List<Command> commands() {
        List<Command> all = new ArrayList<>();
        for (String sql : STATEMENTS) {
            all.add(Command.of("query", "--analyst", "ada", sql));
            all.add(Command.of("explain", "--analyst", "ada", "--verbose", "--sql", sql));
        }
        for (String format : List.of("table", "csv", "json", "markdown", "html")) {
            all.add(Command.of("query", "--analyst", "ada", "--format", format, COUNT));
        }
        all.add(Command.of("query", "--analyst", "ada", "--chart", COUNT));
        all.add(Command.of("query", "--analyst", "ada", "--epsilon", "3", COUNT));
        all.add(Command.of("query", "--analyst", "ada", "-f", "none.sql"));
        all.add(Command.of("query", "--analyst", "bob", COUNT));
        all.add(Command.of("query", COUNT));
        all.add(Command.of("explain", "--analyst", "ada", "--for-error", "3", "--format", "json", COUNT));
        all.add(Command.of("tables", "--analyst", "ada"));
        all.add(Command.of("tables"));
        all.add(Command.of("tables", "--analyst", "bob"));
        for (String format : List.of("table", "csv", "html")) {
            all.add(new Command(List.of("budget", "show", "--analyst", "ada", "--format", format), ""));
        }
        List<String> typed = new ArrayList<>(TYPED);
        STATEMENTS.forEach(sql -> typed.add(sql + ";"));
        for (String format : List.of("csv", "json", "markdown", "html", "table")) {
            typed.add("\\format " + format);
            typed.add(COUNT + ";");
        }
        typed.addAll(ENDS);
        all.add(new Command(List.of("shell", "--analyst", "ada"), String.join("\n", typed)));
        return all;
    }

    /** One of them over one file. */
    private record Case(MarkedTown.Kind kind, MarkedTown.State state, Command command) {}

    private static <T> List<T> share(List<T> all, int most) {
        if (WHOLE) {
            return all;
        }
        List<T> some = new ArrayList<>(all);
        Collections.shuffle(some, new Random(SEED));
        return some.subList(0, Math.min(most, some.size()));
    }

    private static String shown(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static String lastLine(Path log) throws IOException {
        List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }

    private static boolean isOwners(String text) {
        return Stream.of("TCT-P02", "TCT-P03", "TCT-D0", "TCT-X01").anyMatch(text::contains);
    }

    @Test
    void nothingThatAnAnalystCanAskShowsIt() throws IOException, SQLException {
        List<Case> all = new ArrayList<>();
        for (MarkedTown.Kind kind : MarkedTown.Kind.values()) {
            for (MarkedTown.State state : MarkedTown.State.values()) {
                // Over a file that cannot be read, all statements end alike.
                List<Command> commands = commands();
                int last = commands.size() - 1;
                List<Command> some = state == MarkedTown.State.WHOLE && kind == MarkedTown.Kind.CSV
                        ? commands
                        : Stream.of(0, 3, last, last - 1, last - 4)
                                .map(commands::get)
                                .toList();
                some.forEach(command -> all.add(new Case(kind, state, command)));
            }
        }
        List<String> leaks = new ArrayList<>();
        int refused = 0;
        int towns = 0;
        for (Case each : share(all, 14)) {
            MarkedTown town = MarkedTown.of(Files.createDirectories(folder.resolve("t" + towns++)), each.kind);
            town.is(each.state);
            String before = lastLine(town.log());
            Run run = each.command.run(town.policy());
            String said = run.out() + run.err();
            String as = each.kind + " " + each.state + " " + each.command.words + ": ";
            if (shown(said).contains(MarkedTown.MARK)) {
                leaks.add(as + said.strip());
            }
            if (each.state == MarkedTown.State.WHOLE
                    && each.kind != MarkedTown.Kind.UNNAMED
                    && each.command.words.contains("SELECT COUNT(*) AS n FROM people")) {
                assertThat(run.code()).as(as + said).isZero();
            }
            boolean logs = List.of("query", "explain").contains(each.command.words.get(0));
            if (logs && isOwners(said) && !said.contains("none.sql")) {
                refused++;
                String line = lastLine(town.log());
                assertThat(line).as(as + said).isNotEqualTo(before).doesNotContain("\"detail\":\"\"");
                assertThat(line.substring(line.indexOf("\"detail\""))).as(as).hasSizeGreaterThan(30);
            }
        }
        assertThat(leaks).isEmpty();
        assertThat(refused).isPositive();
    }

    /** Everything that a session says and gives, as an embedding service would pass it on. */
    private static String heard(TacitSession session, String sql) {
        try {
            Answer answer = session.query(sql);
            return answer.toString();
        } catch (Refusal refusal) {
            return refusal + " " + refusal.forOwner();
        }
    }

    @Test
    void aFileThatChangesUnderAnOpenSessionShowsNothing() throws IOException, SQLException {
        List<String> leaks = new ArrayList<>();
        List<Case> all = new ArrayList<>();
        for (MarkedTown.Kind kind : MarkedTown.Kind.values()) {
            for (MarkedTown.State state : MarkedTown.State.values()) {
                all.add(new Case(kind, state, Command.of("query")));
            }
        }
        int towns = 0;
        for (Case each : share(all, 4)) {
            MarkedTown town = MarkedTown.of(Files.createDirectories(folder.resolve("o" + towns++)), each.kind);
            DuckDbSettings settings = DuckDbSettings.standard();
            List<String> heard = new ArrayList<>();
            try (TacitSession session = TacitSession.open(
                    AnalystPolicy.read(town.policy(), EngineOfSources.with(settings), "ada", ""), "ada", settings)) {
                heard.add(heard(session, "FRESH " + COUNT));
                town.is(each.state);
                heard.add(heard(session, "FRESH " + COUNT));
                heard.add(heard(session, COUNT));
                heard.add(heard(session, "SELECT SUM(age) FROM people"));
                heard.add(session.tables().toString());
            } catch (Refusal refusal) {
                heard.add(refusal.toString());
            }
            heard.stream()
                    .filter(text -> shown(text).contains(MarkedTown.MARK))
                    .forEach(text -> leaks.add(each.kind + " " + each.state + ": " + text));
        }
        assertThat(leaks).isEmpty();
    }
}
