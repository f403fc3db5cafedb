package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What others chose to call things steers nobody's terminal. The walk: a name that holds every character that could, in
 * every place of a query, a policy and a file where a name stands, times every command and format that shows it to the one
 * who asked, to another analyst and to the owner. CSV and the SQL that is sent are data, and stay as they are.
 */
@NullUnmarked
@Tag("walk")
class NothingSteersATerminalTest {
    private static final Pattern STEERING =
            Pattern.compile("(?!\n|\r\n)[\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]");

    /** Line breaks are in it, too: a line of another's must not pass for one of Tacit's. */
    private static final String LINE = "Left in all: everything.";

    private static final String ALL = IntStream.rangeClosed(1, 0x2069)
                    .filter(c -> STEERING.matcher(Character.toString(c)).matches() || c == '\n' || c == '\r')
                    .mapToObj(Character::toString)
                    .collect(Collectors.joining())
            + "\n" + LINE + "\n";

    /** A name goes over one line. */
    private static final String NAME = "\"a" + ALL.replaceAll("[\\r\\n]", "") + "b\"";

    @TempDir
    private Path folder;

    private Path policy;

    @BeforeEach
    void write() throws IOException {
        StringBuilder rows = new StringBuilder("who,x,\"c\u001b[2Jd\"\n");
        for (int i = 0; i < 50; i++) {
            rows.append(i).append(',').append(i % 3).append(",1\n");
        }
        Files.writeString(folder.resolve("t.csv"), rows);
        policy = Files.writeString(folder.resolve("tacit.yaml"), """
                dataset: t
                tables: {t: {file: t.csv, person: who, columns: {who: INTEGER, x: INTEGER}}}
                analysts: {ada: [], bob: []}
                accounts: {all: {members: [ada, bob], budget: {epsilon: 1000, delta: 1e-2}}}
                version: first
                """);
    }

    private Run run(String typed, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        int at = List.of("budget", "ledger", "policy").contains(words[0]) ? 2 : 1;
        all.addAll(at, List.of("--policy", policy.toString()));
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
        try {
            return Run.of(all.toArray(String[]::new));
        } finally {
            System.setIn(before);
        }
    }

    private static void harmless(Run run, String as) {
        String said = run.out() + run.err();
        assertThat(STEERING.matcher(said).find()).as(as + ": " + said).isFalse();
        // A page shows the question as it was asked.
        if (!as.startsWith("html")) {
            assertThat(said.lines()).as(as).noneMatch(line -> line.equals(LINE));
        }
    }

    private static List<String> share(List<String> all) {
        List<String> some = new ArrayList<>(all);
        if (!Boolean.getBoolean("tacit.walk")) {
            Collections.shuffle(some, new Random(Long.getLong("tacit.walk.seed", 20261127)));
            return some.subList(0, 3);
        }
        return some;
    }

    @Test
    void noNameDoes() {
        List<String> statements = List.of(
                "SELECT COUNT(*) AS " + NAME + ", AVG(x) AS m FROM t",
                "SELECT x AS " + NAME + ", COUNT(*) AS n, SUM(x) AS s FROM t GROUP BY x",
                "SELECT MEDIAN(" + NAME + ") AS " + NAME + " FROM (SELECT who, x AS " + NAME + " FROM t) AS u",
                "SELECT SUM(" + NAME + ") FROM (SELECT who, x AS " + NAME + " FROM t) AS u",
                "SELECT " + NAME + " FROM t",
                "SELECT COUNT(*) FROM " + NAME,
                "SELECT " + NAME + ".x FROM t AS " + NAME,
                "SELECT " + NAME + "(x) FROM t",
                "SELECT '" + ALL + "' AS " + NAME,
                "SELECT COUNT(*) FROM t WHERE CAST(x AS " + NAME + ") = 1",
                ALL);
        StringBuilder typed = new StringBuilder();
        int said = 0;
        for (String sql : share(statements)) {
            typed.append(sql)
                    .append(";\n\\explain ")
                    .append(sql.replace('\n', ' ').replace('\r', ' '))
                    .append('\n');
            for (String format : List.of("table", "markdown", "html", "json")) {
                harmless(run("", "query", "--analyst", "ada", "--format", format, sql), format + " " + sql);
            }
            harmless(run("", "query", "--analyst", "bob", "--chart", sql), "chart " + sql);
            harmless(run("", "explain", "--analyst", "ada", "--verbose", sql), "explain " + sql);
            said++;
        }
        typed.append("\\history\n\\x on\n\\history 1\n\\budget\n\\")
                .append(NAME.replace('\n', ' '))
                .append('\n');
        harmless(run(typed.toString(), "shell", "--analyst", "ada"), "shell");
        // Another analyst calls the same by names of their own.
        harmless(run("", "query", "--analyst", "bob", "SELECT COUNT(*) AS n, AVG(x) AS m FROM t"), "kept");
        harmless(run("", "ledger", "log"), "log");
        harmless(run("", "budget", "history"), "history");
        harmless(run("", "budget", "show"), "show");
        harmless(run("", "policy", "check"), "check");
        assertThat(said).isPositive();
    }

    /** A spreadsheet computes nothing that an analyst wrote. */
    @Test
    void theOwnersCsvHoldsNoFormulas() {
        for (String sql : List.of(
                "=HYPERLINK(\"http://evil\",\"x\")",
                "+cmd|' /C calc'!A0",
                "-2+3",
                "@SUM(1)",
                "  =1",
                "\t=1",
                "\u00a0=1",
                "\"=1")) {
            assertThat(run("", "query", "--analyst", "ada", "--", sql).code()).isEqualTo(1);
            String log =
                    run("", "ledger", "log", "--format", "csv", "--last", "1").out();
            assertThat(log.lines().skip(1))
                    .as(sql)
                    .noneMatch(line -> Pattern.compile("(^|,)[\\s\\p{Z}\"]*[=+@-]")
                            .matcher(line)
                            .find());
        }
    }
}
