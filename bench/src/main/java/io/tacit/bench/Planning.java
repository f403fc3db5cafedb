package io.tacit.bench;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.TacitSession;
import io.tacit.experiments.tpch.TpchTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How long a warm session takes to plan the 22 queries of TPC-H with customers as the people: what EXPLAIN PRIVACY
 * does, without data.
 */
public final class Planning {
    private static final int WARM_UP = 60;
    private static final int ROUNDS = 51;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Planning() {}

    /** Prints a Markdown table; the word is the folder of the queries. */
    public static void main(String[] words) throws IOException {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        out.println("Milliseconds of " + ROUNDS + " rounds after " + WARM_UP + ", Java "
                + System.getProperty("java.version")
                + "; the processor's time beside the clock's, for a machine that does other things too.");
        out.println();
        out.println("| query | becomes | median | slowest | median of the processor |");
        out.println("|---|---|---:|---:|---:|");
        List<Path> queries = queries(Path.of(words[0]));
        double[] medians = new double[queries.size()];
        double[] processor = new double[queries.size()];
        try (TacitSession session = TacitSession.open(TpchTables.in(Path.of("nowhere.duckdb")), Defaults.STANDARD)) {
            for (int i = 0; i < WARM_UP; i++) {
                for (Path query : queries) {
                    outcome(session, Files.readString(query));
                }
            }
            for (int query = 0; query < queries.size(); query++) {
                String text = Files.readString(queries.get(query));
                double[] clock = new double[ROUNDS];
                double[] work = new double[ROUNDS];
                for (int i = 0; i < ROUNDS; i++) {
                    long worked = THREADS.getCurrentThreadCpuTime();
                    long start = System.nanoTime();
                    outcome(session, text);
                    clock[i] = (System.nanoTime() - start) / 1e6;
                    work[i] = (THREADS.getCurrentThreadCpuTime() - worked) / 1e6;
                }
                medians[query] = Median.of(clock);
                processor[query] = Median.of(work);
                out.println(String.format(
                        Locale.ROOT,
                        "| %s | %s | %.1f | %.1f | %.1f |",
                        queries.get(query).getFileName(),
                        outcome(session, text),
                        medians[query],
                        Arrays.stream(clock).max().orElse(0),
                        processor[query]));
            }
        }
        out.println(String.format(
                Locale.ROOT,
                "| the slowest query | | %.1f | | %.1f |",
                Arrays.stream(medians).max().orElse(0),
                Arrays.stream(processor).max().orElse(0)));
    }

    private static String outcome(TacitSession session, String text) {
        try {
            return session.explain(text).releases().size() + " releases";
        } catch (Refusal refusal) {
            return "refused, " + refusal.code().code();
        }
    }

    private static List<Path> queries(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return new ArrayList<>(files.sorted().toList());
        }
    }
}
