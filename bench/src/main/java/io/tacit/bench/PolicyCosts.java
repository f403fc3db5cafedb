package io.tacit.bench;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.session.Question;
import io.tacit.engine.session.TacitSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a policy adds to a query in a warm session: the same query over the same small file without a policy, under one
 * (charged, kept and logged), and given again from what was kept; all in one run, in turn.
 */
public final class PolicyCosts {
    private static final int ROUNDS = 300;
    private static final String SQL = "SELECT day, COUNT(DISTINCT visitor) AS n FROM visits GROUP BY day";

    private static final PrintWriter OUT = new PrintWriter(System.out, true, StandardCharsets.UTF_8);

    private PolicyCosts() {}

    /** Prints a Markdown table; the word is the folder to write into, else the current one. */
    public static void main(String[] words) throws IOException {
        Path folder = Files.createTempDirectory(Path.of(words.length == 0 ? "." : words[0]), "policy-bench-");
        try {
            StringBuilder rows = new StringBuilder("visitor,day\n");
            for (int i = 0; i < 1_000; i++) {
                rows.append("v").append(i % 300).append(',').append(i % 5).append('\n');
            }
            Files.writeString(folder.resolve("visits.csv"), rows);
            Files.writeString(folder.resolve("tacit.yaml"), """
                    dataset: visits
                    tables: {visits: {file: visits.csv, person: visitor, columns: {visitor: VARCHAR, day: INTEGER}}}
                    analysts: {ada: []}
                    accounts: {all: {members: [ada], budget: {epsilon: 1000, delta: 0.1}}}
                    version: first
                    """);
            measure(PolicyFile.read(folder.resolve("tacit.yaml"), DuckDbEngine.standard()));
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void measure(Policy policy) {
        OUT.println(String.format(
                Locale.ROOT,
                "Java %s, load %.1f at the start, %d rounds.",
                System.getProperty("java.version"),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                ROUNDS));
        OUT.println();
        OUT.println("| query | median ms | p99 ms |");
        OUT.println("|---|---:|---:|");
        double[] own = new double[ROUNDS];
        double[] charged = new double[ROUNDS];
        double[] kept = new double[ROUNDS];
        try (TacitSession plain = TacitSession.open(policy.tables(), policy.defaults());
                TacitSession under = TacitSession.open(policy, "ada")) {
            for (int i = -ROUNDS / 3; i < ROUNDS; i++) {
                int at = Math.max(i, 0);
                own[at] = millis(() -> plain.query(SQL));
                charged[at] = millis(() -> under.query(Question.of(SQL).afresh()));
                kept[at] = millis(() -> under.query(SQL));
            }
        }
        row("without a policy", own);
        row("under a policy: charged, kept, logged", charged);
        row("given again, logged", kept);
        double[] added = new double[ROUNDS];
        Arrays.setAll(added, i -> charged[i] - own[i]);
        row("what the policy adds, round by round", added);
    }

    private static double millis(Runnable query) {
        long start = System.nanoTime();
        query.run();
        return (System.nanoTime() - start) / 1e6;
    }

    private static void row(String what, double[] millis) {
        List<Double> sorted = Arrays.stream(millis).sorted().boxed().toList();
        OUT.println(String.format(
                Locale.ROOT, "| %s | %.2f | %.2f |", what, sorted.get(ROUNDS / 2), sorted.get(ROUNDS * 99 / 100)));
    }
}
