package io.tacit.experiments.field;

import java.util.List;

/**
 * The five TPC-H queries with which the privacy extension of DuckDB (cwida/privacy) is measured, customers being the
 * people: its mode {@code dp_standard}, ε = 1, δ = 1/4,500,000, scale 30. Its published file
 * benchmark/results/paper/dp_tpch_runtime_raw.csv has three runs of each; taken here is the median of their median
 * errors at the bounds that it calls 1.
 *
 * @param name as in TPC-H
 * @param keys how many columns name a group
 * @param select the columns, with a place for the bounds of each aggregate
 * @param bounds of each aggregate, as the extension has them
 * @param rest from FROM on
 * @param groups C_u as the extension has it
 * @param largestBound of its aggregates, as a number
 * @param errors the three median errors in percent
 */
record PublishedByPrivacy(
        String name,
        int keys,
        String select,
        List<String> bounds,
        String rest,
        int groups,
        double largestBound,
        List<Double> errors) {
    /** The scale of the published figures. */
    static final int SCALE = 30;

    private static final String REVENUE = "l_extendedprice * (1 - l_discount)";

    /** All five. */
    static final List<PublishedByPrivacy> ALL = List.of(
            new PublishedByPrivacy(
                    "Q1",
                    2,
                    "l_returnflag, l_linestatus, SUM(l_quantity%s) AS sum_qty, SUM(l_extendedprice%s) AS"
                            + " sum_base_price, SUM(" + REVENUE + "%s) AS sum_disc_price, SUM(" + REVENUE
                            + " * (1 + l_tax)%s) AS sum_charge, AVG(l_quantity%s) AS avg_qty, AVG(l_extendedprice%s) AS"
                            + " avg_price, AVG(l_discount%s) AS avg_disc, COUNT(*%s) AS count_order",
                    List.of(
                            perGroup("50000"),
                            perGroup("105000000"),
                            perGroup("105000000"),
                            perGroup("113400000"),
                            perRow("50"),
                            perRow("105000"),
                            perRow("0.1"),
                            perGroup("1000")),
                    "FROM lineitem WHERE l_shipdate <= DATE '1998-09-02' GROUP BY l_returnflag, l_linestatus",
                    4,
                    113_400_000,
                    List.of(0.156251, 0.0896335, 0.230276)),
            new PublishedByPrivacy(
                    "Q5",
                    1,
                    "n_name, SUM(" + REVENUE + "%s) AS revenue",
                    List.of(perGroup("1000000")),
                    "FROM customer JOIN orders ON c_custkey = o_custkey JOIN lineitem ON l_orderkey = o_orderkey"
                            + " JOIN supplier ON l_suppkey = s_suppkey AND c_nationkey = s_nationkey"
                            + " JOIN nation ON s_nationkey = n_nationkey JOIN region ON n_regionkey = r_regionkey"
                            + " WHERE r_name = 'ASIA' AND o_orderdate >= DATE '1994-01-01'"
                            + " AND o_orderdate < DATE '1995-01-01' GROUP BY n_name",
                    1,
                    1_000_000,
                    List.of(0.0511, 0.0182, 0.1516)),
            new PublishedByPrivacy(
                    "Q6",
                    0,
                    "SUM(l_extendedprice * l_discount%s) AS revenue",
                    List.of(perGroup("100000")),
                    "FROM lineitem WHERE l_shipdate >= DATE '1994-01-01' AND l_shipdate < DATE '1995-01-01'"
                            + " AND l_discount BETWEEN 0.05 AND 0.07 AND l_quantity < 24",
                    1,
                    100_000,
                    List.of(0.0101, 0.0052, 0.0001)),
            new PublishedByPrivacy(
                    "Q14",
                    0,
                    "100.00 * SUM(CASE WHEN p_type LIKE 'PROMO%%' THEN " + REVENUE + " ELSE 0 END%s) / SUM(" + REVENUE
                            + "%s) AS promo_revenue",
                    List.of(perGroup("1000000"), perGroup("1000000")),
                    "FROM lineitem JOIN part ON l_partkey = p_partkey WHERE l_shipdate >= DATE '1995-09-01'"
                            + " AND l_shipdate < DATE '1995-10-01'",
                    1,
                    1_000_000,
                    List.of(0.0175852, 0.019907, 0.00756242)),
            new PublishedByPrivacy(
                    "Q19",
                    0,
                    "SUM(" + REVENUE + "%s) AS revenue",
                    List.of(perGroup("100000")),
                    "FROM lineitem JOIN part ON p_partkey = l_partkey WHERE l_shipmode IN ('AIR', 'AIR REG')"
                            + " AND l_shipinstruct = 'DELIVER IN PERSON' AND ("
                            + fitting("Brand#12", "SM", "'CASE', 'BOX', 'PACK', 'PKG'", 1, 5)
                            + " OR " + fitting("Brand#23", "MED", "'BAG', 'BOX', 'PKG', 'PACK'", 10, 10)
                            + " OR " + fitting("Brand#34", "LG", "'CASE', 'BOX', 'PACK', 'PKG'", 20, 15) + ")",
                    1,
                    100_000,
                    List.of(0.1197, 0.1577, 0.0893)));

    private static String perGroup(String bound) {
        return ", contribution_bounds_per_group => (0, " + bound + ")";
    }

    private static String perRow(String bound) {
        return ", contribution_bounds_per_row => (0, " + bound + ")";
    }

    /** One of the three kinds of parts of Q19. */
    private static String fitting(String brand, String size, String kinds, int least, int largest) {
        return "(p_brand = '" + brand + "' AND p_container IN ("
                + kinds.replace("'", "").replaceAll("(\\w+)", "'" + size + " $1'")
                + ") AND l_quantity >= " + least + " AND l_quantity <= " + (least + 10)
                + " AND p_size BETWEEN 1 AND " + largest + ")";
    }

    /** The query as anybody would write it. */
    String sql() {
        return "SELECT " + select.formatted(bounds.stream().map(bound -> "").toArray()) + " " + rest;
    }

    /** The query with the bounds of the extension, and with its law of noise or whichever is less. */
    String bounded(boolean laplace) {
        return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = " + groups
                + ", max_rows_per_group = 1000" + (laplace ? ", noise = LAPLACE" : "") + ") "
                + select.formatted(bounds.toArray()) + " " + rest;
    }

    /** The median of the published errors, as a share. */
    double relativeError() {
        return errors.stream().sorted().toList().get(1) / 100;
    }
}
