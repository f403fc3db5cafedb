package io.tacit.experiments.field;

import java.util.List;

/**
 * The TPC-H queries of Dong, Fang, Yi, Tao and Machanavajjhala, "R2T: Instance-optimal Truncation for Differentially
 * Private Query Evaluation with Foreign Keys" (SIGMOD 2022), with the mean absolute error that their published result
 * files (hkustDB/Race-to-the-Top, Result/TPCH) give for ε = 0.8 at scale 1, with 10⁶ as the global sensitivity.
 *
 * @param name as they call it
 * @param people whose rows are protected
 * @param aggregate what is asked, with a place for bounds
 * @param bound of what one person adds, near the largest there is at scale 1
 * @param from the rest of the query; nations, which change nothing in it, are left out
 * @param truth their exact answer at scale 1
 * @param error their mean absolute error at scale 1
 */
record PublishedByR2t(
        String name, TpchPeople people, String aggregate, long bound, String from, double truth, double error) {
    /** ε of all of them. */
    static final String EPSILON = "0.8";

    /** Queries whose published errors protect two kinds of people at once. */
    static final List<String> OF_TWO_KINDS = List.of("Q5", "Q7", "Q8", "Q21");

    /** The six that protect one kind. */
    static final List<PublishedByR2t> ALL = List.of(
            new PublishedByR2t(
                    "Q3",
                    TpchPeople.CUSTOMERS,
                    "COUNT(*%s)",
                    100,
                    "FROM customer JOIN orders ON c_custkey = o_custkey JOIN lineitem ON o_orderkey = l_orderkey"
                            + " WHERE o_orderdate < DATE '1995-03-15'",
                    2_888_656,
                    7_338.6),
            new PublishedByR2t(
                    "Q10",
                    TpchPeople.CUSTOMERS,
                    "COUNT(*%s)",
                    41,
                    "FROM customer JOIN orders ON c_custkey = o_custkey",
                    1_500_000,
                    2_615.5),
            new PublishedByR2t(
                    "Q11",
                    TpchPeople.SUPPLIERS,
                    "SUM(ps_supplycost * ps_availqty / 1000000%s)",
                    285,
                    "FROM supplier JOIN partsupp ON s_suppkey = ps_suppkey",
                    2_003_609.4,
                    36_438.3),
            new PublishedByR2t(
                    "Q12",
                    TpchPeople.ORDERS,
                    "COUNT(*%s)",
                    7,
                    "FROM orders JOIN lineitem ON o_orderkey = l_orderkey",
                    6_001_215,
                    1_373.0),
            new PublishedByR2t(
                    "Q18",
                    TpchPeople.CUSTOMERS,
                    "SUM(l_quantity%s)",
                    4_000,
                    "FROM customer JOIN orders ON c_custkey = o_custkey JOIN lineitem ON o_orderkey = l_orderkey",
                    153_078_795,
                    201_957.5),
            new PublishedByR2t(
                    "Q20",
                    TpchPeople.SUPPLIERS,
                    "COUNT(*%s)",
                    700,
                    "FROM supplier JOIN partsupp ON s_suppkey = ps_suppkey JOIN lineitem ON l_partkey = ps_partkey AND"
                            + " l_suppkey = ps_suppkey",
                    6_001_215,
                    34_725.6));

    /** The query without options. */
    String sql() {
        return "SELECT " + aggregate.formatted("") + " AS answer " + from;
    }

    /** The query with the bound. */
    String bounded() {
        return "SELECT " + aggregate.formatted(", contribution_bounds_per_group => (0, " + bound + ")") + " AS answer "
                + from;
    }

    /** The published error as a share of the answer. */
    double relativeError() {
        return error / truth;
    }
}
