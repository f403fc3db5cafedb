package io.tacit.bench;

import io.tacit.cli.text.Progress;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.TacitSession;
import io.tacit.experiments.tpch.TpchDatabase;
import io.tacit.experiments.tpch.TpchTables;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * TPC-H at scales that a session is not warmed up for: each query once, the plain one and the private one in turn, with the
 * time of the processor and the memory of the whole process beside the clock. In DuckDB all 22 queries, word for word;
 * on a server those of {@link TpchRatios} about customers.
 */
public final class Scale {
    private static final String USAGE =
            "bench/run scale [--memory MEBIBYTES] [--only WORD] [--source ADDRESS [--events FOLDER]] SCALE...";

    private final PrintWriter out;
    private final List<Path> queries;
    private long mebibytes = 3072;
    private String only = "";
    private String source = "";
    private String events = "";

    private Scale(PrintWriter out, List<Path> queries) {
        this.out = out;
        this.queries = queries;
    }

    /** The words: the folder of the queries, then options, then scales. */
    public static void main(String[] words) throws Exception {
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        try (Stream<Path> files = Files.list(Path.of(words[0]))) {
            new Scale(out, files.sorted().toList()).run(List.of(words).subList(1, words.length));
        }
    }

    private void run(List<String> words) throws Exception {
        List<Double> scales = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            switch (words.get(i)) {
                case "--memory" -> mebibytes = Long.parseLong(words.get(++i));
                case "--only" -> only = words.get(++i);
                case "--source" -> source = words.get(++i);
                case "--events" -> events = words.get(++i);
                default -> scales.add(Double.parseDouble(words.get(i)));
            }
        }
        if (scales.isEmpty()) {
            throw new IllegalArgumentException(USAGE);
        }
        ScaleOnServer server = new ScaleOnServer(out, source, events, only);
        for (double scale : scales) {
            Path database = TpchDatabase.generated(
                    TpchDatabase.cacheFolder(),
                    scale,
                    Progress.on(new PrintWriter(System.err, true, StandardCharsets.UTF_8)));
            if (source.isEmpty()) {
                here(scale, database);
            } else {
                server.measure(scale, database);
            }
        }
        server.compare();
    }

    private void here(double scale, Path database) throws Exception {
        out.println("TPC-H SF" + scale + ", DuckDB with " + mebibytes + " MiB, heap of "
                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB, one run each");
        out.println();
        out.println(
                "| query | plain, s | of the processor | MiB | private, s | of the processor | MiB | rows | ratio |");
        out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
        for (Path query : queries) {
            if (query.toString().contains(only)) {
                one(query, database);
            }
        }
    }

    private void one(Path query, Path database) throws Exception {
        String text = Files.readString(query);
        int[] rows = new int[1];
        String[] refused = new String[1];
        Used measured = Used.by(() -> {
            try {
                rows[0] = answered(text, database);
            } catch (Refusal refusal) {
                refused[0] = refusal.code().code();
            }
        });
        if (refused[0] != null) {
            out.println("| " + query.getFileName() + " | | | | " + refused[0] + " | | | | |");
            return;
        }
        Used plain = Used.by(() -> plain(text, database));
        out.println(String.format(
                Locale.ROOT,
                "| %s | %.1f | %.1f | %,d | %.1f | %.1f | %,d | %d | %.1f |",
                query.getFileName(),
                plain.seconds(),
                plain.processor(),
                plain.mebibytes(),
                measured.seconds(),
                measured.processor(),
                measured.mebibytes(),
                rows[0],
                measured.processor() / plain.processor()));
    }

    private int answered(String text, Path database) {
        DuckDbSettings settings = new DuckDbSettings(
                mebibytes, Runtime.getRuntime().availableProcessors(), message -> System.err.println(message));
        try (TacitSession session =
                TacitSession.open(TpchTables.in(database), defaults(), QueryCeiling.NONE, settings)) {
            return session.query(text).rows().size();
        }
    }

    /** Nearly all groups appear: what is compared is the work, not the suppression. */
    static Defaults defaults() {
        return new Defaults(new BigDecimal("20"), new BigDecimal("0.1"), 5, 0.95);
    }

    private void plain(String text, Path database) throws SQLException, IOException {
        Path spill = Files.createTempDirectory("tacit-plain");
        Properties readOnly = new Properties();
        readOnly.setProperty("duckdb.read_only", "true");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + database, readOnly);
                Statement statement = connection.createStatement()) {
            statement.execute("SET memory_limit = '" + mebibytes + "MiB'");
            statement.execute("SET temp_directory = '" + spill + "'");
            try (ResultSet rows = statement.executeQuery(text)) {
                while (rows.next()) {
                    rows.getObject(1);
                }
            }
        } finally {
            Files.deleteIfExists(spill);
        }
    }
}
