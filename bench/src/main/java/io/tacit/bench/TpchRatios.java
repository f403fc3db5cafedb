package io.tacit.bench;

import io.tacit.cli.text.Progress;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.TacitSession;
import io.tacit.experiments.tpch.TpchDatabase;
import io.tacit.experiments.tpch.TpchTables;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/**
 * How much longer a private query takes than the plain one: same data, same engine, same process, in turn (A B A B).
 * First it is checked that both return the same groups.
 */
public final class TpchRatios {
    record Pair(String name, String plain, int width, String measured) {}

    private static final Map<String, Protection> SUPPLIERS = Map.of(
            "lineitem", new Protection.UnitColumn("l_suppkey"), "partsupp", new Protection.UnitColumn("ps_suppkey"));

    private static final String PRICING = """
        SELECT l_returnflag, l_linestatus, SUM(l_quantity), SUM(l_extendedprice), AVG(l_quantity),
               AVG(l_extendedprice), AVG(l_discount), COUNT(*)
        FROM lineitem GROUP BY l_returnflag, l_linestatus\
        """;

    private static final String PRIVATE_PRICING = """
        SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 60) l_returnflag, l_linestatus,
               SUM(l_quantity, contribution_bounds_per_group => (0, 1500)),
               SUM(l_extendedprice, contribution_bounds_per_group => (0, 2000000)),
               AVG(l_quantity, contribution_bounds_per_row => (0, 50)),
               AVG(l_extendedprice, contribution_bounds_per_row => (0, 105000)),
               AVG(l_discount, contribution_bounds_per_row => (0, 0.1)),
               COUNT(*, contribution_bounds_per_group => (0, 60))
        FROM lineitem GROUP BY l_returnflag, l_linestatus\
        """;

    private static final List<Pair> OF_SUPPLIERS =
            List.of(new Pair("pricing summary (Q1), 6 aggregates, supplier in the table", PRICING, 8, PRIVATE_PRICING));

    static final List<Pair> OF_CUSTOMERS = List.of(
            new Pair("pricing summary (Q1), 6 aggregates, customer through a foreign key", PRICING, 8, PRIVATE_PRICING),
            new Pair(
                    "orders by priority, customer in the table",
                    "SELECT o_orderpriority, COUNT(*), SUM(o_totalprice) FROM orders GROUP BY o_orderpriority",
                    3,
                    """
                    SELECT o_orderpriority, COUNT(*, contribution_bounds_per_group => (0, 20)),
                           SUM(o_totalprice, contribution_bounds_per_group => (0, 3000000))
                    FROM orders GROUP BY o_orderpriority\
                    """),
            new Pair(
                    "orders by day, 2,406 groups, at most 5 for each customer",
                    "SELECT o_orderdate, COUNT(*) FROM orders GROUP BY o_orderdate",
                    2,
                    """
                    SELECT o_orderdate, COUNT(*, contribution_bounds_per_group => (0, 1))
                    FROM orders GROUP BY o_orderdate\
                    """));

    private TpchRatios() {}

    /**
     * Runs all pairs at the scale that the first word gives (default 1) and prints a Markdown table.
     *
     * @param words the scale, then perhaps {@code --source} and the address of a server for tests
     */
    public static void main(String[] words) throws SQLException {
        boolean scaled = words.length > 0 && !words[0].startsWith("--");
        double scale = scaled ? Double.parseDouble(words[0]) : 1;
        List<String> rest = List.of(words).subList(scaled ? 1 : 0, words.length);
        if (!rest.isEmpty() && !(rest.size() == 2 && rest.get(0).equals("--source"))) {
            throw new IllegalArgumentException("bench/run tpch [SCALE] [--source ADDRESS]");
        }
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        Path database = TpchDatabase.generated(
                TpchDatabase.cacheFolder(),
                scale,
                Progress.on(new PrintWriter(System.err, true, StandardCharsets.UTF_8)));
        // Nearly all groups appear: what is compared is the work, not the suppression.
        Defaults defaults = new Defaults(new BigDecimal("20"), new BigDecimal("0.1"), 5, 0.95);
        if (rest.isEmpty()) {
            compareHere(scale, database, defaults, out);
        } else {
            try (TpchOnServer server = TpchOnServer.load(database, rest.get(1))) {
                head(scale, server.name(), server.rounds(), out);
                compareAll(server, server.tables(), defaults, out);
            }
        }
    }

    private static void head(double scale, String engine, int rounds, PrintWriter out) {
        out.println("TPC-H SF" + scale + ", " + engine + ", "
                + Runtime.getRuntime().availableProcessors() + " processors, Java "
                + System.getProperty("java.version") + ", medians of " + rounds);
        out.println();
        out.println("| query | groups | plain, ms | private, ms | ratio |");
        out.println("|---|---:|---:|---:|---:|");
    }

    private static void compareHere(double scale, Path database, Defaults defaults, PrintWriter out)
            throws SQLException {
        Properties readOnly = new Properties();
        readOnly.setProperty("duckdb.read_only", "true");
        head(scale, "DuckDB", PlainQueries.ROUNDS, out);
        List<SourceTable> customers = TpchTables.in(database);
        try (Connection plain = DriverManager.getConnection("jdbc:duckdb:" + database, readOnly)) {
            compareAll(PlainQueries.over(plain), customers, defaults, out);
        }
        compareFiles(database, customers, defaults, out);
    }

    private static void compareAll(
            PlainQueries plain, List<SourceTable> customers, Defaults defaults, PrintWriter out) {
        List<SourceTable> suppliers = customers.stream()
                .map(source -> new SourceTable(ownedBySuppliers(source.table()), source.source()))
                .toList();
        compare(plain, suppliers, defaults, OF_SUPPLIERS, out);
        compare(plain, customers, defaults, OF_CUSTOMERS, out);
    }

    /** Compares the pricing summary over Parquet files, as people get them from elsewhere. */
    private static void compareFiles(Path database, List<SourceTable> customers, Defaults defaults, PrintWriter out)
            throws SQLException {
        try (Connection plain = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = plain.createStatement()) {
            List<SourceTable> files = ParquetCopies.of(database, customers);
            for (SourceTable source : files) {
                Path file = source.source().match(Source.File::path, server -> database);
                statement.execute("CREATE VIEW " + source.table().name() + " AS FROM read_parquet('" + file + "')");
            }
            Pair pricing = OF_CUSTOMERS.get(0);
            Pair named =
                    new Pair(pricing.name() + ", Parquet files", pricing.plain(), pricing.width(), pricing.measured());
            compare(PlainQueries.over(plain), files, defaults, List.of(named), out);
        }
    }

    private static Table ownedBySuppliers(Table table) {
        return new Table(table.name(), table.columns(), SUPPLIERS.getOrDefault(table.name(), new Protection.Public()));
    }

    private static void compare(
            PlainQueries plain, List<SourceTable> tables, Defaults defaults, List<Pair> pairs, PrintWriter out) {
        try (TacitSession session = TacitSession.open(tables, defaults)) {
            for (Pair pair : pairs) {
                int groups = check(plain, session, pair);
                double[] a = new double[plain.rounds()];
                double[] b = new double[plain.rounds()];
                for (int i = 0; i < plain.rounds(); i++) {
                    a[i] = millis(() -> plain.groups(pair.plain(), pair.width()));
                    b[i] = millis(() -> session.query(pair.measured()));
                }
                double before = Median.of(a);
                double after = Median.of(b);
                out.println(String.format(
                        Locale.ROOT,
                        "| %s | %d | %.0f | %.0f | %.1f |",
                        pair.name(),
                        groups,
                        before,
                        after,
                        after / before));
            }
        }
    }

    private static int check(PlainQueries plain, TacitSession session, Pair pair) {
        Set<String> expected = plain.groups(pair.plain(), pair.width());
        Answer answer = session.query(pair.measured());
        if (answer.rows().size() < expected.size() * 0.95 || answer.rows().size() > expected.size()) {
            throw new IllegalStateException("the two queries do not return the same groups: " + pair.name());
        }
        return expected.size();
    }

    private static double millis(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e6;
    }
}
