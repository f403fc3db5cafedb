package io.tacit.bench.random;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** What is known so far, by kind of question, and what failed. */
final class Findings {
    /** How the words of a failure that is no refusal begin. */
    static final String CRASH = "CRASH ";

    private static final String EVERYTHING = "everything";

    private final long seed;
    private final MadeSize size;
    private final Map<MadeTerm.Kind, KindShares> kinds = new EnumMap<>(MadeTerm.Kind.class);
    private final Map<String, KindShares> shapes = new TreeMap<>();
    private final KindShares all = new KindShares();
    private final List<Failure> failures = new ArrayList<>();
    private final Map<String, List<String>> refused = new LinkedHashMap<>();
    private int questions;
    private double shown;
    private int grouped;

    Findings(long seed, MadeSize size) {
        this.seed = seed;
        this.size = size;
    }

    private record Failure(double missed, String words) {}

    /** One question, asked some times; its columns are in the order of its terms. */
    void add(int dataset, int number, MadeQuestion question, List<ColumnCells> columns) {
        questions++;
        for (int i = 0; i < columns.size(); i++) {
            ColumnCells cells = columns.get(i);
            if (cells.cells() == 0) {
                continue;
            }
            MadeTerm.Kind kind = question.terms().get(i);
            all.add(dataset, cells);
            kinds.computeIfAbsent(kind, first -> new KindShares()).add(dataset, cells);
            question.shapes().stream()
                    .distinct()
                    .forEach(shape -> shapes.computeIfAbsent(shape, first -> new KindShares())
                            .add(dataset, cells));
            if (cells.fails()) {
                failures.add(new Failure(
                        cells.missed(),
                        String.format(
                                Locale.ROOT,
                                "%s: %.0f %% of %d cells; %s%n    %s%n    %s",
                                kind.words(),
                                100 * cells.missed(),
                                cells.cells(),
                                cells.first(),
                                question.sql(),
                                repeats(dataset, number))));
            }
        }
    }

    /** The share of the true answer's groups that were shown. */
    void shown(double share) {
        grouped++;
        shown += share;
    }

    /** A question without an answer. */
    void refused(int dataset, int number, MadeQuestion question, String words) {
        questions++;
        refused.computeIfAbsent(words, first -> new ArrayList<>())
                .add(question.sql() + System.lineSeparator() + "    " + repeats(dataset, number));
    }

    private String repeats(int dataset, int number) {
        return "bench/run trust --random 1 --seed " + seed + " --only " + dataset + "/" + number
                + (size.word().isEmpty() ? "" : " " + size.word());
    }

    /** Whether a cell of this data set was judged. */
    boolean judged(int dataset) {
        return all.has(dataset);
    }

    /** In how many data sets more than this share of the cells neither hold the truth nor say why not. */
    long setsThatMiss(double share) {
        return all.missedBySet().stream().filter(missed -> missed > share).count();
    }

    /** What failed otherwise than by a refusal, and where; empty where nothing did. */
    List<String> crashes() {
        return refused.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(CRASH))
                .map(entry -> entry.getKey() + ": " + entry.getValue().get(0))
                .toList();
    }

    void print(PrintWriter out) {
        if (kinds.isEmpty() && refused.isEmpty()) {
            out.println("No question was asked.");
            return;
        }
        out.println(KindShares.HEAD);
        if (!kinds.isEmpty()) {
            out.println(all.row(EVERYTHING));
        }
        kinds.forEach((kind, shares) -> out.println(shares.row(kind.words())));
        shapes.forEach((shape, shares) -> out.println(shares.row(shape)));
        out.println();
        out.println(questions + " questions, "
                + refused.values().stream().mapToInt(List::size).sum() + " of them without an answer"
                + (grouped == 0
                        ? "."
                        : String.format(Locale.ROOT, "; %.1f %% of groups are shown.", 100 * shown / grouped)));
        out.println("More than 10 %, 25 %, 50 % of the cells are neither in " + setsThatMiss(0.1) + ", "
                + setsThatMiss(0.25) + ", " + setsThatMiss(0.5) + " of "
                + all.missedBySet().size() + " data sets.");
        refused.forEach((words, where) -> {
            out.println();
            out.println(where.size() + " without an answer: " + words);
            out.println("    " + where.get(0));
        });
        if (!failures.isEmpty()) {
            out.println();
            out.println(failures.size() + " columns miss more often than chance explains, the worst first:");
        }
        failures.stream()
                .sorted(Comparator.comparingDouble(Failure::missed).reversed())
                .forEach(failure -> out.println(failure.words()));
    }
}
