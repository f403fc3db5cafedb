package io.tacit.bench;

import java.util.List;

/**
 * A question as an analyst would ask it, with no options.
 *
 * @param data which data set it is about
 * @param name what it asks
 * @param keys how many of its columns, the first ones, name a group
 * @param sql the same text for Tacit and for DuckDB alone
 */
record TrustQuery(String data, String name, int keys, String sql) {
    /** The same question without what chooses rows of the answer: the truth of any group that might be shown. */
    String ofAllGroups() {
        int end = sql.length();
        for (String chooses : List.of(" HAVING ", " ORDER BY ")) {
            int place = sql.indexOf(chooses);
            end = place < 0 ? end : Math.min(end, place);
        }
        return sql.substring(0, end);
    }

    private static TrustQuery of(String data, String name, int keys, String sql) {
        return new TrustQuery(data, name, keys, sql.strip().replaceAll("\\s+", " "));
    }

    /** All of them. */
    static final List<TrustQuery> ALL = List.of(
            of(
                    "tpch",
                    "orders by priority",
                    1,
                    "SELECT o_orderpriority, COUNT(*) AS n FROM orders GROUP BY o_orderpriority"),
            of(
                    "tpch",
                    "revenue by year",
                    1,
                    "SELECT EXTRACT(YEAR FROM o_orderdate) AS y, SUM(o_totalprice) AS revenue FROM orders"
                            + " GROUP BY EXTRACT(YEAR FROM o_orderdate)"),
            of(
                    "tpch",
                    "mean balance by segment",
                    1,
                    "SELECT c_mktsegment, COUNT(*) AS n, AVG(c_acctbal) AS balance FROM customer GROUP BY"
                            + " c_mktsegment"),
            of("tpch", "lines by flag and status (Q1)", 2, """
                SELECT l_returnflag, l_linestatus, SUM(l_quantity) AS quantity, AVG(l_extendedprice) AS price,
                       COUNT(*) AS n
                FROM lineitem GROUP BY l_returnflag, l_linestatus\
                """),
            of("tpch", "top regions by revenue, joins", 1, """
                SELECT r_name, SUM(o_totalprice) AS revenue
                FROM customer JOIN orders ON c_custkey = o_custkey JOIN nation ON c_nationkey = n_nationkey
                     JOIN region ON n_regionkey = r_regionkey
                GROUP BY r_name ORDER BY revenue DESC LIMIT 3\
                """),
            of("tpch", "share of orders by status", 1, """
                SELECT o_orderstatus, COUNT(*) * 1.0 / SUM(COUNT(*)) OVER () AS share
                FROM orders GROUP BY o_orderstatus\
                """),
            of("tpch", "urgent lines by ship mode, CASE", 1, """
                SELECT l_shipmode,
                       SUM(CASE WHEN o_orderpriority IN ('1-URGENT', '2-HIGH') THEN 1 ELSE 0 END) AS urgent,
                       COUNT(*) AS n
                FROM lineitem JOIN orders ON l_orderkey = o_orderkey GROUP BY l_shipmode\
                """),
            of(
                    "tpch",
                    "median order by status",
                    1,
                    "SELECT o_orderstatus, MEDIAN(o_totalprice) AS price FROM orders GROUP BY o_orderstatus"),
            of("shop", "lines by country", 1, "SELECT Country, COUNT(*) AS n FROM shop GROUP BY Country"),
            of("shop", "customers by country", 1, """
                SELECT Country, COUNT(DISTINCT CustomerID) AS customers FROM shop GROUP BY Country\
                """),
            of("shop", "revenue", 0, "SELECT SUM(Quantity * UnitPrice) AS revenue FROM shop"),
            of("shop", "revenue by month", 2, """
                SELECT EXTRACT(YEAR FROM InvoiceDate) AS y, EXTRACT(MONTH FROM InvoiceDate) AS m,
                       SUM(Quantity * UnitPrice) AS revenue
                FROM shop GROUP BY EXTRACT(YEAR FROM InvoiceDate), EXTRACT(MONTH FROM InvoiceDate)\
                """),
            of("shop", "lines and mean price", 0, "SELECT COUNT(*) AS n, AVG(UnitPrice) AS price FROM shop"),
            of("shop", "median price by month", 1, """
                SELECT EXTRACT(MONTH FROM InvoiceDate) AS m, MEDIAN(UnitPrice) AS price
                FROM shop GROUP BY EXTRACT(MONTH FROM InvoiceDate)\
                """),
            of("shop", "share of returns by month", 1, """
                SELECT EXTRACT(MONTH FROM InvoiceDate) AS m,
                       COUNT(CASE WHEN Quantity < 0 THEN 1 END) * 1.0 / COUNT(*) AS returned
                FROM shop GROUP BY EXTRACT(MONTH FROM InvoiceDate)\
                """),
            of("shop", "busy months, HAVING", 1, """
                SELECT EXTRACT(MONTH FROM InvoiceDate) AS m, COUNT(*) AS n
                FROM shop GROUP BY EXTRACT(MONTH FROM InvoiceDate) HAVING COUNT(*) > 2000\
                """),
            of(
                    "shop",
                    "different products",
                    0,
                    "SELECT COUNT(DISTINCT StockCode) AS products, COUNT(DISTINCT CustomerID) AS customers FROM shop"),
            of("visits", "visits by day", 1, "SELECT Day, COUNT(*) AS n FROM visits GROUP BY Day"),
            of("visits", "spent by day", 1, """
                SELECT Day, SUM("Money spent (euros)") AS spent, AVG("Money spent (euros)") AS mean
                FROM visits GROUP BY Day\
                """),
            of("visits", "mean and spread of minutes", 0, """
                SELECT AVG("Time spent (minutes)") AS mean, STDDEV("Time spent (minutes)") AS spread
                FROM visits\
                """),
            of("visits", "long visits by day, CASE", 1, """
                SELECT CASE WHEN "Time spent (minutes)" > 30 THEN 'long' ELSE 'short' END AS visit, COUNT(*) AS n
                FROM visits GROUP BY CASE WHEN "Time spent (minutes)" > 30 THEN 'long' ELSE 'short' END\
                """),
            of("forum", "posts by topic", 1, "SELECT topic, COUNT(*) AS n FROM posts GROUP BY topic"),
            of("forum", "authors by topic", 1, """
                SELECT topic, COUNT(DISTINCT author) AS authors FROM posts GROUP BY topic\
                """),
            of("forum", "top topics by words", 1, """
                SELECT topic, SUM(words) AS words FROM posts GROUP BY topic ORDER BY words DESC LIMIT 5\
                """),
            of("forum", "posts and mean words by month", 1, """
                SELECT month_, COUNT(*) AS n, AVG(words) AS words FROM posts GROUP BY month_\
                """),
            of("forum", "words for each post", 0, "SELECT SUM(words) * 1.0 / COUNT(*) AS words FROM posts"),
            of("clinic", "treatments by sex and diagnosis", 2, """
                SELECT sex, diagnosis, COUNT(*) AS n FROM treatments GROUP BY sex, diagnosis\
                """),
            of("clinic", "patients by sex", 1, """
                SELECT sex, COUNT(DISTINCT patient) AS patients FROM treatments GROUP BY sex\
                """),
            of("clinic", "costs by department", 1, """
                SELECT department, SUM(costs) AS costs FROM treatments GROUP BY department\
                """),
            of("clinic", "mean costs by diagnosis", 1, """
                SELECT diagnosis, AVG(costs) AS costs FROM treatments GROUP BY diagnosis\
                """),
            of("clinic", "median costs by sex", 1, """
                SELECT sex, MEDIAN(costs) AS costs FROM treatments GROUP BY sex\
                """));
}
