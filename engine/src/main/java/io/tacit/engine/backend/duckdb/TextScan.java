package io.tacit.engine.backend.duckdb;

import io.tacit.engine.text.LineFields;
import io.tacit.engine.text.Lines;
import io.tacit.engine.text.SkippedLines;
import io.tacit.engine.text.Stretches;
import io.tacit.engine.text.TextBytes;
import io.tacit.engine.text.TextRows;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;
import org.duckdb.DuckDBTableFunctionState;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;

/**
 * A text file as a table function: columns {@code c0}, {@code c1}, … of text. Threads share the file by stretches.
 *
 * <p>Why not DuckDB's own reader: there an unclosed quote swallows the lines that follow, a stray CR in a file with
 * CR-LF breaks takes the first character from the next line, and a wrong line break setting reads lines twice. Each of
 * these lets one person's line change another person's row.
 */
final class TextScan implements DuckDBTableFunction<TextRows, TextScan.Shared, TextScan.Part> {
    private static final long BYTES_PER_ROW_GUESS = 64;

    private final TextRows rows;
    private final int columnCount;
    private final int threads;
    private final Consumer<String> owner;
    private final Failures failures;

    /**
     * @param owner is told how many lines were skipped
     * @param failures is told of a file that cannot be unpacked to its end
     */
    TextScan(TextRows rows, int columnCount, int threads, Consumer<String> owner, Failures failures) {
        this.failures = failures;
        this.rows = rows;
        this.columnCount = columnCount;
        this.threads = threads;
        this.owner = owner;
    }

    /** What the threads of one scan share. DuckDB's driver closes it with the scan. */
    record Shared(TextBytes file, Stretches stretches, SkippedLines skipped) implements DuckDBTableFunctionState {
        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** Values of one column, gathered for output. */
    private static final class Batch {
        private final byte[] @Nullable [] values;

        Batch(int capacity) {
            values = new byte[capacity] @Nullable [];
        }

        void write(DuckDBWritableVector output, int count) {
            if (count == values.length) {
                output.setStringUtf8Batch(0, values);
            } else {
                output.setStringUtf8Batch(0, Arrays.copyOf(values, count));
            }
        }
    }

    /** The state of one thread of a scan. */
    static final class Part {
        private final LineFields fields;
        private final int[] columns;
        private final List<Batch> batches = new ArrayList<>();
        private @Nullable Lines lines;
        private long read;
        private long skipped;
        private boolean done;

        Part(LineFields fields, int[] columns) {
            this.fields = fields;
            this.columns = columns;
        }

        long fill(Shared shared, DuckDBDataChunkWriter output) throws IOException {
            int capacity = Math.toIntExact(output.capacity());
            while (batches.size() < columns.length) {
                batches.add(new Batch(capacity));
            }
            int row = 0;
            while (row < capacity && nextLine(shared)) {
                for (int i = 0; i < columns.length; i++) {
                    batches.get(i).values[row] = fields.field(columns[i]);
                }
                row++;
            }
            for (int i = 0; i < columns.length && row > 0; i++) {
                batches.get(i).write(output.vector(i), row);
            }
            return row;
        }

        private boolean nextLine(Shared shared) throws IOException {
            Lines stretch = lines;
            while (stretch != null || !done) {
                if (stretch == null) {
                    shared.skipped().begin();
                    stretch = shared.stretches().next();
                    lines = stretch;
                    read = 0;
                    skipped = 0;
                }
                if (stretch == null) {
                    shared.skipped().allTaken();
                    done = true;
                } else if (nextOf(stretch)) {
                    return true;
                } else {
                    shared.skipped().end(read, skipped + stretch.passedOver());
                    stretch = null;
                    lines = null;
                }
            }
            return false;
        }

        private boolean nextOf(Lines stretch) throws IOException {
            while (stretch.next()) {
                if (fields.read(stretch.bytes(), stretch.lineStart(), stretch.lineEnd())) {
                    read++;
                    return true;
                }
                if (!fields.isBlank(stretch.bytes(), stretch.lineStart(), stretch.lineEnd())) {
                    skipped++;
                }
            }
            return false;
        }
    }

    @Override
    public TextRows bind(DuckDBTableFunctionBindInfo info) throws Exception {
        for (int i = 0; i < columnCount; i++) {
            info.addResultColumn("c" + i, DuckDBColumnType.VARCHAR);
        }
        info.setCardinality(Files.size(rows.path()) / BYTES_PER_ROW_GUESS, false);
        return rows;
    }

    @Override
    public Shared init(DuckDBTableFunctionInitInfo info) throws Exception {
        TextBytes file = rows.open();
        long first = rows.firstRow(file);
        long end = Math.min(file.size(), rows.maxBytes());
        long stretches = file.divides() ? (end - first) / Stretches.BYTES + 1 : 1;
        info.setMaxThreads(Math.max(1, Math.min(threads, stretches)));
        return new Shared(file, new Stretches(rows, file, first, end, threads), new SkippedLines(rows, owner));
    }

    @Override
    public Part localInit(DuckDBTableFunctionInitInfo info) {
        return new Part(rows.fields().get(), requested(info));
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter output) throws Exception {
        Shared shared = info.getInitData();
        Part part = info.getLocalInitData();
        try {
            return part.fill(shared, output);
        } catch (IOException cause) {
            failures.unpacking(rows.path(), cause);
            throw cause;
        }
    }

    private static int[] requested(DuckDBTableFunctionInitInfo info) {
        int[] columns = new int[Math.toIntExact(info.getColumnCount())];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = Math.toIntExact(info.getColumnIndex(i));
        }
        return columns;
    }
}
