package io.tacit.cli.demo;

import io.tacit.cli.text.Numbers;
import io.tacit.cli.text.RefusalText;
import io.tacit.cli.text.Summary;
import io.tacit.cli.text.TableText;
import io.tacit.cli.text.Terminal;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.TacitSession;
import io.tacit.experiments.tpch.TpchDatabase;
import io.tacit.experiments.tpch.TpchTables;
import io.tacit.privacy.number.Rational;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** A tour of queries over TPC-H, each with what it shows and its private answer. */
public final class Tour {
    private record Stop(String shows, String sql) {}

    private static final List<Stop> STOPS = List.of(
            new Stop(
                    "How many customers, and how much do they owe? A customer is in one segment, because c_custkey is"
                            + " unique. Nobody gave bounds, so Tacit finds them privately.",
                    """
                    SELECT c_mktsegment, COUNT(DISTINCT c_custkey) AS customers, SUM(c_acctbal) AS balance
                    FROM customer GROUP BY c_mktsegment\
                    """),
            new Stop(
                    "TPC-H's pricing summary (query 1). A line of an order belongs to whoever placed the order; Tacit"
                            + " adds the join.",
                    """
                    SELECT l_returnflag, l_linestatus,
                           SUM(l_quantity, contribution_bounds_per_group => (0, 1500)) AS quantity,
                           AVG(l_extendedprice, contribution_bounds_per_row => (0, 105000)) AS price,
                           AVG(l_discount, contribution_bounds_per_row => (0, 0.1)) AS discount,
                           COUNT(*, contribution_bounds_per_group => (0, 60)) AS lines
                    FROM lineitem WHERE l_shipdate <= DATE '1998-09-02'
                    GROUP BY l_returnflag, l_linestatus\
                    """),
            new Stop(
                    "Orders per year. A customer orders in up to seven years, so seven groups per person are allowed.",
                    """
                    SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 7)
                           EXTRACT(YEAR FROM o_orderdate) AS year, COUNT(*, contribution_bounds_per_group => (0, 10)) AS orders
                    FROM orders GROUP BY year\
                    """),
            new Stop("Two private tables may be joined on the person, and with public tables on anything.", """
                SELECT n_name, SUM(o_totalprice, contribution_bounds_per_group => (0, 3000000)) AS revenue
                FROM customer JOIN orders ON c_custkey = o_custkey JOIN nation ON c_nationkey = n_nationkey
                GROUP BY n_name HAVING SUM(o_totalprice, contribution_bounds_per_group => (0, 3000000)) > 0
                ORDER BY revenue DESC LIMIT 5\
                """),
            new Stop("The paper's two steps: first per customer, which releases nothing, then over customers.", """
                SELECT orders, COUNT(DISTINCT o_custkey) AS customers
                FROM (SELECT o_custkey, COUNT(*) AS orders FROM orders GROUP BY o_custkey) AS per_customer
                GROUP BY orders ORDER BY customers DESC LIMIT 6\
                """),
            new Stop("Arithmetic on released numbers is free.", """
                SELECT o_orderpriority, SUM(o_totalprice) / COUNT(*) AS mean_value,
                       COUNT(*) / 1000 AS thousands FROM orders GROUP BY o_orderpriority\
                """),
            new Stop("The paper's own spelling. It needs no kappa: each customer is in one segment.", """
                SELECT WITH ANONYMIZATION OPTIONS(epsilon = 0.5, delta = 1e-9)
                       c_mktsegment, ANON_COUNT(*, 0, 1) AS customers, ANON_AVG(c_acctbal, -1000, 10000) AS balance
                FROM customer GROUP BY c_mktsegment\
                """),
            new Stop(
                    "Medians and percentiles are drawn near their rank: off by so many rows, however many there are. The"
                            + " more people, the nearer the value.",
                    """
                    SELECT MEDIAN(c_acctbal, contribution_bounds_per_row => (-1000, 10000)) AS median,
                           PERCENTILE_CONT(c_acctbal, 0.9, contribution_bounds_per_row => (-1000, 10000)) AS p90
                    FROM customer\
                    """),
            new Stop("How many different parts were ordered? A part counts once, whoever ordered it.", """
                SELECT l_shipmode, COUNT(DISTINCT l_partkey, contribution_bounds_per_group => (0, 20)) AS parts
                FROM lineitem GROUP BY l_shipmode\
                """),
            new Stop(
                    "Groups of a public table all appear, however few customers are in them. Each customer is in one,"
                            + " with one row.",
                    """
                    SELECT n_name, COUNT(*) AS owing
                    FROM nation LEFT JOIN customer ON c_nationkey = n_nationkey
                    WHERE c_acctbal < -990 GROUP BY n_name ORDER BY n_name LIMIT 4\
                    """),
            new Stop("What would mix people is refused, with what to do instead.", """
                SELECT COUNT(*) AS pairs
                FROM orders AS a JOIN orders AS b ON a.o_orderdate = b.o_orderdate\
                """));

    private final Path database;
    private final PrintWriter out;

    /**
     * A tour.
     *
     * @param database of {@link TpchDatabase}
     * @param out where it is told
     */
    public Tour(Path database, PrintWriter out) {
        this.database = database;
        this.out = out;
    }

    /** The queries; the last one is refused. */
    static List<String> queries() {
        return STOPS.stream().map(Stop::sql).toList();
    }

    /** How many queries the tour has; the last one is refused. */
    static int length() {
        return STOPS.size();
    }

    /** Answers all queries of the tour. */
    public void run() {
        try (TacitSession session = TacitSession.open(TpchTables.in(database), Defaults.STANDARD)) {
            for (int i = 0; i < STOPS.size(); i++) {
                Stop stop = STOPS.get(i);
                out.println();
                out.println("── " + (i + 1) + " of " + STOPS.size() + " ── " + stop.shows());
                out.println();
                stop.sql().lines().forEach(line -> out.println("    " + line));
                out.println();
                out.flush();
                answer(session, stop.sql());
                out.flush();
            }
            out.println();
            out.println("In all the tour spent (ε " + shown(session.spent().epsilon()) + ", δ "
                    + shown(session.spent().delta()) + ") of every customer's privacy.");
            out.println("Now your own file:");
            out.println("    ./tacit query --table visits=visits.csv --privacy-unit VisitorId \\");
            out.println("        'SELECT Day, COUNT(*) AS visits FROM visits GROUP BY Day'");
        }
    }

    private static String shown(Rational spent) {
        return Numbers.spent(spent);
    }

    private void answer(TacitSession session, String sql) {
        long start = System.nanoTime();
        try {
            Answer answer = session.query(sql);
            out.print(TableText.of(answer, Terminal.columns()));
            out.print(Summary.of(answer, (System.nanoTime() - start) / 1e9));
        } catch (Refusal refusal) {
            RefusalText.print(out, refusal, sql);
        }
    }
}
