package io.tacit.spark;

import io.tacit.engine.backend.InventedTables;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.spark.SparkText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Invented tables in a schema of a cluster's own catalogue, as Parquet files. Texts may compare there without regard to case. */
final class InventedOnCluster implements InventedTables {
    /** A message to the cluster holds so many rows. */
    private static final int ROWS_AT_A_TIME = 50_000;

    private static final String ROWS = "tacit$rows";

    private final String url;
    private final String schema;
    private final Texts texts;
    private final ServerRefusals refusals;
    private final SparkSession session;
    private int tables;

    private InventedOnCluster(String url, String schema, Texts texts, ServerRefusals refusals, SparkSession session) {
        this.url = url;
        this.schema = schema;
        this.texts = texts;
        this.refusals = refusals;
        this.session = session;
    }

    /** In the only place of Tacit that writes on a cluster. */
    static InventedTables begin(String url, Texts texts, ServerRefusals refusals) {
        SparkSession session = new ClusterAddress(url).connect(refusals);
        String schema = "tacit_invented_" + UUID.randomUUID().toString().replace("-", "");
        try {
            session.sql("CREATE SCHEMA spark_catalog." + schema).collectAsList();
            return new InventedOnCluster(url, schema, texts, refusals, session);
        } catch (Exception cause) {
            ClusterAddress.end(session);
            throw ClusterFailures.invented(refusals, cause);
        }
    }

    @Override
    public SourceTable add(Table table, Rows rows) {
        String name = "t" + tables++;
        Writer writer = new Writer(table, "spark_catalog." + schema + "." + name);
        try {
            rows.each(writer::add);
            writer.write();
        } catch (Exception cause) {
            throw ClusterFailures.invented(refusals, cause);
        }
        return new SourceTable(table, new Source.Server(url, schema + "." + name));
    }

    /** Writes a table, some rows at a time. */
    private final class Writer {
        private final Table table;
        private final String name;
        private final List<Column> read;
        private final List<@Nullable Object[]> waiting = new ArrayList<>();
        private boolean begun;

        Writer(Table table, String name) {
            this.table = table;
            this.name = name;
            this.read = table.columns().stream()
                    .map(column -> Column.nullable(column.name(), ColumnType.VARCHAR))
                    .toList();
        }

        void add(@Nullable String[] row) {
            waiting.add(Arrays.copyOf(row, row.length, Object[].class));
            if (waiting.size() == ROWS_AT_A_TIME) {
                write();
            }
        }

        void write() {
            if (begun && waiting.isEmpty()) {
                return;
            }
            WorkTable rows = new WorkTable(ROWS, read);
            rows.add(waiting);
            Map<String, Object> parameters = new HashMap<>();
            String sql = "WITH " + rows.expression(parameters) + " SELECT " + String.join(", ", values()) + " FROM "
                    + SparkText.name(ROWS);
            session.sql(sql, parameters)
                    .write()
                    .format("parquet")
                    .mode(begun ? SaveMode.Append : SaveMode.ErrorIfExists)
                    .saveAsTable(name);
            waiting.clear();
            begun = true;
        }

        private List<String> values() {
            List<String> values = new ArrayList<>();
            for (Column column : table.columns()) {
                String value = SparkText.name(column.name());
                values.add(stored(value, column.type()) + " AS " + value);
            }
            return values;
        }
    }

    private String stored(String text, ColumnType type) {
        return switch (type.kind()) {
            case VARCHAR -> texts == Texts.ALIKE ? "collate(" + text + ", 'UTF8_LCASE')" : text;
            case TIME -> text;
            case TIMESTAMP -> "CAST(" + text + " AS TIMESTAMP)";
            case INTEGER -> "CAST(" + text + " AS BIGINT)";
            case BOOLEAN, BIGINT, DECIMAL, DOUBLE, DATE -> "CAST(" + text + " AS " + type.sql() + ")";
        };
    }

    @Override
    public void close() {
        // After Ctrl-C this thread is interrupted: Spark's client would give up at once, and the schema would stay.
        boolean interrupted = Thread.interrupted();
        try {
            session.sql("DROP SCHEMA spark_catalog." + schema + " CASCADE").collectAsList();
        } catch (Exception cause) {
            throw refusals.leftBehind(schema, cause);
        } finally {
            ClusterAddress.end(session);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
