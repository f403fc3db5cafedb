package io.tacit.experiments.tpch;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.experiments.watch.Watcher;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** The TPC-H data set as one DuckDB file, generated once for each scale and kept. */
public final class TpchDatabase {
    private static final int ROWS_BETWEEN_REPORTS = 2000;

    /** Of the file at scale 1, and as much again for the log of its changes. */
    private static final double BYTES_OF_ONE = 600e6;

    /** The name of an unfinished file, with the number of the process that generates it. */
    private static final Pattern PART = Pattern.compile("tpch-[0-9.]+\\.duckdb\\.([0-9]{1,18})\\.part(?:\\.wal)?");

    private TpchDatabase() {}

    /** {@code $XDG_CACHE_HOME/tacit}, or {@code ~/.cache/tacit}. */
    public static Path cacheFolder() {
        String configured = System.getenv("XDG_CACHE_HOME");
        Path base = configured == null || configured.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(configured);
        return base.resolve("tacit");
    }

    /**
     * The file of a scale; generated, with progress, if it is not there yet. A generation that is stopped leaves
     * nothing that a later run would take for whole.
     *
     * @throws Refusal when the folder cannot be written
     */
    public static Path generated(Path folder, double scale, Watcher watcher) {
        Path file = file(folder, scale);
        if (Files.isRegularFile(file)) {
            return file;
        }
        try {
            Files.createDirectories(folder);
            removeAbandoned(folder);
            checkRoom(folder, scale);
            Path beside = folder.resolve(
                    file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
            // Ctrl-C ends the process without the finally below.
            beside.toFile().deleteOnExit();
            Path.of(beside + ".wal").toFile().deleteOnExit();
            try {
                generate(beside, scale, watcher.begin("Generating TPC-H at scale " + scale, rows(scale)));
                Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(beside);
                Files.deleteIfExists(Path.of(beside + ".wal"));
            }
            return file;
        } catch (IOException | SQLException failure) {
            throw new Refusal(
                    ErrorCode.OUTPUT,
                    "The data set could not be generated in " + folder + ".",
                    "Check that the folder can be written and has room, or name another with --cache.");
        }
    }

    /**
     * Refuses to generate a data set for which the disk has too little room; without effect where it is there already.
     *
     * @throws Refusal OUTPUT then
     */
    public static void checkRoom(Path folder, double scale) {
        long needed = Math.round(scale * BYTES_OF_ONE);
        Path there = folder.toAbsolutePath();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (Files.isRegularFile(file(folder, scale)) || !Files.exists(there)) {
            return;
        }
        long room = there.toFile().getUsableSpace();
        if (room < needed) {
            throw new Refusal(
                    ErrorCode.OUTPUT,
                    String.format(
                            Locale.ROOT,
                            "TPC-H at scale %s needs about %,d MB while it is made, and %s has %,d MB.",
                            scale,
                            needed / 1_000_000,
                            folder,
                            room / 1_000_000),
                    "Make room, name another folder with --cache, or choose a smaller --scale.");
        }
    }

    private static Path file(Path folder, double scale) {
        return folder.resolve(
                "tpch-" + BigDecimal.valueOf(scale).stripTrailingZeros().toPlainString() + ".duckdb");
    }

    /** Removes the unfinished files of processes that were killed. */
    private static void removeAbandoned(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Matcher part = PART.matcher(String.valueOf(file.getFileName()));
                if (part.matches()
                        && ProcessHandle.of(Long.parseLong(part.group(1))).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static long rows(double scale) {
        return Math.round(scale * 8_661_245);
    }

    private static void generate(Path file, double scale, Watcher.Task progress) throws SQLException {
        try (DuckDBConnection connection =
                DriverManager.getConnection("jdbc:duckdb:" + file).unwrap(DuckDBConnection.class)) {
            for (TpchTable<?> table : TpchTable.getTables()) {
                fill(connection, table, scale, progress);
            }
        }
        progress.finish();
    }

    private static <E extends TpchEntity> void fill(
            DuckDBConnection connection, TpchTable<E> table, double scale, Watcher.Task progress) throws SQLException {
        List<String> columns = new ArrayList<>();
        for (TpchColumn<E> column : table.getColumns()) {
            columns.add(column.getColumnName() + " " + type(column) + " NOT NULL");
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table.getTableName() + "(" + String.join(", ", columns) + ")");
        }
        try (DuckDBAppender appender =
                connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, table.getTableName())) {
            long done = 0;
            for (E row : table.createGenerator(scale, 1, 1)) {
                appender.beginRow();
                for (TpchColumn<E> column : table.getColumns()) {
                    append(appender, column, row);
                }
                appender.endRow();
                if (++done % ROWS_BETWEEN_REPORTS == 0) {
                    progress.advance(ROWS_BETWEEN_REPORTS);
                }
            }
            progress.advance(done % ROWS_BETWEEN_REPORTS);
        }
    }

    private static String type(TpchColumn<?> column) {
        return switch (column.getType().getBase()) {
            case IDENTIFIER -> "BIGINT";
            case INTEGER -> "INTEGER";
            case DATE -> "DATE";
            case DOUBLE -> "DECIMAL(15,2)";
            case VARCHAR -> "VARCHAR";
        };
    }

    private static <E extends TpchEntity> void append(DuckDBAppender appender, TpchColumn<E> column, E row)
            throws SQLException {
        switch (column.getType().getBase()) {
            case IDENTIFIER -> appender.append(column.getIdentifier(row));
            case INTEGER -> appender.append(column.getInteger(row));
            case DATE -> appender.append(LocalDate.ofEpochDay(column.getDate(row)));
            case DOUBLE -> appender.append(BigDecimal.valueOf(Math.round(column.getDouble(row) * 100), 2));
            case VARCHAR -> appender.append(column.getString(row));
        }
    }
}
