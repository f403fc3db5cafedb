package io.tacit.experiments.figure;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.PersonLimit;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.experiments.Experiment;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.Question;
import io.tacit.experiments.Repeats;
import io.tacit.experiments.Truth;
import io.tacit.experiments.data.Fineness;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Picture;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import io.tacit.experiments.tpch.TpchTables;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How many groups of TPC-H's Q13 stay hidden, by δ. */
public final class DeltaOnQ13 implements Experiment {
    private static final BigDecimal EPSILON = new BigDecimal("0.1");
    private static final List<Integer> EXPONENTS = List.of(-9, -8, -7, -6, -5, -4, -3, -2);
    private static final double POINT_OF_TABLE_3 = 6.78e-7;
    private static final int GROUPS = 40;
    private static final long MOST_RUNS = 2_000;

    static final String QUERY = """
        SELECT c_count, COUNT(*) AS custdist
        FROM (SELECT c_custkey, COUNT(o_orderkey) AS c_count
              FROM customer LEFT JOIN orders ON c_custkey = o_custkey AND o_comment NOT LIKE '%special%requests%'
              GROUP BY c_custkey) AS c_orders
        GROUP BY c_count\
        """;

    @Override
    public String name() {
        return "delta";
    }

    @Override
    public String question() {
        return "Small groups are hidden to protect who is in them: how many more appear when δ, the chance of a"
                + " mishap, may be larger?";
    }

    @Override
    public String source() {
        return "the paper's figure of thresholding rates on TPC-H Q13 by δ";
    }

    @Override
    public boolean readsTpch() {
        return true;
    }

    @Override
    public Result run(Laboratory laboratory) {
        List<SourceTable> tables = TpchTables.in(laboratory.tpch());
        Truth truth = Truth.ask(laboratory.tpch(), QUERY, 1);
        long runs = Math.min(MOST_RUNS, laboratory.runs(GROUPS));
        List<ResultTable.Row> rows = new ArrayList<>();
        List<Picture.Point> measured = new ArrayList<>();
        List<Picture.Point> half = new ArrayList<>();
        List<Picture.Point> whole = new ArrayList<>();
        for (int exponent : Fineness.of(laboratory, EXPONENTS, 3)) {
            double delta = Math.pow(10, exponent);
            Question question = new Question(tables, defaults(exponent), QUERY, 1, truth);
            Repeats repeats = Repeats.of(question, "Q13 at δ = 1e" + exponent, runs, laboratory);
            Cell hidden = repeats.suppression("");
            double halfHidden = hidden(truth, EPSILON.doubleValue() / 2, delta);
            double wholeHidden = hidden(truth, EPSILON.doubleValue(), delta);
            measured.add(new Picture.Point(delta, ((Cell.Measured) hidden).value()));
            half.add(new Picture.Point(delta, halfHidden));
            whole.add(new Picture.Point(delta, wholeHidden));
            rows.add(ResultTable.Row.of(
                    "1e" + exponent,
                    new Cell.ClosedForm(halfHidden, ""),
                    new Cell.ClosedForm(wholeHidden, ""),
                    hidden,
                    repeats.error("")));
        }
        return new Result(
                found(truth, measured, half),
                List.of(new ResultTable(
                        "hidden",
                        "Share of the " + truth.groups() + " groups of Q13 that stay hidden at ε = 0.1, scale "
                                + laboratory.scale() + ", and the median relative error of those that appear",
                        "δ",
                        List.of("paper's rule, ε/2", "paper's rule, all of ε", "Tacit", "Tacit: error"),
                        rows)),
                List.of(new Picture(
                        "hidden",
                        "Groups of TPC-H Q13 that stay hidden, ε = 0.1",
                        Picture.Axis.logarithmic("δ"),
                        Picture.Axis.linear("share of groups"),
                        List.of(
                                new Picture.Series("Tacit", Picture.Drawing.LINE, measured),
                                new Picture.Series("paper's rule, half of ε", Picture.Drawing.DASHES, half),
                                new Picture.Series("paper's rule, all of ε", Picture.Drawing.DASHES, whole)))),
                List.of());
    }

    private static List<String> found(Truth truth, List<Picture.Point> measured, List<Picture.Point> half) {
        return List.of(
                String.format(
                        Locale.ROOT,
                        "Q13 counts customers by the number of their orders: %d groups at this scale, from many"
                                + " thousands of customers to one. From δ = 1e-9 to 1e-2 the share that stays hidden falls"
                                + " from %.1f %% to %.1f %% with Tacit, and from %.1f %% to %.1f %% by the paper's rule"
                                + " with half of ε for the threshold.",
                        truth.groups(),
                        100 * measured.get(0).y(),
                        100 * measured.get(measured.size() - 1).y(),
                        100 * half.get(0).y(),
                        100 * half.get(half.size() - 1).y()),
                String.format(
                        Locale.ROOT,
                        "Each step of δ by ten lowers the threshold by the same number of people, ln 10/ε, so that the"
                                + " share falls about evenly, as the paper says. The paper gives a picture without"
                                + " numbers; its Table 3 has one point, 0.309 at δ = 6.78e-7 and scale 1, for which its"
                                + " rule with half of ε gives %.3f at this scale. Tacit counts each customer once by the"
                                + " structure of the query and spends all of ε on one number, which both decides and is"
                                + " shown.",
                        hidden(truth, EPSILON.doubleValue() / 2, POINT_OF_TABLE_3)));
    }

    private static Defaults defaults(int exponent) {
        return new Defaults(
                EPSILON,
                BigDecimal.ONE.movePointRight(exponent),
                Optional.of(PersonLimit.groups(1)),
                0.95,
                Optional.empty(),
                Optional.empty(),
                1,
                false);
    }

    /**
     * The share of groups that the paper's rule hides: the threshold is 1 + ln(1/(2δ))/ε for C_u = 1, and the number of
     * people has Laplace noise of scale 1/ε.
     *
     * @param epsilon what is spent on the number of people
     */
    static double hidden(Truth truth, double epsilon, double delta) {
        double threshold = 1 - Math.log(2 * delta) / epsilon;
        return Arrays.stream(truth.all())
                .map(people -> LaplaceShare.between(Double.NEGATIVE_INFINITY, threshold, people, 1 / epsilon))
                .average()
                .orElse(0);
    }
}
