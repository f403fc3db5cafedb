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
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * How much longer a private query takes than the plain one: same data, same engine, same process, in turn (A B A B).
 * First it is checked that both return the same groups.
 */
public final class TpchRatios {
    private static final int ROUNDS = 7;

    private record Pair(String name, String plain, String measured) {}

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
            List.of(new Pair("pricing summary (Q1), 6 aggregates, supplier in the table", PRICING, PRIVATE_PRICING));

    private static final List<Pair> OF_CUSTOMERS = List.of(
            new Pair("pricing summary (Q1), 6 aggregates, customer through a foreign key", PRICING, PRIVATE_PRICING),
            new Pair(
                    "orders by priority, customer in the table",
                    "SELECT o_orderpriority, COUNT(*), SUM(o_totalprice) FROM orders GROUP BY o_orderpriority",
                    """
                    SELECT o_orderpriority, COUNT(*, contribution_bounds_per_group => (0, 20)),
                           SUM(o_totalprice, contribution_bounds_per_group => (0, 3000000))
                    FROM orders GROUP BY o_orderpriority\
                    """),
            new Pair(
                    "orders by day, 2,406 groups, at most 5 for each customer",
                    "SELECT o_orderdate, COUNT(*) FROM orders GROUP BY o_orderdate",
                    """
                    SELECT o_orderdate, COUNT(*, contribution_bounds_per_group => (0, 1))
                    FROM orders GROUP BY o_orderdate\
                    """));

    private TpchRatios() {}

    /** Runs all pairs at the scale that the first word gives (default 1) and prints a Markdown table. */
    public static void main(String[] words) throws SQLException {
        double scale = words.length > 0 ? Double.parseDouble(words[0]) : 1;
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        Path database = TpchDatabase.generated(
                TpchDatabase.cacheFolder(),
                scale,
                Progress.on(new PrintWriter(System.err, true, StandardCharsets.UTF_8)));
        Properties readOnly = new Properties();
        readOnly.setProperty("duckdb.read_only", "true");
        // Nearly all groups appear: what is compared is the work, not the suppression.
        Defaults defaults = new Defaults(new BigDecimal("20"), new BigDecimal("0.1"), 5, 0.95);
        out.println("TPC-H SF" + scale + ", " + Runtime.getRuntime().availableProcessors() + " processors, Java "
                + System.getProperty("java.version") + ", medians of " + ROUNDS);
        out.println();
        out.println("| query | groups | plain, ms | private, ms | ratio |");
        out.println("|---|---:|---:|---:|---:|");
        List<SourceTable> customers = TpchTables.in(database);
        List<SourceTable> suppliers = customers.stream()
                .map(source -> new SourceTable(ownedBySuppliers(source.table()), source.source()))
                .toList();
        try (Connection plain = DriverManager.getConnection("jdbc:duckdb:" + database, readOnly)) {
            compare(plain, suppliers, defaults, OF_SUPPLIERS, out);
            compare(plain, customers, defaults, OF_CUSTOMERS, out);
        }
        compareFiles(database, customers, defaults, out);
    }

    /** Compares the pricing summary over Parquet files, as people get them from elsewhere. */
    private static void compareFiles(Path database, List<SourceTable> customers, Defaults defaults, PrintWriter out)
            throws SQLException {
        Path folder = database.resolveSibling(database.getFileName() + ".parquet");
        List<SourceTable> files = new ArrayList<>();
        try (Connection plain = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = plain.createStatement()) {
            Files.createDirectories(folder);
            statement.execute("ATTACH '" + database + "' AS tpch (READ_ONLY)");
            for (SourceTable source : customers) {
                String name = source.table().name();
                Path file = folder.resolve(name + ".parquet");
                if (Files.notExists(file)) {
                    statement.execute("COPY tpch." + name + " TO '" + file + "' (FORMAT parquet)");
                }
                statement.execute("CREATE VIEW " + name + " AS FROM read_parquet('" + file + "')");
                files.add(new SourceTable(source.table(), new Source.Parquet(file)));
            }
            Pair pricing = OF_CUSTOMERS.get(0);
            Pair named = new Pair(pricing.name() + ", Parquet files", pricing.plain(), pricing.measured());
            compare(plain, files, defaults, List.of(named), out);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Table ownedBySuppliers(Table table) {
        return new Table(table.name(), table.columns(), SUPPLIERS.getOrDefault(table.name(), new Protection.Public()));
    }

    private static void compare(
            Connection plain, List<SourceTable> tables, Defaults defaults, List<Pair> pairs, PrintWriter out) {
        try (TacitSession session = TacitSession.open(tables, defaults)) {
            for (Pair pair : pairs) {
                int groups = check(plain, session, pair);
                double[] a = new double[ROUNDS];
                double[] b = new double[ROUNDS];
                for (int i = 0; i < ROUNDS; i++) {
                    a[i] = millis(() -> groups(plain, pair.plain()));
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

    private static int check(Connection plain, TacitSession session, Pair pair) {
        Set<String> expected = groups(plain, pair.plain());
        Answer answer = session.query(pair.measured());
        if (answer.rows().size() < expected.size() * 0.95 || answer.rows().size() > expected.size()) {
            throw new IllegalStateException("the two queries do not return the same groups: " + pair.name());
        }
        return expected.size();
    }

    private static Set<String> groups(Connection plain, String sql) {
        Set<String> groups = new TreeSet<>();
        try (Statement statement = plain.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                groups.add(rows.getString(1) + "|" + rows.getString(2));
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        return groups;
    }

    private static double millis(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e6;
    }
}
