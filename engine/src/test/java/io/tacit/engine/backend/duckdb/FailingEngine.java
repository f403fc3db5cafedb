package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.ForwardingBackend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.KeyColumns;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.duckdb.SqlText;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB as it is, whose database truly fails within itself when a test wants it: beside the declared tables it holds a
 * Parquet file with the one DECIMAL(38, 0) that cannot be negated, −2^127, which DuckDB does not foresee. It counts what
 * it is asked, and fails at one of these calls.
 */
@NullUnmarked
public final class FailingEngine implements DataEngine {
    private static final String BROKEN = "broken numbers";

    private final DuckDbEngine real;
    private final Path broken;
    private final List<EmbeddedDuckDb> opened = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private int deadly = Integer.MAX_VALUE;
    private boolean ownFault;

    /** @param folder for the file */
    public FailingEngine(Path folder, DuckDbSettings settings) {
        this.real = new DuckDbEngine(settings);
        this.broken = brokenNumbers(folder);
    }

    /** How many databases were opened so far. */
    public int opened() {
        return opened.size();
    }

    /** What was asked since {@link #failAt}, in order. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    /**
     * Counts anew, and lets the database fail at a call.
     *
     * @param call its number from 0
     * @param own whether its own statement breaks the database; otherwise another one does, just before
     */
    public void failAt(int call, boolean own) {
        calls.clear();
        deadly = call;
        ownFault = own;
    }

    /** Breaks the database that is open now. */
    public void breakNow() {
        try {
            opened.get(opened.size() - 1).execute(deadly(1, 0));
        } catch (Refusal expected) {
            return;
        }
        throw new AssertionError("the database still works");
    }

    /** A statement that DuckDB trips over, of as many columns of each kind. */
    private static String deadly(int keys, int integers) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            columns.add("CAST(-v AS VARCHAR)");
        }
        for (int i = 0; i < integers; i++) {
            columns.add("CAST(-v AS HUGEINT)");
        }
        return "SELECT " + String.join(", ", columns) + " FROM " + SqlText.name(BROKEN);
    }

    private boolean isDeadly(String call) {
        boolean now = calls.size() == deadly;
        calls.add(call);
        if (now && !ownFault) {
            breakNow();
        }
        return now && ownFault;
    }

    @Override
    public Backend open(List<SourceTable> tables) {
        return new Counting(DuckDbBackend.over(() -> database(tables)));
    }

    /** A database that shows tables, and that can be broken. */
    public EmbeddedDuckDb database(List<SourceTable> tables) {
        List<Table> shown = tables.stream().map(SourceTable::table).toList();
        EmbeddedDuckDb database = EmbeddedDuckDb.start(real.settings(), opening -> {
            for (SourceTable table : tables) {
                opening.show(table, KeyColumns.of(table.table(), shown));
            }
            opening.showParquet(BROKEN, broken);
        });
        opened.add(database);
        return database;
    }

    private final class Counting extends ForwardingBackend {
        Counting(Backend engine) {
            super(engine);
        }

        @Override
        public void check(String sql, int keyCount, int integerCount) {
            isDeadly("check");
            super.check(sql, keyCount, integerCount);
        }

        @Override
        public void run(String sql, int keyCount, int integerCount, RowSink sink) {
            super.run(isDeadly("run") ? deadly(keyCount, integerCount) : sql, keyCount, integerCount, sink);
        }

        @Override
        public void createWorkTable(String name, List<Column> columns) {
            isDeadly("create");
            super.createWorkTable(name, columns);
        }

        @Override
        public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
            isDeadly("fill");
            super.fillWorkTable(name, rows);
        }

        @Override
        public void dropWorkTable(String name) {
            isDeadly("drop");
            super.dropWorkTable(name);
        }
    }

    /** A file as DuckDB writes it, but for the bytes of its number. */
    private static Path brokenNumbers(Path folder) {
        Path file = folder.resolve("broken.parquet");
        BigInteger marker = new BigInteger("12345678901234567890123456789012345678");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT CAST(" + marker + " AS DECIMAL(38, 0)) AS v) TO "
                    + SqlText.text(file.toString()) + " (FORMAT parquet, COMPRESSION uncompressed)");
            byte[] bytes = Files.readAllBytes(file);
            byte[] number = marker.toByteArray();
            for (int i = 0; i + number.length <= bytes.length; i++) {
                if (Arrays.equals(bytes, i, i + number.length, number, 0, number.length)) {
                    Arrays.fill(bytes, i, i + number.length, (byte) 0);
                    bytes[i] = (byte) 0x80;
                }
            }
            return Files.write(file, bytes);
        } catch (IOException | SQLException failure) {
            throw new AssertionError(failure);
        }
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    public DataEngine alsoTelling(Consumer<String> ownerLog) {
        return this;
    }

    @Override
    public FileSchema parquet(Path file) {
        return real.parquet(file);
    }

    @Override
    public DatabaseSchema database(Path file, Predicate<String> wanted) {
        return real.database(file, wanted);
    }

    @Override
    public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
        return real.repeats(tables, keys);
    }
}
