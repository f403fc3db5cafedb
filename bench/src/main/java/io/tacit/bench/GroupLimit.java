package io.tacit.bench;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.session.TacitSession;
import java.io.PrintWriter;
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
import java.util.TreeMap;

/**
 * The largest step of a release at the size of the largest data: the limit of groups for each person, over people who
 * are made up by a formula. No pair of person and group is stored: a partition holds the people of a range of ids, as one
 * task of a cluster holds the people of a range of hashes, and one partition at a time is made, limited and added up by the
 * query that the engine itself prints, in DuckDB. What is left of a partition is one number for each group.
 *
 * <p>It checks, for each partition, that exactly {@code Σ min(groups of a person, C_u)} pairs are kept, which a sum over
 * the formula gives without any pair; and that cutting some people into other partitions keeps the same number in every
 * group.
 */
public final class GroupLimit {
    private static final int MAX_GROUPS = 5;
    private static final long PEOPLE_OF_A_PARTITION = 2_500_000;

    /** Prime, so that the steps of a person through the groups never meet. */
    private static final int GROUPS = 9973;

    /** Of each 1,000 people one is in 200 groups, 50 are in 20, the others in 1 to 4; the first one is in all. */
    private static final String NUMBER = "CASE WHEN i = 0 THEN " + GROUPS
            + " WHEN hash(i) % 1000 = 0 THEN 200 WHEN hash(i) % 20 = 1 THEN 20 ELSE 1 + CAST(hash(i) // 1000 % 4 AS"
            + " BIGINT) END";

    private final Connection connection;
    private final String limit;
    private final Map<String, Long> kept = new TreeMap<>();
    private long pairs;

    private GroupLimit(Connection connection, String limit) {
        this.connection = connection;
        this.limit = limit;
    }

    /** The words: how many people, and of how many MiB DuckDB may make use (default 1024). */
    public static void main(String[] words) throws Exception {
        if (words.length < 1 || words.length > 2) {
            throw new IllegalArgumentException("bench/run limit PEOPLE [MEBIBYTES]");
        }
        long people = Long.parseLong(words[0].replace("_", ""));
        long mebibytes = words.length == 2 ? Long.parseLong(words[1]) : 1024;
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        Path spill = Files.createTempDirectory("tacit-limit");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET memory_limit = '" + mebibytes + "MiB'");
            statement.execute("SET temp_directory = '" + spill + "'");
            statement.execute("SET preserve_insertion_order = false");
            new GroupLimit(connection, limit()).run(people, out);
        } finally {
            Files.deleteIfExists(spill);
        }
    }

    /** What the engine sends for people by group. */
    private static String limit() {
        Table pairs = new Table(
                "pairs",
                List.of(Column.nullable("u", ColumnType.BIGINT), Column.nullable("k", ColumnType.INTEGER)),
                new Protection.UnitColumn("u"));
        SourceTable nowhere = new SourceTable(pairs, new Source.DuckDb(Path.of("nowhere.duckdb"), "pairs"));
        Defaults defaults = new Defaults(new BigDecimal("1"), new BigDecimal("1e-10"), MAX_GROUPS, 0.95);
        try (TacitSession session = TacitSession.open(List.of(nowhere), defaults)) {
            return session.explain("SELECT k, COUNT(*, contribution_bounds_per_group => (0, 1)) AS n"
                            + " FROM pairs GROUP BY k")
                    .pushedDownSql()
                    .get(0);
        }
    }

    private void run(long people, PrintWriter out) throws Exception {
        checkCuts(Math.min(people, PEOPLE_OF_A_PARTITION));
        hashes(out);
        List<Double> seconds = new ArrayList<>();
        double processor = 0;
        long mebibytes = 0;
        for (long first = 0; first < people; first += PEOPLE_OF_A_PARTITION) {
            long from = first;
            long to = Math.min(people, first + PEOPLE_OF_A_PARTITION);
            Used used = Used.by(() -> partition(from, to, kept));
            seconds.add(used.seconds());
            processor += used.processor();
            mebibytes = Math.max(mebibytes, used.mebibytes());
            if (seconds.size() % 20 == 0) {
                out.println(String.format(
                        Locale.ROOT,
                        "%,d people, %,d pairs, %.0f s, %.0f s of the processor, %,d MiB",
                        to,
                        pairs,
                        sum(seconds),
                        processor,
                        mebibytes));
            }
        }
        report(people, seconds, processor, mebibytes, out);
    }

    private void report(long people, List<Double> seconds, double processor, long mebibytes, PrintWriter out) {
        long left = kept.values().stream().mapToLong(Long::longValue).sum();
        out.println();
        out.println(String.format(
                Locale.ROOT,
                "%,d people in %d partitions, %,d pairs of person and group, %,d kept (at most %d of a person), %,d"
                        + " groups",
                people,
                seconds.size(),
                pairs,
                left,
                MAX_GROUPS,
                kept.size()));
        out.println(String.format(
                Locale.ROOT,
                "%.0f s; %.0f s of the processor, %.0f ns a pair; partitions %.1f to %.1f s; at most %,d MiB resident",
                sum(seconds),
                processor,
                processor * 1e9 / pairs,
                seconds.stream().mapToDouble(Double::doubleValue).min().orElse(0),
                seconds.stream().mapToDouble(Double::doubleValue).max().orElse(0),
                mebibytes));
        out.println(String.format(
                Locale.ROOT,
                "groups hold %,d to %,d people after the limit",
                kept.values().stream().mapToLong(Long::longValue).min().orElse(0),
                kept.values().stream().mapToLong(Long::longValue).max().orElse(0)));
    }

    private static double sum(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** The same people in one partition and in three, that are not alike. */
    private void checkCuts(long people) throws SQLException {
        Map<String, Long> whole = new TreeMap<>();
        Map<String, Long> cut = new TreeMap<>();
        partition(0, people, whole);
        partition(people / 2, people, cut);
        partition(0, people / 7, cut);
        partition(people / 7, people / 2, cut);
        if (!whole.equals(cut)) {
            throw new IllegalStateException("the choice depends on how people are cut into partitions");
        }
        pairs = 0;
    }

    /** What the hash of a pair costs by itself: a sum of hashes against a sum of the same columns. */
    private void hashes(PrintWriter out) throws Exception {
        long number = 20_000_000;
        String pairs = " FROM (SELECT r.i % 2500000 AS u, CAST(r.i % " + GROUPS + " AS INTEGER) AS k FROM range("
                + number + ") AS r(i)) AS p";
        try (Statement statement = connection.createStatement()) {
            Used bare = Used.by(() -> first(statement, "SELECT SUM(u + k)" + pairs));
            Used hashed = Used.by(() -> first(statement, "SELECT SUM(hash('tacit', u, k))" + pairs));
            out.println(String.format(
                    Locale.ROOT,
                    "the hash alone: %.1f ns of the processor a pair",
                    (hashed.processor() - bare.processor()) * 1e9 / number));
        }
    }

    private static void first(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
        }
    }

    private void partition(long first, long end, Map<String, Long> sums) throws SQLException {
        String people = "SELECT i, " + NUMBER + " AS g FROM range(" + first + ", " + end + ") AS r(i)";
        long added = 0;
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE TEMP VIEW pairs AS SELECT i AS u, CAST((hash(i, 'from') % " + GROUPS
                    + " + j * (1 + hash(i, 'step') % " + (GROUPS - 1) + ")) % " + GROUPS
                    + " AS INTEGER) AS k FROM (SELECT i, unnest(range(g)) AS j FROM (" + people + ") AS p) AS q");
            try (ResultSet rows = statement.executeQuery(limit)) {
                while (rows.next()) {
                    sums.merge(rows.getString(1), rows.getLong(2), Long::sum);
                    added += rows.getLong(2);
                }
            }
            try (ResultSet rows = statement.executeQuery(
                    "SELECT SUM(g), SUM(least(g, " + MAX_GROUPS + ")) FROM (" + people + ") AS p")) {
                rows.next();
                pairs += rows.getLong(1);
                if (rows.getLong(2) != added) {
                    throw new IllegalStateException("a person is in more groups than the limit, or in fewer");
                }
            }
        }
    }
}
