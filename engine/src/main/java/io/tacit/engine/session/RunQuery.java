package io.tacit.engine.session;

import io.tacit.engine.answer.Sandbox;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.FeedReleases;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.RedrawnRows;
import io.tacit.engine.release.ReleaseRows;
import io.tacit.engine.release.ReleaseStep;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.rewrite.ReleasePlan;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a prepared query: first all that can fail without data, then, once it is paid for, its releases and the
 * rest.
 */
final class RunQuery {
    private final BackgroundStart<Backend> backend;
    private final BackgroundStart<Sandbox> sandbox;
    private final PublicRows publicRows;
    private final Supplier<Noise> noise;

    RunQuery(
            BackgroundStart<Backend> backend,
            BackgroundStart<Sandbox> sandbox,
            PublicRows publicRows,
            Supplier<Noise> noise) {
        this.publicRows = publicRows;
        this.backend = backend;
        this.sandbox = sandbox;
        this.noise = noise;
    }

    /**
     * Everything that can fail without data fails here, before anything is charged.
     *
     * @throws Refusal ENGINE when generated SQL does not bind
     */
    void check(PreparedQuery query) {
        // Here and not after the charge: an engine that cannot say which rows it reads refuses before it.
        backend.ifOpened(Backend::takeSnapshot);
        ReportColumns reports = new ReportColumns(query.reports());
        query.releases().forEach(release -> check(release, reports, redrawn(query, release.plan())));
        publicRows.copy(query.answerSql(), backend, sandbox.opened());
        sandbox.opened().check(query.answerSql(), query.answerTypes());
        query.plain().ifPresent(plain -> sandbox.opened().check(plain.sql(), plain.types()));
    }

    /** Which of a release's aggregates have redrawn values beside them. */
    private static List<Integer> redrawn(PreparedQuery query, ReleasePlan plan) {
        return IntStream.range(0, plan.outputs().size())
                .filter(output -> query.redraws().draws() > 0
                        && !plan.outputs().get(output).function().isDrawn())
                .boxed()
                .toList();
    }

    private void check(PreparedRelease release, ReportColumns reports, List<Integer> redrawn) {
        ReleaseRows.prepare(release.calibration(), release.sql(), backend.opened());
        for (ReleaseStep.Query step : release.queries()) {
            backend.opened().check(step.sql(), step.keyCount(), step.integerCount());
        }
        if (release.fed()) {
            FeedReleases.declare(release.plan(), backend.opened());
        }
        sandbox.opened().declare(release.name(), reports.types(release.plan()), redrawn.size());
    }

    /**
     * Releases what was paid for, and computes the rest from it.
     *
     * @throws Refusal ENGINE for every failure of the engine; CANCELLED when it was stopped
     */
    Answer run(PreparedQuery query, double confidence) {
        return run(query, confidence, released -> {});
    }

    /**
     * Releases what was paid for, computes the rest from it, and hands over each release when it is done.
     *
     * @throws Refusal ENGINE for every failure of the engine; CANCELLED when it was stopped
     */
    Answer run(PreparedQuery query, double confidence, Consumer<ReleasedRows> done) {
        return run(query, confidence, query.redraws(), done);
    }

    /**
     * As {@link #run(PreparedQuery, double, Consumer)}, with redrawn values beside the releases although this query may
     * not need them.
     *
     * @param redraws at least as many as the query needs
     */
    Answer run(PreparedQuery query, double confidence, RedrawnRows redraws, Consumer<ReleasedRows> done) {
        return ofOurs("What it cost stays spent.", () -> answer(query, release(query, redraws, done), confidence));
    }

    /**
     * Computes an answer from releases that were kept. Reads no row of anybody's.
     *
     * @param kept the releases of the query, in order
     * @throws Refusal ENGINE when the sandbox fails; CANCELLED when it was stopped
     */
    Answer again(PreparedQuery query, List<KeptRelease> kept, double confidence) {
        return ofOurs("Nothing was spent.", () -> {
            List<Shown> shown = new ArrayList<>();
            for (int i = 0; i < kept.size(); i++) {
                shown.add(Shown.of(kept.get(i), query.releases().get(i).plan()));
            }
            publicRows.copy(query.answerSql(), backend, sandbox.opened());
            shown.forEach(release -> load(query, release, redrawn(query, release.plan())));
            return new Answer(
                    query.columns(),
                    rows(query, shown),
                    kept.stream().map(KeptRelease::report).toList(),
                    "0",
                    "0",
                    confidence);
        });
    }

    private static Answer ofOurs(String spent, Supplier<Answer> work) {
        try {
            return work.get();
        } catch (Refusal refusal) {
            throw refusal;
        } catch (RuntimeException | Error mistake) {
            if (Mistakes.isOfMemory(mistake)) {
                throw new Refusal(
                                ErrorCode.ENGINE,
                                "Java's memory is used up: there are more groups than it holds.",
                                "What it cost stays spent. Ask for fewer and larger groups, or give Java more memory, as by"
                                        + " JAVA_TOOL_OPTIONS=-Xmx8g.")
                        .because(Mistakes.detail(mistake));
            }
            // Its words might quote data. It counts as a failure, and the owner hears of it.
            throw new Refusal(
                            ErrorCode.ENGINE,
                            "The engine could not run this query.",
                            spent + " Please report this as a mistake of Tacit.")
                    .because(Mistakes.detail(mistake));
        }
    }

    private List<ReleasedRows> release(PreparedQuery query, RedrawnRows redraws, Consumer<ReleasedRows> done) {
        Noise fresh = noise.get();
        List<ReleasedRows> released = new ArrayList<>();
        try {
            for (PreparedRelease release : query.releases()) {
                ReleasedRows rows =
                        ReleaseRows.run(release.calibration(), release.sql(), backend.opened(), fresh, redraws);
                load(query, Shown.of(query, rows), redrawn(query, release.plan()));
                if (release.fed()) {
                    FeedReleases.fill(rows, backend.opened());
                }
                released.add(rows);
                done.accept(rows);
            }
            return released;
        } finally {
            query.releases().stream()
                    .filter(PreparedRelease::fed)
                    .forEach(release -> backend.opened().dropWorkTable(release.name()));
        }
    }

    /**
     * What a release shows, new or kept.
     *
     * @param rows of its table, with reports if the query asks for any
     * @param redrawn as {@link ReleasedRows#redrawn}
     */
    private record Shown(ReleasePlan plan, List<@Nullable Object[]> rows, List<List<double @Nullable []>> redrawn) {
        static Shown of(PreparedQuery query, ReleasedRows released) {
            return new Shown(
                    released.calibration().plan(),
                    new ReportColumns(query.reports()).rows(released),
                    released.redrawn());
        }

        static Shown of(KeptRelease kept, ReleasePlan plan) {
            return new Shown(plan, kept.rows(), kept.redrawn());
        }
    }

    /** @param arrays which of the aggregates have redrawn values beside them */
    private void load(PreparedQuery query, Shown shown, List<Integer> arrays) {
        sandbox.opened()
                .load(
                        shown.plan().name(),
                        new ReportColumns(query.reports()).types(shown.plan()),
                        shown.plan().keys().size(),
                        shown.rows(),
                        arrays,
                        arrays.isEmpty() ? List.of() : shown.redrawn());
    }

    private Answer answer(PreparedQuery query, List<ReleasedRows> released, double confidence) {
        List<AnswerRow> rows =
                rows(query, released.stream().map(each -> Shown.of(query, each)).toList());
        List<ReleaseReport> reports = new ArrayList<>();
        for (int i = 0; i < released.size(); i++) {
            reports.add(ReleaseReports.released(
                    released.get(i), query.releases().get(i).people()));
        }
        return new Answer(
                query.columns(),
                rows,
                reports,
                Decimals.spent(query.charge().epsilon()),
                Decimals.spent(query.charge().delta()),
                confidence);
    }

    /**
     * The rows of the answer. If redrawn values take too much memory, only the intervals of computed values are left
     * out.
     */
    private List<AnswerRow> rows(PreparedQuery query, List<Shown> released) {
        int width = query.columns().size();
        try {
            return rows(query.remainder(), width);
        } catch (Refusal refusal) {
            if (refusal.code() != ErrorCode.ENGINE || query.plain().isEmpty()) {
                throw refusal;
            }
            // The sandbox may have been lost with what it held. All of it was released: reading it again tells nothing.
            PreparedQuery.Remainder plain = query.plain().get();
            publicRows.copy(plain.sql(), backend, sandbox.opened());
            released.forEach(rows -> load(query, rows, List.of()));
            return rows(plain, width);
        }
    }

    private List<AnswerRow> rows(PreparedQuery.Remainder remainder, int width) {
        List<AnswerRow> rows = new ArrayList<>();
        for (@Nullable Object[] row : sandbox.opened().run(remainder.sql(), remainder.types())) {
            List<@Nullable Object> values = new ArrayList<>();
            List<@Nullable ConfidenceInterval> intervals = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                Object value = row[i];
                values.add(value);
                intervals.add(remainder
                        .intervals()
                        .get(i)
                        .map(ends -> interval(value, row[ends.low()], row[ends.high()]))
                        .orElse(null));
            }
            rows.add(new AnswerRow(values, intervals));
        }
        return rows;
    }

    /**
     * The interval of a value; none if both ends are open. An interval of a computed value is widened to hold that value.
     */
    private static @Nullable ConfidenceInterval interval(
            @Nullable Object value, @Nullable Object low, @Nullable Object high) {
        if (low instanceof Temporal from && high instanceof Temporal to) {
            return ConfidenceInterval.ofTimes(from, to);
        }
        boolean hasLow = low instanceof Double from && Double.isFinite(from);
        boolean hasHigh = high instanceof Double to && Double.isFinite(to);
        if (!hasLow && !hasHigh) {
            return null;
        }
        double a = hasLow ? (Double) low : Double.NEGATIVE_INFINITY;
        double b = hasHigh ? (Double) high : Double.POSITIVE_INFINITY;
        return value instanceof Number number
                ? new ConfidenceInterval(Math.min(a, number.doubleValue()), Math.max(b, number.doubleValue()))
                : new ConfidenceInterval(a, b);
    }
}
