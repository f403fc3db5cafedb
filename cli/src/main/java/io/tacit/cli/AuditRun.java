package io.tacit.cli;

import io.tacit.cli.text.AuditText;
import io.tacit.cli.text.Progress;
import io.tacit.engine.audit.BlackBoxAudit;
import io.tacit.engine.audit.InventedPlace;
import io.tacit.engine.audit.ReplayRuns;
import io.tacit.engine.audit.SessionFactory;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Table;
import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.MechanismAudit;
import io.tacit.privacy.audit.Verdict;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs the layers of the tester that were asked for, tells how far they are, and prints each verdict. */
final class AuditRun {
    private final Level level;
    private final Set<Layer> layers;
    private final String part;
    private final OptionalLong seed;
    private final AuditRecord record;
    private final InventedPlace place;
    private final PrintWriter err;
    private final long began = System.nanoTime();
    private final Map<String, Verdict> verdicts = new LinkedHashMap<>();

    /** How thorough. */
    enum Level {
        QUICK,
        FULL
    }

    AuditRun(
            Level level,
            Set<Layer> layers,
            @Nullable String part,
            @Nullable Long seed,
            AuditRecord record,
            InventedPlace place,
            PrintWriter err) {
        this.level = level;
        this.layers = layers;
        this.part = part == null ? "" : part;
        this.seed = seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
        this.record = record;
        this.place = place;
        this.err = err;
    }

    /** How long it has been running. */
    long seconds() {
        return Duration.ofNanos(System.nanoTime() - began).toSeconds();
    }

    /** The names of the checks, with their layer. */
    List<String> list() {
        List<String> names = new ArrayList<>();
        if (mechanisms()) {
            for (Layer layer : List.of(Layer.STOCHASTIC, Layer.FIT)) {
                if (layers.contains(layer)) {
                    mechanismAudit(Set.of(layer)).list().forEach(name -> names.add(layer.code() + "  " + name));
                }
            }
        }
        if (layers.contains(Layer.REPLAY)) {
            ReplayRuns.builtInQueries().forEach(sql -> names.add("L1  " + sql));
            files().forEach(subject -> names.add("L1  " + subject));
        }
        if (layers.contains(Layer.BLACK_BOX)) {
            blackBox().subjects().forEach(name -> names.add("L3  " + name));
        }
        return names;
    }

    /**
     * Runs all checks that were asked for.
     *
     * @throws CancellationException when it was interrupted
     */
    List<Verdict> run(PrintWriter out) {
        if (mechanisms()) {
            runMechanisms(out);
        }
        if (layers.contains(Layer.REPLAY)) {
            ReplayRuns.Level own = ReplayRuns.Level.valueOf(level.name());
            Progress progress = new Progress(
                    err, "L1, replay of the whole engine", ReplayRuns.verdicts(own) + files().size() * own.databases());
            Consumer<Verdict> collect = collect(out, progress);
            record.of(Layer.REPLAY).forEach(collect);
            ReplayRuns.builtIn(own, place, name -> record.has(Layer.REPLAY, name), (name, verdict) -> {
                collect.accept(verdict);
                record.add(Layer.REPLAY, name, List.of(verdict));
            });
            finish(progress, Layer.REPLAY, out);
            if (!place.lacking().isEmpty()) {
                out.println(place.lacking().size()
                        + " queries, or columns of some, were not asked: this engine lacks what they need.");
                place.lacking().forEach(sql -> out.println("  " + sql));
            }
        }
        if (layers.contains(Layer.BLACK_BOX)) {
            runBlackBox(out);
        }
        return List.copyOf(verdicts.values());
    }

    /** Runs one query over made-up people in the shape of these tables. */
    List<Verdict> query(String sql, List<Table> tables, Defaults defaults, PrintWriter out) {
        ReplayRuns.Level own = ReplayRuns.Level.valueOf(level.name());
        Progress progress = new Progress(err, "L1, replay of the query", own.databasesOfOne());
        ReplayRuns.of(sql, tables, defaults, own, place, collect(out, progress));
        finish(progress, Layer.REPLAY, out);
        return List.copyOf(verdicts.values());
    }

    /** On a server there are none. */
    private List<String> files() {
        return place.equals(InventedPlace.FILES) ? ReplayRuns.files() : List.of();
    }

    private boolean mechanisms() {
        return layers.contains(Layer.STOCHASTIC) || layers.contains(Layer.FIT);
    }

    private MechanismAudit mechanismAudit(Set<Layer> layers) {
        return new MechanismAudit(
                MechanismAudit.Level.valueOf(level.name()),
                Pattern.compile(part, Pattern.LITERAL | Pattern.CASE_INSENSITIVE),
                seed,
                layers);
    }

    private void runMechanisms(PrintWriter out) {
        MechanismAudit audit = mechanismAudit(layers);
        Progress progress = new Progress(
                err, "L0 and L2, mechanisms and their noise", audit.list().size());
        Consumer<Verdict> collect = collect(out, progress);
        for (Layer layer : List.of(Layer.STOCHASTIC, Layer.FIT)) {
            mechanismAudit(Set.of(layer)).list().stream()
                    .filter(name -> layers.contains(layer))
                    .forEach(name -> record.of(layer, name).forEach(collect));
        }
        audit.run(
                record::has,
                verdict -> {
                    collect.accept(verdict);
                    record.add(verdict.layer(), verdict.subject(), List.of(verdict));
                },
                io.tacit.privacy.audit.Progress.NONE);
        finish(progress, Layer.STOCHASTIC, out);
        print(Layer.FIT, out);
    }

    private BlackBoxAudit blackBox() {
        return BlackBoxAudit.of(SessionFactory.at(place, DuckDbSettings.standard()))
                .only(part);
    }

    private void runBlackBox(PrintWriter out) {
        BlackBoxAudit audit = blackBox();
        Progress progress = new Progress(
                err, "L3, the engine as a black box", audit.subjects().size());
        Consumer<Verdict> collect = collect(out, progress);
        List<String> subjects = audit.subjects();
        subjects.forEach(subject -> record.of(Layer.BLACK_BOX, subject).forEach(collect));
        BlackBoxAudit.Progress told = new BlackBoxAudit.Progress() {
            @Override
            public void query(String subject, int done, int of) {}

            @Override
            public void verdict(Verdict verdict) {
                collect.accept(verdict);
            }

            @Override
            public void finished(String subject, List<Verdict> verdicts) {
                record.add(Layer.BLACK_BOX, subject, verdicts);
            }
        };
        audit.run(BlackBoxAudit.Level.valueOf(level.name()), subject -> record.has(Layer.BLACK_BOX, subject), told);
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("the audit was interrupted");
        }
        finish(progress, Layer.BLACK_BOX, out);
    }

    /** Merges the verdicts on one subject, which may be tested over many databases. A violation is printed at once. */
    private Consumer<Verdict> collect(PrintWriter out, Progress progress) {
        return verdict -> {
            Verdict known =
                    verdicts.merge(verdict.layer().code() + " " + verdict.subject(), verdict, AuditRun::together);
            if (!verdict.passed() && known.violation().equals(verdict.violation())) {
                out.println(AuditText.line(verdict));
                verdict.violation().ifPresent(found -> out.print(AuditText.violation(found)));
                out.flush();
            }
            progress.advance(1);
        };
    }

    /**
     * What two parts of one check say together: what either found was found, either may be mistaken, and of which one had no
     * answer at all it is not said that it was tested.
     */
    static Verdict together(Verdict first, Verdict second) {
        return new Verdict(
                first.layer(),
                first.subject(),
                first.claim(),
                Math.min(1, first.falseAlarm() + second.falseAlarm()),
                first.trials() == 0 || second.trials() == 0 ? 0 : first.trials() + second.trials(),
                first.violation().or(second::violation));
    }

    private void finish(Progress progress, Layer layer, PrintWriter out) {
        progress.finish();
        print(layer, out);
    }

    private void print(Layer layer, PrintWriter out) {
        verdicts.values().stream()
                .filter(verdict -> verdict.layer() == layer && verdict.passed())
                .forEach(verdict -> out.println(AuditText.line(verdict)));
        out.flush();
    }
}
