package io.tacit.experiments.figure;

import io.tacit.experiments.Experiment;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import io.tacit.privacy.audit.AuditedMechanism;
import io.tacit.privacy.audit.AuditedMechanisms;
import io.tacit.privacy.audit.StochasticTester;
import io.tacit.privacy.random.SystemRandomBits;
import java.util.List;

/** The mistake that the paper's authors found in their first mean, planted here again for the tester to find. */
public final class NoisyAverage implements Experiment {
    private static final int BUCKETS = 40;
    private static final double EPSILON = 0.5;
    private static final double RADIUS = 0.5;

    /** The paper's pair. */
    private static final List<Double> LARGER = List.of(-0.375, -0.055, 0.3);

    private static final List<Double> SMALLER = List.of(-0.375, -0.055);

    @Override
    public String name() {
        return "noisy-average";
    }

    @Override
    public String question() {
        return "Would the tester have found the mistake that the paper's authors made in their first mean?";
    }

    @Override
    public String source() {
        return "the paper's figure of the noisy-average violation, with its pair of data sets";
    }

    @Override
    public boolean readsTpch() {
        return false;
    }

    @Override
    public Result run(Laboratory laboratory) {
        int runs = TesterHistograms.runs(laboratory);
        TestedPairReport first =
                report("violation", "Exact number of people, noise for a sum", RADIUS / EPSILON, LARGER, SMALLER, runs);
        TestedPairReport second = report(
                "wider-noise",
                "Exact number of people, noise for the whole range",
                2 * RADIUS / EPSILON,
                SMALLER,
                LARGER,
                runs);
        return new Result(
                List.of(
                        "The first mean was a noisy sum divided by the exact number of people. Noise for a sum within"
                                + " [−0.5, 0.5] need only hide one person's number, 0.5 at most; divided by a number of"
                                + " people that changes too, that is too little: the mean over two people is noisier"
                                + " than the mean over three, which shows as a higher peak with the third person.",
                        first.words() + " " + second.words()
                                + " The wider noise, for the distance of the bounds, hides the peak; it does not mend"
                                + " the mean, because noise that is divided by an exact number of people is wider"
                                + " where there are fewer of them, and far from the middle that tells the two apart.",
                        "Tacit's own mean divides by a noisy number of people: " + own(runs)
                                + " The wrong means exist in this experiment only. The paper does not say for which ε"
                                + " its picture was made; here ε = 0.5."),
                List.of(new ResultTable(
                        "buckets",
                        "Buckets of a histogram, of 40, in which the promise of ε = 0.5 is broken for the paper's pair"
                                + " of data sets",
                        "mechanism",
                        TestedPairReport.COLUMNS,
                        List.of(first.row(), second.row()))),
                List.of(first.picture(), second.picture()),
                List.of());
    }

    /** What the tester says of the engine's own mean over the same pair. */
    private static String own(int runs) {
        AuditedMechanism mean = AuditedMechanisms.all().stream()
                .filter(mechanism -> mechanism.name().equals("mean with Laplace noise"))
                .findFirst()
                .orElseThrow();
        boolean passed = StochasticTester.of(mean.epsilon(), mean.delta())
                .samples(runs)
                .compare(mean.name(), mean.subject(), LARGER, SMALLER, new SystemRandomBits())
                .passed();
        return passed
                ? "the tester finds nothing over the same pair, and it looks at that mean in every build (./tacit"
                        + " audit)."
                : "the tester finds a violation over the same pair. Please report this.";
    }

    private static TestedPairReport report(
            String name, String title, double scale, List<Double> data, List<Double> neighbour, int runs) {
        TestedPair pair = new TestedPair(new ClampedSum(RADIUS, scale, true), EPSILON, data, neighbour);
        SystemRandomBits bits = new SystemRandomBits();
        Laboratory.checkInterrupted();
        return new TestedPairReport(
                name, title, pair, pair.histogram(runs, BUCKETS, bits), runs, pair.verdict(runs, bits));
    }
}
