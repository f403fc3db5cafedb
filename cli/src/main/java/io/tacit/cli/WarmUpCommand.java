package io.tacit.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Runs whole queries over a small file of its own, so that the build can keep the classes that a query needs in an
 * archive, from which later starts load them fast. The build runs it; a person's data never takes part.
 */
@Command(name = "warm-up", hidden = true)
final class WarmUpCommand implements Callable<Integer> {
    private static final List<String> QUERIES = List.of(
            "SELECT area, COUNT(*) AS n FROM t GROUP BY area",
            "SELECT area, COUNT(*) AS n, SUM(amount) AS s, AVG(amount) AS a FROM t WHERE amount > 0 GROUP BY area"
                    + " ORDER BY n DESC LIMIT 3",
            "SELECT COUNT(DISTINCT person) AS people FROM t",
            "SELECT times, COUNT(DISTINCT person) AS people FROM (SELECT person, COUNT(*) AS times FROM t GROUP BY"
                    + " person) AS x GROUP BY times");

    @Override
    public Integer call() throws IOException {
        Path folder = Files.createTempDirectory("tacit-warm-up");
        try {
            Path file = folder.resolve("t.csv");
            StringBuilder rows = new StringBuilder("person,area,amount,seen\n");
            for (int i = 0; i < 3000; i++) {
                rows.append(i % 700)
                        .append(",area ")
                        .append(i % 5)
                        .append(',')
                        .append(i % 90)
                        .append(".50,2024-01-0")
                        .append(1 + i % 9)
                        .append('\n');
            }
            Files.writeString(file, rows);
            for (String sql : QUERIES) {
                for (String format : List.of("table", "json", "csv")) {
                    run("query", "--table", "t=" + file, "--privacy-unit", "person", "--format", format, sql);
                }
                run("explain", "--table", "t=" + file, "--privacy-unit", "person", sql);
            }
            run("query", "--table", "t=" + file, "--privacy-unit", "person", "SELECT * FROM t");
            run("query", "--help");
            underPolicy(folder);
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        return 0;
    }

    /** Runs queries under a policy as well: a charge, a kept answer, the books. */
    private static void underPolicy(Path folder) throws IOException {
        String policy = folder.resolve("tacit.yaml").toString();
        Files.writeString(folder.resolve("tacit.yaml"), """
            dataset: t
            tables:
              t:
                file: t.csv
                person: person
                columns: {person: INTEGER, area: VARCHAR, amount: {type: "DECIMAL(9,2)", bounds: [0, 100]}, seen: DATE}
            analysts: {ada: []}
            accounts: {all: {members: [ada], budget: {epsilon: 20, delta: 1e-3}}}
            version: first
            """);
        run("policy", "check", policy);
        for (String sql : QUERIES) {
            run("explain", "--policy", policy, sql);
            run("query", "--policy", policy, sql);
            run("query", "--policy", policy, sql);
        }
        run("budget", "show", "--policy", policy);
        run("ledger", "verify", "--policy", policy);
    }

    private static void run(String... words) {
        CommandLine line = Tacit.commandLine();
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        line.setOut(nowhere);
        line.setErr(nowhere);
        int code = line.execute(words);
        if (code > 1) {
            throw new IllegalStateException("the warm-up could not run " + words[0]);
        }
    }
}
