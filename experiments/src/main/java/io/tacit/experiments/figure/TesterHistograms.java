package io.tacit.experiments.figure;

import io.tacit.experiments.Experiment;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import io.tacit.privacy.random.SystemRandomBits;
import java.util.List;

/** A sum that keeps its claim and one that does not, as the tester sees them. */
public final class TesterHistograms implements Experiment {
    private static final int MOST_RUNS = 400_000;
    private static final int LEAST_RUNS = 20_000;
    private static final int BUCKETS = 40;
    private static final double EPSILON = 1;
    private static final double RADIUS = 0.5;
    private static final List<Double> LARGER = List.of(0.45, -0.2, 0.1);
    private static final List<Double> SMALLER = List.of(-0.2, 0.1);

    @Override
    public String name() {
        return "tester-histograms";
    }

    @Override
    public String question() {
        return "How does one see, from answers alone, whether a mechanism keeps what it promises?";
    }

    @Override
    public String source() {
        return "the paper's two histograms of a passing and a failing test";
    }

    @Override
    public boolean readsTpch() {
        return false;
    }

    @Override
    public Result run(Laboratory laboratory) {
        int runs = runs(laboratory);
        TestedPairReport passing = report("passing", "Sum with the noise that it needs", RADIUS / EPSILON, runs);
        TestedPairReport failing = report("failing", "Sum with half of that noise", RADIUS / EPSILON / 2, runs);
        return new Result(
                List.of(
                        "A sum of numbers between −0.5 and 0.5 is asked for " + runs
                                + " times over three people, and as often over two of them. For ε = 1 no set of answers"
                                + " may come more than e times as often with the third person as without. The picture"
                                + " shows how often answers fell into each of 40 buckets with the person, and e times"
                                + " as often as they did without: where the first is higher, and by more than chance,"
                                + " the promise is broken.",
                        passing.words() + " " + failing.words(),
                        "The noise is the engine's own in both. What the tester adds to the picture is how sure it is:"
                                + " it calls a mechanism wrong that is right at most once in 10⁸ tests. Finding nothing"
                                + " proves nothing; the proofs stand beside the mechanisms."),
                List.of(new ResultTable(
                        "buckets",
                        "Buckets of a histogram, of 40, in which the promise of ε = 1 is broken",
                        "mechanism",
                        TestedPairReport.COLUMNS,
                        List.of(passing.row(), failing.row()))),
                List.of(passing.picture(), failing.picture()),
                List.of());
    }

    /** How often each data set is asked about. */
    static int runs(Laboratory laboratory) {
        return (int) Math.max(LEAST_RUNS, Math.min(MOST_RUNS, laboratory.runs()));
    }

    private static TestedPairReport report(String name, String title, double scale, int runs) {
        TestedPair pair = new TestedPair(new ClampedSum(RADIUS, scale, false), EPSILON, LARGER, SMALLER);
        SystemRandomBits bits = new SystemRandomBits();
        Laboratory.checkInterrupted();
        return new TestedPairReport(
                name, title, pair, pair.histogram(runs, BUCKETS, bits), runs, pair.verdict(runs, bits));
    }
}
