package io.tacit.experiments.paper;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.RepeatedRelease;
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
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The paper's Table 3: queries of TPC-H with joins, and which of their groups are not shown. */
public final class TableThree implements Experiment {
    private static final double EPSILON = 0.1;

    /** Limits that are found privately cost as much as so many groups. */
    private static final long COST_OF_SEARCH = 200;

    private static final List<String> COLUMNS =
            List.of("paper", "Tacit, the paper's settings", "closed form", "Tacit, no options but ε and δ");

    @Override
    public String name() {
        return "table-3";
    }

    @Override
    public String question() {
        return "How many groups of a query with joins are hidden because too few people are in them, and how far off"
                + " are the others?";
    }

    @Override
    public String source() {
        return "the paper's Table 3";
    }

    @Override
    public boolean readsTpch() {
        return true;
    }

    /**
     * One query.
     *
     * @param label its name in the tables
     * @param suppliers whether suppliers are the people; else customers are
     * @param keys the columns that name a group
     * @param paper the paper's aggregate
     * @param plain the same in plain SQL
     * @param from the rest of it
     * @param groups C_u, in how many groups one person may be
     * @param suppression what the paper says; NaN where it says nothing
     * @param error what the paper says; NaN where it says nothing
     * @param note what must be known of these
     */
    private record Query(
            String label,
            boolean suppliers,
            List<String> keys,
            String paper,
            String plain,
            String from,
            int groups,
            double suppression,
            double error,
            String note) {
        String sql(String aggregate) {
            return String.join(", ", keys) + ", " + aggregate + from + " GROUP BY " + String.join(", ", keys);
        }

        Truth truth(Path database) {
            return Truth.ask(database, "SELECT " + sql(plain), keys.size());
        }
    }

    private static final String UNINTERPRETABLE = "the paper calls it uninterpretable: nearly all groups are hidden";

    private static final Query FOUR = new Query(
            "Q4, orders by priority",
            false,
            List.of("o_orderpriority"),
            "ANON_COUNT(*, 0, 5)",
            "COUNT(*)",
            " FROM orders WHERE o_orderdate >= DATE '1993-07-01' AND o_orderdate < DATE '1993-10-01' AND EXISTS"
                    + " (SELECT * FROM lineitem WHERE l_orderkey = o_orderkey AND l_commitdate < l_receiptdate)",
            5,
            5.40e-5,
            0.0339,
            "");

    private static final Query THIRTEEN = new Query(
            "Q13, customers by number of orders",
            false,
            List.of("c_count"),
            "ANON_COUNT(*, 0, 1)",
            "COUNT(*)",
            " FROM (SELECT c_custkey, COUNT(o_orderkey) AS c_count FROM customer LEFT JOIN orders ON c_custkey ="
                    + " o_custkey AND o_comment NOT LIKE '%special%requests%' GROUP BY c_custkey) AS per_customer",
            1,
            0.309,
            0.00677,
            "");

    private static final Query SIXTEEN = new Query(
            "Q16, suppliers by brand, type and size",
            true,
            List.of("p_brand", "p_type", "p_size"),
            "ANON_COUNT(DISTINCT ps_suppkey)",
            "COUNT(DISTINCT ps_suppkey)",
            " FROM partsupp, part WHERE p_partkey = ps_partkey AND p_brand <> 'Brand#45' AND p_type NOT LIKE"
                    + " 'MEDIUM POLISHED%' AND p_size IN (49, 14, 23, 45, 19, 3, 36, 9) AND ps_suppkey NOT IN (SELECT"
                    + " s_suppkey FROM supplier WHERE s_comment LIKE '%Customer%Complaints%')",
            5,
            0.9999606,
            11.3,
            UNINTERPRETABLE);

    private static final Query TWENTY_ONE = new Query(
            "Q21, waiting orders by supplier",
            true,
            List.of("s_name"),
            "ANON_COUNT(*, 0, 1)",
            "COUNT(*)",
            " FROM supplier, lineitem l1, orders, nation WHERE s_suppkey = l1.l_suppkey AND o_orderkey = l1.l_orderkey"
                    + " AND o_orderstatus = 'F' AND l1.l_receiptdate > l1.l_commitdate AND EXISTS (SELECT * FROM lineitem"
                    + " l2 WHERE l2.l_orderkey = l1.l_orderkey AND l2.l_suppkey <> l1.l_suppkey) AND NOT EXISTS (SELECT *"
                    + " FROM lineitem l3 WHERE l3.l_orderkey = l1.l_orderkey AND l3.l_suppkey <> l1.l_suppkey AND"
                    + " l3.l_receiptdate > l3.l_commitdate) AND s_nationkey = n_nationkey AND n_name = 'SAUDI ARABIA'",
            1,
            0.999796,
            1.60,
            UNINTERPRETABLE);

    @Override
    public Result run(Laboratory laboratory) {
        Path database = laboratory.tpch();
        List<ResultTable.Row> hidden = new ArrayList<>();
        List<ResultTable.Row> errors = new ArrayList<>();
        List<Agreement> agreements = new ArrayList<>();
        for (Query query : List.of(FOUR, THIRTEEN, SIXTEEN)) {
            new Work(laboratory, database, query).addTo(hidden, errors, agreements);
        }
        String refused = refusal(laboratory, database);
        for (List<ResultTable.Row> rows : List.of(hidden, errors)) {
            double published = rows == hidden ? TWENTY_ONE.suppression() : TWENTY_ONE.error();
            Cell missing = new Cell.Missing(refused);
            rows.add(ResultTable.Row.of(
                    TWENTY_ONE.label(), new Cell.Published(published, TWENTY_ONE.note()), missing, missing, missing));
        }
        return new Result(
                List.of(
                        "Groups of few people are hidden, because a name that belongs to few could tell who is there."
                                + " Q4 has five groups of very many customers, and none is hidden. In Q13 the long tail"
                                + " is: few customers have placed so many orders. In Q16 no group has enough suppliers at"
                                + " ε = 0.1, and nearly all are hidden: such a query needs coarser groups.",
                        "Tacit measures a count and the number of people that the threshold needs together where they"
                                + " are the same number, so that neither gets half of the budget, as it does in the"
                                + " paper."),
                List.of(
                        new ResultTable(
                                "suppression", "Share of groups that are hidden, ε = 0.1", "query", COLUMNS, hidden),
                        new ResultTable(
                                "errors",
                                "Median relative error of the groups that are shown, ε = 0.1",
                                "query",
                                COLUMNS,
                                errors)),
                List.of(),
                agreements,
                List.of(
                        "Q4's published suppression, 5.4e-5: with so many customers in each of five groups the chance"
                                + " that noise hides one is the closed form, and that is practically 0.",
                        "Q21 with suppliers as people: " + refused + " Its groups are single suppliers, so that every"
                                + " group is one person's."));
    }

    /** Why Q21 is not answered, in the words of the engine. */
    private static String refusal(Laboratory laboratory, Path database) {
        try (RepeatedRelease answered = RepeatedRelease.open(
                TpchTables.ofSuppliers(database),
                Defaults.STANDARD,
                laboratory.engine(),
                "SELECT " + TWENTY_ONE.sql(TWENTY_ONE.plain()))) {
            throw new IllegalStateException("Q21 is answered now: " + answered.planned());
        } catch (Refusal refusal) {
            return "refused, " + refusal.code().code() + ": " + refusal.rule();
        }
    }

    /** δ = n^(−ε ln n), as the paper has it, with three digits. */
    static BigDecimal delta(double people) {
        double log = Math.log(people);
        return new BigDecimal(Math.exp(-EPSILON * log * log)).round(new MathContext(3));
    }

    /** The work on one query. */
    private record Work(Laboratory laboratory, Path database, Query query) {
        void addTo(List<ResultTable.Row> hidden, List<ResultTable.Row> errors, List<Agreement> agreements) {
            List<SourceTable> tables = query.suppliers() ? TpchTables.ofSuppliers(database) : TpchTables.in(database);
            String people = query.suppliers() ? "supplier" : "customer";
            BigDecimal delta = delta(
                    Truth.ask(database, "SELECT COUNT(*) FROM " + people, 0).single());
            Truth truth = query.truth(database);
            Repeats paper = Repeats.of(
                    new Question(
                            tables,
                            new Defaults(new BigDecimal("0.1"), delta, query.groups(), 0.95),
                            "SELECT WITH ANONYMIZATION OPTIONS(noise = LAPLACE, group_selection_strategy ="
                                    + " LAPLACE_THRESHOLD) " + query.sql(query.paper()),
                            query.keys().size(),
                            truth),
                    query.label(),
                    laboratory.runs(truth.groups()),
                    laboratory);
            Repeats standard = Repeats.of(
                    Question.of(
                            tables,
                            "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.1, delta = " + delta.toPlainString()
                                    + ") " + query.sql(query.plain()),
                            query.keys().size(),
                            truth),
                    query.label() + ", no options",
                    laboratory.runs(Math.max(COST_OF_SEARCH, truth.groups())),
                    laboratory);
            CountErrors law = law(paper, truth);
            String note = "";
            double suppression = law.suppression();
            if (query.equals(FOUR)) {
                note = "as if no group were hidden";
                suppression = ofPortions(paper);
            } else if (query.equals(SIXTEEN)) {
                note = "if each supplier keeps an even share of its groups";
            }
            if (query.equals(THIRTEEN)) {
                agreements.add(paper.agreement("Q13: errors", law.median(), law.chance(law.median())));
            }
            if (!query.equals(SIXTEEN)) {
                agreements.add(paper.agreementOfHidden(query.label() + ": hidden groups", suppression));
            }
            hidden.add(ResultTable.Row.of(
                    query.label(),
                    new Cell.Published(query.suppression(), ""),
                    paper.suppression(""),
                    new Cell.ClosedForm(suppression, query.equals(SIXTEEN) ? note : ""),
                    standard.suppression("")));
            errors.add(ResultTable.Row.of(
                    query.label(),
                    new Cell.Published(query.error(), query.note()),
                    paper.error(""),
                    new Cell.ClosedForm(law.median(), note),
                    standard.error("")));
        }

        private CountErrors law(Repeats paper, Truth truth) {
            double[] all = truth.all();
            double share = query.equals(SIXTEEN) ? kept() : 1;
            double[] kept =
                    Arrays.stream(all).map(value -> Math.rint(value * share)).toArray();
            return new CountErrors(
                    kept, all, scale(paper), query.equals(FOUR) ? Double.NEGATIVE_INFINITY : threshold(paper));
        }

        private static double threshold(Repeats paper) {
            return Objects.requireNonNull(paper.planned().threshold(), "there is a threshold");
        }

        private static double scale(Repeats paper) {
            return Objects.requireNonNull(paper.planned().aggregates().get(0).scale(), "there is one noise");
        }

        /**
         * The share of hidden groups where rows are counted: a person is divided into a portion for each row, up to the
         * bound, and a portion for what is left of it; people are both, divided by the bound, and each has noise.
         */
        private double ofPortions(Repeats paper) {
            double bound = query.groups();
            double each = scale(paper) / bound;
            double[] people = Truth.ask(
                            database,
                            "SELECT " + query.sql("COUNT(DISTINCT o_custkey)"),
                            query.keys().size())
                    .all();
            return Arrays.stream(people)
                    .map(number -> (1 - shown(number - threshold(paper), each)))
                    .average()
                    .orElseThrow();
        }

        private static double shown(double above, double each) {
            double both = LaplaceErrors.chanceOfTwo(each, each, Math.abs(above));
            return above >= 0 ? (1 + both) / 2 : (1 - both) / 2;
        }

        /** Which share of their groups suppliers keep: C_u of those that they are in. */
        private double kept() {
            return Truth.ask(
                            database,
                            "SELECT SUM(LEAST(n, " + query.groups() + ")) * 1.0 / SUM(n) FROM (SELECT COUNT(DISTINCT"
                                    + " (p_brand, p_type, p_size)) AS n" + query.from() + " GROUP BY ps_suppkey)",
                            0)
                    .single();
        }
    }
}
