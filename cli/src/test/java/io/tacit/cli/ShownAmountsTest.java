package io.tacit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A question spends a little more of ε than a third, with twenty digits. Walked is every command and format that shows what
 * it cost and what is left: no cost is less than what was spent, and never is more left than that.
 */
class ShownAmountsTest {
    private static final String THIRD = "0.33333333333333333333";
    private static final BigDecimal SPENT = new BigDecimal(THIRD);
    private static final BigDecimal LEFT = BigDecimal.ONE.subtract(SPENT);
    private static final Pattern AMOUNT = Pattern.compile("0[.][36]{3}[0-9]*");
    private static final List<String> FORMATS = List.of("table", "csv", "json", "markdown", "html");

    @TempDir
    Path folder;

    private Path policy;
    private Path people;

    @BeforeEach
    void write() throws IOException {
        String rows = IntStream.range(0, 200).mapToObj(i -> i + "," + i % 3).collect(Collectors.joining("\n"));
        people = Files.writeString(folder.resolve("people.csv"), "id,g\n" + rows + "\n");
        // Of a file that was written just now no answer is kept, and the next question would pay again.
        Files.setLastModifiedTime(people, FileTime.from(Instant.now().minusSeconds(3600)));
        policy = Files.writeString(folder.resolve("tacit.yaml"), """
                dataset: shop
                tables: {people: {file: people.csv, person: id, columns: {id: INTEGER, g: INTEGER}}}
                analysts: {ada: []}
                accounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}
                version: first
                ledger: books.sqlite
                """);
    }

    private static String question(String column) {
        return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS (epsilon = " + THIRD + ") COUNT(DISTINCT id) AS " + column
                + " FROM people";
    }

    /** The amounts that a run shows, without the question itself. */
    private static List<BigDecimal> amounts(Run run, String what) {
        assertThat(run.code()).as(what + run.err()).isZero();
        Matcher found = AMOUNT.matcher((run.out() + run.err()).replace("epsilon = " + THIRD, ""));
        List<BigDecimal> amounts = new ArrayList<>();
        while (found.find()) {
            amounts.add(new BigDecimal(found.group()));
        }
        assertThat(amounts).as(what).isNotEmpty();
        return amounts;
    }

    private static void areSafe(Run run, String what) {
        for (BigDecimal amount : amounts(run, what)) {
            if (amount.compareTo(new BigDecimal("0.5")) < 0) {
                assertThat(amount).as(what + " shows a cost").isGreaterThanOrEqualTo(SPENT);
            } else {
                assertThat(amount).as(what + " shows what is left").isLessThanOrEqualTo(LEFT);
            }
        }
    }

    @Test
    void underAPolicy() {
        String at = policy.toString();
        for (String format : List.of("table", "json")) {
            areSafe(
                    Run.of("explain", "--policy", at, "--analyst", "ada", "--format", format, question("n")),
                    "explain " + format);
        }
        for (String format : FORMATS) {
            areSafe(
                    Run.of("query", "--policy", at, "--analyst", "ada", "--format", format, question("n")),
                    "query " + format);
        }
        for (String format : List.of("table", "csv")) {
            areSafe(Run.of("budget", "show", "--policy", at, "--format", format), "budget show " + format);
            areSafe(Run.of("budget", "history", "--policy", at, "--format", format), "budget history " + format);
            areSafe(Run.of("ledger", "log", "--policy", at, "--format", format), "ledger log " + format);
        }
    }

    @Test
    void besideAFile() {
        for (String format : FORMATS) {
            areSafe(
                    Run.of(
                            "query",
                            "--budget",
                            "1",
                            "--table",
                            "people=" + people,
                            "--privacy-unit",
                            "id",
                            "--format",
                            format,
                            question("n")),
                    "query " + format);
        }
    }
}
