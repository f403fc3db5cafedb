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
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * How much of Java's memory a release with many groups needs: the exact state of each group is held until noise is drawn,
 * whether the group appears or not. Each group has one person here, so that none appears.
 */
public final class Groups {
    private static final int PAUSE_MILLIS = 20;

    private Groups() {}

    /** The word: how many groups. */
    public static void main(String[] words) throws Exception {
        long groups = Long.parseLong(words[0].replace("_", ""));
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        Path folder = Files.createTempDirectory("tacit-groups");
        Path file = folder.resolve("visits.duckdb");
        try {
            try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE visits AS SELECT i AS person, i AS place, 1 AS spent FROM range("
                        + groups + ") AS r(i)");
            }
            measure(groups, file, out);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    private static void measure(long groups, Path file, PrintWriter out) throws Exception {
        Table visits = new Table(
                "visits",
                List.of(
                        Column.nullable("person", ColumnType.BIGINT),
                        Column.nullable("place", ColumnType.BIGINT),
                        Column.nullable("spent", ColumnType.INTEGER)),
                new Protection.UnitColumn("person"));
        Defaults defaults = new Defaults(new BigDecimal("1"), new BigDecimal("1e-10"), 1, 0.95);
        long[] most = new long[1];
        Thread watch = new Thread(() -> watch(most));
        watch.setDaemon(true);
        try (TacitSession session =
                TacitSession.open(List.of(new SourceTable(visits, new Source.DuckDb(file, "visits"))), defaults)) {
            session.query("SELECT COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM visits");
            System.gc();
            long before = held();
            watch.start();
            Used used = Used.by(
                    () -> session.query("SELECT place, SUM(spent, contribution_bounds_per_group => (0, 10)) AS s"
                            + " FROM visits GROUP BY place"));
            out.println(String.format(
                    Locale.ROOT,
                    "%,d groups, a key and a sum: %.1f s, %.1f s of the processor; %,d MiB of the heap held after a"
                            + " collection, %,d bytes a group",
                    groups,
                    used.seconds(),
                    used.processor(),
                    (most[0] - before) >> 20,
                    (most[0] - before) / groups));
        }
    }

    /** What is in use after a collection, as far as one has looked. */
    private static long held() {
        long held = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            MemoryUsage after = pool.getCollectionUsage();
            held += after == null ? 0 : after.getUsed();
        }
        return held;
    }

    private static void watch(long[] most) {
        try {
            while (true) {
                most[0] = Math.max(most[0], held());
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
