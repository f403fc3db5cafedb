package io.tacit.experiments.figure;

import io.tacit.engine.catalog.Defaults;
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
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** How far a mean is off by the bound at which numbers are clamped, for several ε. */
public final class Clamping implements Experiment {
    private static final int PEOPLE = 100;
    private static final double LOW = -200;
    private static final Distribution.Even LAW = new Distribution.Even(50, 150);
    private static final List<Integer> BOUNDS = List.of(80, 90, 100, 110, 120, 130, 140, 150);
    private static final List<String> EPSILONS = List.of("0.1", "0.3", "1");
    private static final long MOST_RUNS = 2_000;
    private static final int SLOWER = 60;

    @Override
    public String name() {
        return "clamping";
    }

    @Override
    public String question() {
        return "Large numbers are cut down to a bound before they are added up: which bound makes a mean least wrong?";
    }

    @Override
    public String source() {
        return "the paper's figure of the total error by the upper bound, 100 numbers uniform on [50, 150], lower bound"
                + " −200";
    }

    @Override
    public boolean readsTpch() {
        return false;
    }

    @Override
    public Result run(Laboratory laboratory) {
        long runs = Math.min(MOST_RUNS, laboratory.runs(SLOWER));
        List<ResultTable.Row> rows = new ArrayList<>();
        List<Picture.Series> series = new ArrayList<>();
        List<Picture.Point> best = new ArrayList<>();
        StringBuilder optima = new StringBuilder();
        try (MadeUpTable people = MadeUpNumbers.of(LAW, PEOPLE)) {
            Truth truth = Truth.ask(people.file(), "SELECT AVG(x) FROM p", 0);
            for (String epsilon : Fineness.of(laboratory, EPSILONS, 2)) {
                List<Picture.Point> measured = new ArrayList<>();
                List<Picture.Point> closed = new ArrayList<>();
                double size = Double.parseDouble(epsilon);
                for (int bound : Fineness.of(laboratory, BOUNDS, 3)) {
                    Laboratory.checkInterrupted();
                    double[] errors = errors(laboratory, people, truth, epsilon, bound, runs);
                    double mean = Arrays.stream(errors).average().orElseThrow();
                    Spread spread = Spread.of(errors, runs);
                    measured.add(new Picture.Point(bound, mean));
                    closed.add(new Picture.Point(bound, closedForm(bound, size)));
                    rows.add(ResultTable.Row.of(
                            String.format(Locale.ROOT, "%s, %d", epsilon, bound),
                            new Cell.ClosedForm(closedForm(bound, size), ""),
                            new Cell.Measured(mean, spread.quantile(0.25), spread.quantile(0.75), runs, "")));
                }
                Picture.Point least = measured.stream()
                        .min(Comparator.comparingDouble(Picture.Point::y))
                        .orElseThrow();
                best.add(least);
                best.add(new Picture.Point(optimum(size), closedForm(optimum(size), size)));
                optima.append(String.format(
                        Locale.ROOT,
                        "; ε = %s: %.1f by the formula, %.0f measured",
                        epsilon,
                        optimum(size),
                        least.x()));
                series.add(new Picture.Series("Tacit, ε = " + epsilon, Picture.Drawing.LINE, measured));
                series.add(new Picture.Series("formula, ε = " + epsilon, Picture.Drawing.DASHES, closed));
            }
        }
        series.add(new Picture.Series("best bound", Picture.Drawing.CIRCLES, best));
        return new Result(
                found(optima.substring(2)),
                List.of(new ResultTable(
                        "errors",
                        "Mean absolute error of the mean of 100 numbers, uniform on [50, 150], clamped within [−200,"
                                + " u]",
                        "ε, u",
                        List.of("paper's formula", "Tacit"),
                        rows)),
                List.of(new Picture(
                        "errors",
                        "Error of a mean of 100 numbers by the upper bound",
                        Picture.Axis.linear("upper bound u"),
                        Picture.Axis.logarithmic("mean absolute error"),
                        series)),
                List.of());
    }

    /** The absolute errors of many answers. */
    private static double[] errors(
            Laboratory laboratory, MadeUpTable people, Truth truth, String epsilon, int bound, long runs) {
        Question question = new Question(people.tables(), defaults(epsilon), MadeUpNumbers.mean(LOW, bound), 0, truth);
        double[] relative = Repeats.of(question, "ε = " + epsilon + ", u = " + bound, runs, laboratory)
                .errors();
        return Arrays.stream(relative).map(error -> error * truth.single()).toArray();
    }

    private static List<String> found(String optima) {
        return List.of(
                "A low bound cuts off much and the mean is too small; a high one needs more noise, which hides whoever"
                        + " has a number so large. Between them is a best bound: " + optima + ".",
                "The smaller ε is, the more should be cut off. Where Tacit's error is above the paper's formula this"
                        + " has two reasons: the formula divides by the exact number of people, which is private, so that"
                        + " Tacit measures it with a share of ε; and it adds up the bias and the median of the noise,"
                        + " which is less than the mean error that is measured. Where Tacit's error is below, the answer"
                        + " stays within its bounds: a mean above u is shown as u, so that an upper bound near the true"
                        + " mean cuts off half of the noise. With much noise such a bound is best.");
    }

    /** (b − u)²/(2(b − a)) + ln 2·(u − l)/(Nε), as in the paper. */
    static double closedForm(double bound, double epsilon) {
        return LAW.beyond(bound) + LaplaceErrors.median((bound - LOW) / (PEOPLE * epsilon), 0);
    }

    /** Where {@link #closedForm} is least: its derivative is 0 at b − (b − a)·ln 2/(Nε). */
    static double optimum(double epsilon) {
        return LAW.high() - (LAW.high() - LAW.low()) * Math.log(2) / (PEOPLE * epsilon);
    }

    private static Defaults defaults(String epsilon) {
        Defaults standard = Defaults.STANDARD;
        return new Defaults(new BigDecimal(epsilon), standard.delta(), 1, standard.confidence());
    }
}
