package io.tacit.bench.random;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.engine.session.TacitSession;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks drawn questions about drawn data, and holds the intervals against the true answers. Data and questions are the
 * same for the same seed; the noise is not.
 */
public final class RandomTrust {
    private static final int DRAWS = 50;
    private static final long QUESTION = 1L << 32;

    /** Which questions of a data set are asked. */
    private enum Extent {
        ALL,
        FIRST,
        ONE
    }

    private final long seed;
    private final int questions;
    private final int runs;
    private final MadeSize size;
    private final String kind;
    private final PrintWriter out;
    private final PrintWriter stages;
    private final Findings findings;
    private final Instant begun = Instant.now();
    private final AtomicReference<@Nullable TacitSession> asked = new AtomicReference<>();
    private volatile boolean stopped;

    /**
     * A test of its own.
     *
     * @param seed of data and questions
     * @param questions of each data set
     * @param runs how often each is asked
     * @param small whether data sets have few people
     * @param kind only questions that compute such a thing are asked, as lists of kinds name it; all where it is empty
     * @param out for what is found
     * @param stages for how far it is
     */
    public RandomTrust(
            long seed, int questions, int runs, boolean small, String kind, PrintWriter out, PrintWriter stages) {
        this.seed = seed;
        this.questions = questions;
        this.runs = runs;
        this.size = small ? MadeSize.SMALL : MadeSize.WHOLE;
        this.kind = kind;
        this.out = out;
        this.stages = stages;
        this.findings = new Findings(seed, size);
    }

    /** No further question is asked; what is known is printed. From any thread. */
    public void stop() {
        stopped = true;
        TacitSession session = asked.get();
        if (session != null) {
            session.cancel();
        }
    }

    /** All questions of the first so many data sets. */
    public void all(int datasets) throws IOException, SQLException {
        for (int i = 0; i < datasets && !stopped; i++) {
            dataset(i, 0, questions, datasets, Extent.ALL);
        }
        print();
    }

    /** Of each data set the first question whose answer has a cell to be judged; as many are tried as there are questions. */
    public void firstOfEach(int datasets) throws IOException, SQLException {
        for (int i = 0; i < datasets && !stopped; i++) {
            dataset(i, 0, questions, datasets, Extent.FIRST);
        }
        print();
    }

    /** One question of one data set, as failures name them. */
    public void one(int dataset, int question) throws IOException, SQLException {
        dataset(dataset, question, question + 1, dataset + 1, Extent.ONE);
        print();
    }

    /** What is known so far. */
    Findings findings() {
        return findings;
    }

    private void print() {
        out.println("Seed " + seed + (stopped ? ", stopped: what is known so far" : "") + "; each question " + runs
                + " times, no options; " + elapsed() + ".");
        out.println();
        findings.print(out);
        out.flush();
    }

    private void dataset(int number, int first, int end, int datasets, Extent extent) throws IOException, SQLException {
        Path folder = Files.createTempDirectory("random-trust-");
        try {
            stage("data set " + number + " of " + datasets + ": made up");
            MadeData data = MadeData.written(seed, number, size, folder);
            if (extent == Extent.ONE) {
                data.words().forEach(out::println);
                out.println(data.options());
            }
            try (TacitSession session = TacitSession.open(data.declared(), Defaults.STANDARD);
                    Connection plain = data.plain()) {
                asked.set(session);
                for (int i = first; i < end && !stopped && !(extent == Extent.FIRST && findings.judged(number)); i++) {
                    stage("data set " + number + " of " + datasets + ": question " + i + " of " + end);
                    question(new MadeQuestions(data), number, i, session, plain)
                            .ifPresent(extent == Extent.ONE ? out::println : sql -> {});
                }
            }
        } finally {
            asked.set(null);
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private void stage(String words) {
        stages.println(elapsed() + " " + words);
        stages.flush();
    }

    private String elapsed() {
        Duration time = Duration.between(begun, Instant.now());
        return String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
    }

    /** Asks it. Out: its text; empty where DuckDB alone answers none of those that were drawn. */
    private Optional<String> question(
            MadeQuestions drawn, int dataset, int number, TacitSession session, Connection plain) {
        Draw draw = Draw.of(seed, QUESTION * (number + 1) + 2L * dataset + 1);
        for (int i = 0; i < DRAWS; i++) {
            MadeQuestion question = drawn.next(draw);
            Truth truth;
            try {
                truth = Truth.of(plain, question);
            } catch (SQLException overflow) {
                // DuckDB alone cannot say what is true, such as where a sum overflows: another question.
                continue;
            }
            if (!truth.wanted().isEmpty()
                    && !kind.isEmpty()
                    && question.terms().stream().noneMatch(term -> term.words().equals(kind))) {
                return Optional.empty();
            }
            if (!truth.wanted().isEmpty()) {
                ask(question, truth, dataset, number, session);
                return Optional.of(question.sql());
            }
        }
        return Optional.empty();
    }

    /**
     * What DuckDB alone answers.
     *
     * @param wanted the groups of the true answer
     * @param all the values of any group that might be shown
     */
    private record Truth(
            Map<List<String>, List<@Nullable Double>> wanted, Map<List<String>, List<@Nullable Double>> all) {
        static Truth of(Connection plain, MadeQuestion question) throws SQLException {
            return new Truth(
                    Cells.plain(plain, question.sql(), question.keys()),
                    Cells.plain(plain, question.ofAllGroups(), question.keys()));
        }
    }

    private void ask(MadeQuestion question, Truth truth, int dataset, int number, TacitSession session) {
        List<ColumnCells> columns = new ArrayList<>();
        question.terms().forEach(term -> columns.add(new ColumnCells()));
        double shown = 0;
        int answers = 0;
        while (answers < runs && !stopped) {
            Answer answer;
            try {
                answer = session.query(question.sql());
            } catch (Refusal refusal) {
                if (stopped) {
                    break;
                }
                findings.refused(dataset, number, question, refusal.code() + ": " + refusal.rule());
                return;
            } catch (RuntimeException crash) {
                findings.refused(dataset, number, question, Findings.CRASH + crash);
                return;
            }
            answers++;
            shown += judge(answer, question, truth, columns) / truth.wanted().size();
        }
        findings.add(dataset, number, question, columns);
        if (question.keys() > 0 && answers > 0) {
            findings.shown(shown / answers);
        }
    }

    /** How many of the groups of the true answer are shown. */
    private static double judge(Answer answer, MadeQuestion question, Truth truth, List<ColumnCells> columns) {
        Verdict.Said said = Verdict.Said.by(answer);
        double shown = 0;
        for (AnswerRow row : answer.rows()) {
            List<String> key = row.values().subList(0, question.keys()).stream()
                    .map(Cells::key)
                    .toList();
            shown += truth.wanted().containsKey(key) ? 1 : 0;
            List<@Nullable Double> values = truth.all().get(key);
            for (int i = 0; values != null && i < columns.size(); i++) {
                Double value = values.get(i);
                if (value != null) {
                    ConfidenceInterval interval = row.intervals().get(question.keys() + i);
                    Object answered = row.values().get(question.keys() + i);
                    Verdict verdict = Verdict.of(
                            value, answered, interval, question.terms().get(i).isTotal(), said);
                    columns.get(i)
                            .add(
                                    verdict,
                                    interval == null ? Double.POSITIVE_INFINITY : Verdict.halfWidth(value, interval),
                                    key + " is " + value + ", answered " + answered + " " + interval);
                }
            }
        }
        return shown;
    }
}
