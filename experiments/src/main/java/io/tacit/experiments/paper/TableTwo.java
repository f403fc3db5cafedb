package io.tacit.experiments.paper;

import io.tacit.engine.catalog.SourceTable;
import io.tacit.experiments.CountErrors;
import io.tacit.experiments.Experiment;
import io.tacit.experiments.Laboratory;
import io.tacit.experiments.LaplaceErrors;
import io.tacit.experiments.Question;
import io.tacit.experiments.Repeats;
import io.tacit.experiments.Truth;
import io.tacit.experiments.result.Agreement;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import io.tacit.experiments.tpch.TpchTables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The paper's Table 2: one group of TPC-H Query 1, with each supplier as a person. */
public final class TableTwo implements Experiment {
    private static final String ROWS =
            " FROM lineitem WHERE l_returnflag = 'A' AND l_linestatus = 'F' AND l_shipdate <= DATE '1998-09-02'";
    private static final double EPSILON = 0.1;

    /** The first row of each supplier. */
    private static final String ONE_ROW_EACH = " FROM (SELECT l_suppkey, l_extendedprice AS price, ROW_NUMBER() OVER"
            + " (PARTITION BY l_suppkey ORDER BY l_orderkey, l_linenumber) AS place" + ROWS
            + ") AS lines WHERE place = 1";

    /** Limits that are found privately cost as much as so many releases without. */
    private static final long COST_OF_SEARCH = 200;

    /** With fewer people a mean's error is no sum of two noises any more. */
    private static final double ENOUGH = 5000;

    /** Choosing a quantile walks all different values of the group. */
    private static final long COST_OF_MEDIAN = 20_000;

    private static final List<String> COLUMNS =
            List.of("paper", "PINQ", "Flex", "Tacit, the paper's settings", "closed form", "Tacit, no bounds given");

    @Override
    public String name() {
        return "table-2";
    }

    @Override
    public String question() {
        return "How far off are a count, a mean and a median over one group, when each supplier is protected at ε ="
                + " 0.1?";
    }

    @Override
    public String source() {
        return "the paper's Table 2";
    }

    @Override
    public boolean readsTpch() {
        return true;
    }

    @Override
    public Result run(Laboratory laboratory) {
        Path database = laboratory.tpch();
        List<Agreement> agreements = new ArrayList<>();
        Cells cells = new Cells(laboratory, TpchTables.ofSuppliers(database), database, agreements);
        ResultTable errors = new ResultTable(
                "errors",
                "Median relative error of one group of Query 1, ε = 0.1",
                "aggregate",
                COLUMNS,
                List.of(cells.count(373), cells.mean(), cells.median(), cells.count(1)));
        return new Result(
                List.of(
                        "All rows of a supplier are protected together. A count whose bound is as large as what the"
                                + " largest supplier adds is off by a fraction of a percent at the paper's scale; what"
                                + " decides is the bound alone.",
                        "With a bound of 1 a supplier counts once however many rows there are: the answer is the number"
                                + " of suppliers and misses nearly all rows. That is the price of a wrong bound, and"
                                + " it is private. PINQ and Flex take the bound as a promise that nobody checks: their"
                                + " small errors in that row belong to answers that protect no supplier."),
                List.of(errors),
                List.of(),
                agreements,
                List.of("Errors of PINQ and Flex are the published ones: both are not part of Tacit, and their"
                        + " sensitivities were set by hand."));
    }

    /** The work on one data set. */
    private record Cells(Laboratory laboratory, List<SourceTable> tables, Path database, List<Agreement> agreements) {
        private Repeats repeated(String select, String sql, Truth truth, long cost) {
            return Repeats.of(
                    Question.of(tables, select + sql + ROWS, 0, truth), sql, laboratory.runs(cost), laboratory);
        }

        private Repeats paper(String sql, Truth truth, long cost) {
            return repeated("SELECT WITH ANONYMIZATION OPTIONS(epsilon = 0.1, noise = LAPLACE) ", sql, truth, cost);
        }

        private Cell standard(String sql, Truth truth, long cost) {
            return repeated("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.1) ", sql, truth, cost)
                    .error("");
        }

        ResultTable.Row count(int bound) {
            Truth truth = Truth.ask(database, "SELECT COUNT(*)" + ROWS, 0);
            double kept = Truth.ask(
                            database,
                            "SELECT SUM(LEAST(n, " + bound + ")) FROM (SELECT COUNT(*) AS n" + ROWS
                                    + " GROUP BY l_suppkey)",
                            0)
                    .single();
            CountErrors law = new CountErrors(
                    new double[] {kept}, new double[] {truth.single()}, bound / EPSILON, Double.NEGATIVE_INFINITY);
            String sql = "ANON_COUNT(*, 0, " + bound + ")";
            Repeats paper = paper(sql, truth, 1);
            agreements.add(paper.agreement(sql, law.median(), law.chance(law.median())));
            boolean wrong = bound == 1;
            return ResultTable.Row.of(
                    "COUNT(*), at most " + bound + " per supplier",
                    new Cell.Published(wrong ? 0.993 : 0.00175, ""),
                    new Cell.Published(
                            wrong ? 4.727e-6 : 0.00179, wrong ? "not private: the bound is not enforced" : ""),
                    new Cell.Published(wrong ? 2.7e-5 : 0.0197, wrong ? "not private: the bound is not enforced" : ""),
                    paper.error(""),
                    new Cell.ClosedForm(law.median(), ""),
                    wrong ? new Cell.Missing("as in the first row") : standard("COUNT(*)", truth, COST_OF_SEARCH));
        }

        ResultTable.Row mean() {
            Truth ofSuppliers = Truth.ask(
                    database,
                    "SELECT AVG(a) FROM (SELECT AVG(l_extendedprice) AS a" + ROWS + " GROUP BY l_suppkey)",
                    0);
            double people = Truth.ask(database, "SELECT COUNT(DISTINCT l_suppkey)" + ROWS, 0)
                    .single();
            double half = 50_000;
            double from = ofSuppliers.single() - half;
            // A supplier is divided into the two ends of the range: their noises are what is divided by the number.
            double closed = LaplaceErrors.medianOfTwo(
                    (half - from) / EPSILON / people / ofSuppliers.single(),
                    (half + from) / EPSILON / people / ofSuppliers.single());
            String sql = "ANON_AVG(l_extendedprice, 0, 100000)";
            Repeats paper = paper(sql, ofSuppliers, 1);
            if (people >= ENOUGH) {
                agreements.add(paper.agreement(sql, closed, 0.5));
            }
            return ResultTable.Row.of(
                    "AVG(l_extendedprice) within 0 … 100,000",
                    new Cell.Published(0.00181, ""),
                    new Cell.Published(0.00181, ""),
                    new Cell.Missing("Flex has no such function"),
                    paper.error("the mean of the suppliers' means, which is what this function measures"),
                    new Cell.ClosedForm(closed, "to first order in the noise of the number of people"),
                    standard(
                            "AVG(l_extendedprice)",
                            Truth.ask(database, "SELECT AVG(l_extendedprice)" + ROWS, 0),
                            COST_OF_SEARCH));
        }

        ResultTable.Row median() {
            Truth truth = Truth.ask(database, "SELECT QUANTILE_CONT(l_extendedprice, 0.5)" + ROWS, 0);
            Truth ofOnes = Truth.ask(database, "SELECT QUANTILE_CONT(price, 0.5)" + ONE_ROW_EACH, 0);
            Repeats paper = Repeats.of(
                    Question.of(
                            tables,
                            "SELECT WITH ANONYMIZATION OPTIONS(epsilon = 0.1, noise = LAPLACE) ANON_MEDIAN(price, 0,"
                                    + " 100000)"
                                    + ONE_ROW_EACH,
                            0,
                            ofOnes),
                    "ANON_MEDIAN of one row a supplier",
                    laboratory.runs(COST_OF_SEARCH),
                    laboratory);
            return ResultTable.Row.of(
                    "MEDIAN(l_extendedprice) within 0 … 100,000",
                    new Cell.Published(0.00189, "has no interval; a third of Tacit's ε pays for one"),
                    new Cell.Published(0.00349, ""),
                    new Cell.Missing("Flex has no such function"),
                    paper.error("of one row a supplier, as the paper gives its functions one row of each person"),
                    new Cell.Missing("a quantile is drawn by the exponential mechanism: its error depends on all values"
                            + " near it"),
                    repeated(
                                    "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.1) ",
                                    "MEDIAN(l_extendedprice)",
                                    truth,
                                    COST_OF_MEDIAN)
                            .error("of all rows"));
        }
    }
}
