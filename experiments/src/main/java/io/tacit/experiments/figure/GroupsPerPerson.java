package io.tacit.experiments.figure;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.experiments.Experiment;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.LaplaceErrors;
import io.tacit.experiments.Question;
import io.tacit.experiments.Repeats;
import io.tacit.experiments.Truth;
import io.tacit.experiments.data.Fineness;
import io.tacit.experiments.data.MadeUpTable;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Picture;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import io.tacit.experiments.result.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** What a limit on how much each person counts costs, for people of several kinds. */
public final class GroupsPerPerson implements Experiment {
    private static final int PEOPLE = 1_000;
    private static final List<Integer> LIMITS = List.of(10, 25, 50, 75, 100, 125, 150, 200, 300, 500, 1000);
    private static final List<String> DRAWN_WITH_NOISE = List.of("uniform", "exponential", "power law");
    private static final double EPSILON = 1;
    private static final Picture.Axis Y = Picture.Axis.linear("median error, as a share of the total");
    private static final long MOST_RUNS = 1_000;
    private static final int SLOWER = 60;

    @Override
    public String name() {
        return "groups-per-person";
    }

    @Override
    public String question() {
        return "Each person may count only so often: how wrong does a total become by what is left out?";
    }

    @Override
    public String source() {
        return "the paper's figure of the median error by C_u, for 1,000 people and distributions centred at 100";
    }

    @Override
    public boolean readsTpch() {
        return false;
    }

    @Override
    public Result run(Laboratory laboratory) {
        long runs = Math.min(MOST_RUNS, laboratory.runs(SLOWER));
        List<ResultTable.Row> rows = new ArrayList<>();
        List<Picture.Series> lost = new ArrayList<>();
        List<Picture.Series> total = new ArrayList<>();
        List<Picture.Point> best = new ArrayList<>();
        List<Picture.Point> marked = new ArrayList<>();
        for (Distribution law : laws(laboratory)) {
            try (MadeUpTable people = people(law)) {
                Curve curve = curve(laboratory, law, people, runs, rows);
                lost.add(new Picture.Series(law.name(), Picture.Drawing.LINE, curve.lost()));
                best.add(curve.best());
                if (DRAWN_WITH_NOISE.contains(law.name())) {
                    total.add(new Picture.Series(law.name(), Picture.Drawing.LINE, curve.measured()));
                    total.add(new Picture.Series(law.name() + ", closed form", Picture.Drawing.DASHES, curve.closed()));
                    marked.add(curve.best());
                }
            }
        }
        total.add(new Picture.Series("best limit", Picture.Drawing.CIRCLES, marked));
        return new Result(
                found(laws(laboratory), best),
                List.of(new ResultTable(
                        "errors",
                        "Error of the total number of rows of 1,000 people, as a share of it",
                        "rows of a person, limit",
                        List.of(
                                "left out, expected",
                                "left out, these people",
                                "with noise, closed form",
                                "Tacit, ε = 1"),
                        rows)),
                List.of(
                        picture("left-out", "What a limit leaves out of a total", Y, lost),
                        picture(
                                "with-noise",
                                "What a limit leaves out, with the noise that it allows, ε = 1",
                                Picture.Axis.logarithmic(Y.label()),
                                total)),
                List.of("The paper's query draws C_u rows of each person with TABLESAMPLE. Tacit refuses TABLESAMPLE"
                        + " over people's rows: which rows a sample holds may depend on other people's rows, and"
                        + " then no bound on one person holds. A limit of rows for each person, which is asked for"
                        + " here, leaves the same number of rows."));
    }

    private static List<Distribution> laws(Laboratory laboratory) {
        return Fineness.of(laboratory, Distribution.CENTRED, 5);
    }

    private static List<String> found(List<Distribution> laws, List<Picture.Point> best) {
        StringBuilder limits = new StringBuilder();
        for (int i = 0; i < best.size(); i++) {
            limits.append(i == 0 ? "" : ", ")
                    .append(laws.get(i).name())
                    .append(' ')
                    .append(Math.round(best.get(i).x()));
        }
        return List.of(
                "People have 100 rows on average, spread in several ways. A limit below what people have leaves out"
                        + " rows, and the total is too small; a high limit leaves out nothing, but the noise must hide a"
                        + " person with so many rows. The first picture, the paper's, has only what is left out. The"
                        + " second adds the noise of ε = 1, which the paper's has not, and then each curve has a lowest"
                        + " point.",
                "The measured limit with the least error was: " + limits
                        + ". With a heavy tail the best limit is far above"
                        + " what most people have, but also far below what some have: one need not keep everything, and"
                        + " should not.");
    }

    /**
     * Errors by limit.
     *
     * @param lost what is left out, expected
     * @param measured errors of the engine
     * @param closed what these should be
     */
    private record Curve(List<Picture.Point> lost, List<Picture.Point> measured, List<Picture.Point> closed) {
        Picture.Point best() {
            return measured.stream()
                    .min(Comparator.comparingDouble(Picture.Point::y))
                    .orElseThrow();
        }
    }

    private static Curve curve(
            Laboratory laboratory, Distribution law, MadeUpTable people, long runs, List<ResultTable.Row> rows) {
        Truth all = Truth.ask(people.file(), "SELECT COUNT(*) FROM p", 0);
        Curve curve = new Curve(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (int limit : Fineness.of(laboratory, LIMITS, 4)) {
            Laboratory.checkInterrupted();
            double expected = expectedLoss(law, limit);
            double kept = Truth.ask(
                            people.file(),
                            "SELECT SUM(LEAST(n, " + limit + ")) FROM (SELECT COUNT(*) AS n FROM p GROUP BY person)",
                            0)
                    .single();
            double loss = all.single() - kept;
            double closed = LaplaceErrors.median(limit / EPSILON, loss) / all.single();
            String sql = "SELECT COUNT(*, contribution_bounds_per_group => (0, " + limit + ")) AS n FROM p";
            Repeats repeats = Repeats.of(
                    Question.of(people.tables(), sql, 0, all), law.name() + ", at most " + limit, runs, laboratory);
            curve.lost().add(new Picture.Point(limit, expected));
            curve.measured()
                    .add(new Picture.Point(
                            limit, Spread.of(repeats.errors(), runs).median()));
            curve.closed().add(new Picture.Point(limit, closed));
            rows.add(ResultTable.Row.of(
                    String.format(Locale.ROOT, "%s, %,d", law.name(), limit),
                    new Cell.ClosedForm(expected, ""),
                    new Cell.ClosedForm(loss / all.single(), ""),
                    new Cell.ClosedForm(closed, ""),
                    repeats.error("")));
        }
        return curve;
    }

    /** What a limit leaves out of a person's rows, as a share: 1 − E[min(D, C)]/E[D], D being X rounded and at least 0. */
    static double expectedLoss(Distribution law, int limit) {
        double kept = 0;
        double all = 0;
        for (int k = 1; k <= 1_000_000; k++) {
            double atLeast = law.above(k - 0.5);
            all += atLeast;
            kept += k <= limit ? atLeast : 0;
            if (k > limit && atLeast < 1e-12) {
                break;
            }
        }
        return 1 - kept / all;
    }

    private static MadeUpTable people(Distribution law) {
        SplittableRandom random = new SplittableRandom(18);
        return MadeUpTable.of("p", "person", List.of(new Column("person", ColumnType.INTEGER, false)), appender -> {
            for (int person = 0; person < PEOPLE; person++) {
                long rows = Math.round(Math.max(0, law.draw(random)));
                for (long i = 0; i < rows; i++) {
                    appender.beginRow();
                    appender.append(person);
                    appender.endRow();
                }
            }
        });
    }

    private static Picture picture(String name, String title, Picture.Axis y, List<Picture.Series> series) {
        return new Picture(name, title, Picture.Axis.logarithmic("most rows of a person"), y, series);
    }
}
