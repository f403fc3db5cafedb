package io.tacit.experiments.figure;

import io.tacit.engine.catalog.Defaults;
import io.tacit.experiments.Experiment;
import io.tacit.experiments.Laboratory;
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
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What clamping takes from a mean, for numbers of several distributions. */
public final class ClampingByDistribution implements Experiment {
    private static final int PEOPLE = 20_000;
    private static final List<Integer> BOUNDS = List.of(50, 75, 100, 125, 150, 200, 300);
    private static final BigDecimal EPSILON = BigDecimal.TEN;
    private static final int CURVE_TO = 300;
    private static final long MOST_RUNS = 20;

    @Override
    public String name() {
        return "clamping-distributions";
    }

    @Override
    public String question() {
        return "How much does cutting large numbers down to a bound take from a mean, for numbers that are spread in"
                + " different ways?";
    }

    @Override
    public String source() {
        return "the figure of the paper's appendix on clamping, distributions centred at 100";
    }

    @Override
    public boolean readsTpch() {
        return false;
    }

    @Override
    public Result run(Laboratory laboratory) {
        long runs = Math.min(MOST_RUNS, laboratory.runs());
        List<ResultTable.Row> rows = new ArrayList<>();
        List<Picture.Series> series = new ArrayList<>();
        List<Picture.Point> all = new ArrayList<>();
        for (Distribution law : Fineness.of(laboratory, Distribution.CENTRED, 5)) {
            List<Picture.Point> measured = new ArrayList<>();
            try (MadeUpTable people = MadeUpNumbers.of(law, PEOPLE)) {
                double low = Math.min(
                        0,
                        Truth.ask(people.file(), "SELECT FLOOR(MIN(x)) FROM p", 0)
                                .single());
                Truth truth = Truth.ask(people.file(), "SELECT AVG(x) FROM p", 0);
                for (int bound : Fineness.of(laboratory, BOUNDS, 3)) {
                    Laboratory.checkInterrupted();
                    Question question =
                            new Question(people.tables(), defaults(), MadeUpNumbers.mean(low, bound), 0, truth);
                    double[] relative = Repeats.of(question, law.name() + ", u = " + bound, runs, laboratory)
                            .errors();
                    Spread errors = Spread.of(
                            Arrays.stream(relative)
                                    .map(error -> error * truth.single())
                                    .toArray(),
                            runs);
                    measured.add(new Picture.Point(bound, errors.median()));
                    rows.add(ResultTable.Row.of(
                            String.format(Locale.ROOT, "%s, %d", law.name(), bound),
                            new Cell.ClosedForm(law.beyond(bound), ""),
                            errors.cell("")));
                }
            }
            List<Picture.Point> closed = new ArrayList<>();
            for (int u = BOUNDS.get(0); u <= CURVE_TO; u += 5) {
                closed.add(new Picture.Point(u, law.beyond(u)));
            }
            series.add(new Picture.Series(law.name(), Picture.Drawing.DASHES, closed));
            all.addAll(measured);
        }
        series.add(new Picture.Series("Tacit", Picture.Drawing.POINTS, all));
        return new Result(
                List.of(
                        "The curves are what clamping at u takes from the mean by the distribution's own formula; the"
                                + " points are what it took from Tacit's answer over 20,000 such numbers, at ε = 10, where"
                                + " noise matters little. They differ by what 20,000 draws differ from their law, which is"
                                + " most for heavy tails.",
                        "A uniform distribution loses nothing beyond its end. With a heavy tail the loss falls slowly:"
                                + " even a bound of three times the mean takes a share of it. A high bound needs more"
                                + " noise, so that the best one is lower than these curves say (experiment clamping).",
                        "The paper's formula for the clamped mean has a as a factor where b should be (2au for 2bu);"
                                + " its formula for the error, which is used here, is right."),
                List.of(new ResultTable(
                        "errors",
                        "What clamping at u takes from the mean of numbers with mean 100",
                        "distribution, u",
                        List.of("closed form", "Tacit, 20,000 people"),
                        rows)),
                List.of(new Picture(
                        "errors",
                        "What clamping takes from a mean of 100",
                        Picture.Axis.linear("upper bound u"),
                        Picture.Axis.linear("error of the mean"),
                        series)),
                List.of());
    }

    private static Defaults defaults() {
        Defaults standard = Defaults.STANDARD;
        return new Defaults(EPSILON, standard.delta(), 1, standard.confidence());
    }
}
