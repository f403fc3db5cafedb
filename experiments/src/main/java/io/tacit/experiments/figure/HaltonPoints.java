package io.tacit.experiments.figure;

import io.tacit.experiments.Experiment;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Picture;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import io.tacit.privacy.audit.Halton;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** The data sets of two people from which the tester starts, as points of a square. */
public final class HaltonPoints implements Experiment {
    private static final int POINTS = 256;
    private static final double RADIUS = 0.5;
    private static final int CELLS = 16;

    @Override
    public String name() {
        return "halton";
    }

    @Override
    public String question() {
        return "The tester of the mechanisms cannot try all data sets: are the ones that it tries spread evenly?";
    }

    @Override
    public String source() {
        return "the paper's figure of the Halton sequence, 256 data sets of two numbers in [−0.5, 0.5]";
    }

    @Override
    public boolean readsTpch() {
        return false;
    }

    @Override
    public Result run(Laboratory laboratory) {
        List<Picture.Point> spread = new ArrayList<>();
        List<Picture.Point> random = new ArrayList<>();
        SplittableRandom independent = new SplittableRandom(1);
        for (int i = 1; i <= POINTS; i++) {
            List<Double> data = Halton.dataSet(i, 2, RADIUS);
            spread.add(new Picture.Point(data.get(0), data.get(1)));
            random.add(new Picture.Point(
                    RADIUS * (2 * independent.nextDouble() - 1), RADIUS * (2 * independent.nextDouble() - 1)));
        }
        int ofSpread = empty(spread);
        int ofRandom = empty(random);
        // The chance that none of 256 independent points falls into one of 256 cells is (1 − 1/256)^256.
        double expected = CELLS * CELLS * Math.pow(1 - 1.0 / (CELLS * CELLS), POINTS);
        return new Result(
                List.of(
                        "Each point is a data set of two people, one number each. The square is divided into "
                                + CELLS * CELLS
                                + " equal cells, as many as there are points. Points of the sequence leave "
                                + ofSpread + " cells empty, independent random ones " + ofRandom + " (expected: "
                                + Math.round(expected) + ").",
                        "The fewer holes there are, the fewer data sets the tester needs to come near every one that"
                                + " a mistake could depend on. The points are the ones that the tester itself uses; the"
                                + " sequence has no chance in it, so they are the paper's."),
                List.of(new ResultTable(
                        "empty-cells",
                        "Cells of a square of 256 in which none of 256 points lies",
                        "points",
                        List.of("drawn", "closed form"),
                        List.of(
                                ResultTable.Row.of(
                                        "Halton sequence",
                                        new Cell.Measured(ofSpread, ofSpread, ofSpread, 1, ""),
                                        new Cell.Missing("the sequence has no chance in it")),
                                ResultTable.Row.of(
                                        "independent, uniform",
                                        new Cell.Measured(ofRandom, ofRandom, ofRandom, 1, ""),
                                        new Cell.ClosedForm(expected, "256·(1 − 1/256)^256"))))),
                List.of(new Picture(
                        "points",
                        "256 data sets of two people",
                        Picture.Axis.linear("first person's number"),
                        Picture.Axis.linear("second person's number"),
                        List.of(new Picture.Series("Halton sequence", Picture.Drawing.POINTS, spread)))),
                List.of("The paper's picture of the search graph of a data set of three people is a drawing, no"
                        + " measurement; the tester walks that graph."));
    }

    private static int empty(List<Picture.Point> points) {
        Set<Integer> filled = new HashSet<>();
        for (Picture.Point point : points) {
            filled.add(CELLS * cell(point.x()) + cell(point.y()));
        }
        return CELLS * CELLS - filled.size();
    }

    private static int cell(double place) {
        return Math.min(CELLS - 1, (int) ((place + RADIUS) / (2 * RADIUS) * CELLS));
    }
}
