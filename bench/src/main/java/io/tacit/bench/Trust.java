package io.tacit.bench;

import io.tacit.bench.random.RandomTrust;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.session.TacitSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether an answer can be believed that is asked for without any option: the intervals that are printed, held against
 * the true answer over all rows, with nothing dropped and nothing clamped.
 *
 * <p>Words: {@code --runs N} (200), {@code --quick} (20 runs), {@code --groups 5,20,AUTO} for other C_u than the
 * default, {@code --only TEXT} for queries whose data set or name has the text, {@code --shop FILE} and {@code --visits
 * FILE} for the two files that are not generated: a shop's invoice lines and a restaurant's visits. Without them their
 * queries are left out.
 *
 * <p>{@code --random N} makes up N data sets and asks questions that are made up, too: {@code --seed S} (drawn) repeats
 * them, {@code --questions N} (20) of each set, {@code --runs N} (10), {@code --small} for few people, {@code --only
 * SET/QUESTION} for one of them, {@code --first} for the first question of each set that has an answer to judge.
 */
public final class Trust {
    private static final PrintWriter OUT = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    private static final int RUNS = 200;
    private static final int QUICK = 20;
    private static final int RANDOM_QUESTIONS = 20;
    private static final int RANDOM_RUNS = 10;
    private static final Duration LAST_QUESTION = Duration.ofMinutes(1);

    private Trust() {}

    /** Prints a Markdown table for each C_u, and one of all together. */
    public static void main(String[] words) throws SQLException, IOException {
        List<String> all = List.of(words);
        if (all.contains("--random")) {
            random(all);
            return;
        }
        int runs = word(all, "--runs").map(Integer::parseInt).orElse(all.contains("--quick") ? QUICK : RUNS);
        List<String> groups = List.of(word(all, "--groups").orElse("default").split(","));
        String only = word(all, "--only").orElse("");
        Path folder = Files.createTempDirectory("trust-bench-");
        List<String> summaries = new ArrayList<>();
        try {
            List<TrustData> data = data(all, folder);
            for (String most : groups) {
                summaries.add(new OneTable(most, runs, only).print(data));
            }
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        OUT.println("| groups per person | groups shown | median error | interval contains the truth | with what is"
                + " said to be missing | least query | no interval |");
        OUT.println("|---|---:|---:|---:|---:|---:|---:|");
        summaries.forEach(OUT::println);
    }

    /** Until the end or Ctrl-C, after which what is known so far is printed and files are swept. */
    private static void random(List<String> words) throws SQLException, IOException {
        long seed = word(words, "--seed").map(Long::parseLong).orElseGet(() ->
                (long) new SecureRandom().nextInt(1_000_000));
        int questions = word(words, "--questions").map(Integer::parseInt).orElse(RANDOM_QUESTIONS);
        int runs = word(words, "--runs").map(Integer::parseInt).orElse(RANDOM_RUNS);
        PrintWriter stages = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        RandomTrust test = new RandomTrust(
                seed,
                questions,
                runs,
                words.contains("--small"),
                word(words, "--kind").orElse(""),
                OUT,
                stages);
        Thread asks = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            test.stop();
            try {
                asks.join(LAST_QUESTION.toMillis());
            } catch (InterruptedException impatient) {
                Thread.currentThread().interrupt();
            }
        }));
        Optional<String> only = word(words, "--only");
        if (only.isPresent()) {
            String[] place = only.get().split("/", -1);
            test.one(Integer.parseInt(place[0]), Integer.parseInt(place[1]));
        } else {
            int datasets = word(words, "--random").map(Integer::parseInt).orElseThrow();
            if (words.contains("--first")) {
                test.firstOfEach(datasets);
            } else {
                test.all(datasets);
            }
        }
    }

    private static Optional<String> word(List<String> words, String name) {
        int place = words.indexOf(name);
        return place < 0 || place + 1 == words.size() ? Optional.empty() : Optional.of(words.get(place + 1));
    }

    private static List<TrustData> data(List<String> words, Path folder) throws SQLException {
        List<TrustData> data = new ArrayList<>();
        data.add(TrustData.tpch());
        for (String name : List.of("shop", "visits")) {
            Optional<Path> file = word(words, "--" + name).map(Path::of).filter(Files::isReadable);
            file.ifPresent(path -> data.add(TrustData.csv(name, path)));
            if (file.isEmpty()) {
                OUT.println("No file for " + name + ": its queries are left out. Give --" + name + " FILE.");
            }
        }
        data.add(TrustData.forum(folder));
        data.add(TrustData.clinic(folder));
        return data;
    }

    /**
     * The queries of all data sets under one C_u.
     *
     * @param groups {@code default}, a number or {@code AUTO}
     * @param runs of each query
     * @param only a text that the name of a query or data set has
     */
    private record OneTable(String groups, int runs, String only) {
        private String print(List<TrustData> data) throws SQLException {
            OUT.println("Groups per person: " + groups + "; " + runs + " runs; ε = 1, δ = 1e-8.");
            OUT.println();
            OUT.println("| data | query | groups | shown | median error | interval contains the truth | with what is"
                    + " said to be missing | no interval |");
            OUT.println("|---|---|---:|---:|---:|---:|---:|---:|");
            List<TrustCells> all = new ArrayList<>();
            for (TrustData set : data) {
                try (TacitSession session = TacitSession.open(set.tables(), defaults());
                        Connection plain = set.plain()) {
                    for (TrustQuery query : TrustQuery.ALL) {
                        if (query.data().equals(set.name()) && (query.data() + ": " + query.name()).contains(only)) {
                            all.add(measured(query, session, plain));
                        }
                    }
                }
            }
            OUT.println();
            return summary(all);
        }

        private Defaults defaults() {
            Defaults standard = Defaults.STANDARD;
            return groups.matches("[0-9]+")
                    ? new Defaults(standard.epsilon(), standard.delta(), Long.parseLong(groups), standard.confidence())
                    : standard;
        }

        private TrustCells measured(TrustQuery query, TacitSession session, Connection plain) throws SQLException {
            TrustCells cells = new TrustCells(query, plain);
            String text = groups.equals("AUTO")
                    ? query.sql()
                            .replaceFirst(
                                    "SELECT", "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = AUTO)")
                    : query.sql();
            for (int i = 0; i < runs; i++) {
                cells.add(session.query(text));
            }
            OUT.println(String.format(
                    Locale.ROOT,
                    "| %s | %s | %d | %.1f %% | %.2g %% | %.1f %% | %.1f %% | %.1f %% |",
                    query.data(),
                    query.name(),
                    cells.groups(),
                    100 * cells.shareShown(),
                    100 * cells.medianError(),
                    100 * cells.shareCovered(),
                    100 * cells.shareCoveredWithMissing(),
                    100 * cells.withoutInterval()));
            return cells;
        }

        private String summary(List<TrustCells> all) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %.1f %% | %.2g %% | %.1f %% | %.1f %% | %.1f %% | %.1f %% |",
                    groups,
                    100 * mean(all.stream().map(TrustCells::shareShown)),
                    100 * Math.exp(mean(all.stream().map(cells -> Math.log(Math.max(1e-6, cells.medianError()))))),
                    100 * mean(all.stream().map(TrustCells::shareCovered)),
                    100 * mean(all.stream().map(TrustCells::shareCoveredWithMissing)),
                    100
                            * all.stream()
                                    .mapToDouble(TrustCells::shareCoveredWithMissing)
                                    .min()
                                    .orElse(Double.NaN),
                    100 * mean(all.stream().map(TrustCells::withoutInterval)));
        }

        private static double mean(Stream<Double> values) {
            return values.filter(Double::isFinite)
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(Double.NaN);
        }
    }
}
