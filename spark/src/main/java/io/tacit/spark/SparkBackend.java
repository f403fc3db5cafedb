package io.tacit.spark;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.RowSink;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.backend.server.ServerTables;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.spark.SparkDialect;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/** Tables of a Spark cluster. One row for each group comes back, streamed; nothing is written there. */
final class SparkBackend implements Backend {
    private static final DataType WHOLE = DataTypes.createDecimalType(38, 0);

    private final Cluster cluster;
    private final CatalogueTables catalogue;
    private final ServerTables tables;
    private final ServerRefusals refusals;
    private final Map<String, WorkTable> workTables = new LinkedHashMap<>();

    SparkBackend(Cluster cluster, CatalogueTables catalogue, ServerTables tables, ServerRefusals refusals) {
        this.cluster = cluster;
        this.catalogue = catalogue;
        this.tables = tables;
        this.refusals = refusals;
    }

    @Override
    public Dialect dialect() {
        return SparkDialect.DIALECT;
    }

    @Override
    public void takeSnapshot() {
        catalogue.takeSnapshot();
    }

    /** Plans the query, too: what Spark cannot plan is refused before the charge. */
    @Override
    public void check(String sql, int keyCount, int integerCount) {
        cluster.stoppable(session -> {
            plan(session, sql);
            expect(query(session, sql).schema().fields(), keyCount, integerCount);
            return true;
        });
    }

    private void plan(SparkSession session, String sql) {
        Map<String, List<Column>> named = new LinkedHashMap<>();
        named(sql).forEach((name, table) -> named.put(name, table.columns()));
        tables.read(sql).stream().map(SourceTable::table).forEach(table -> named.put(table.name(), table.columns()));
        List<String> answer = session.sql(StandIns.explain(named, result(sql))).collectAsList().stream()
                .map(line -> line.getString(0))
                .toList();
        if (!StandIns.isPlan(answer)) {
            throw ClusterFailures.unplanned(refusals, answer);
        }
    }

    private static void expect(StructField[] columns, int keyCount, int integerCount) {
        boolean expected = columns.length == keyCount + integerCount;
        for (int i = 0; expected && i < columns.length; i++) {
            expected = columns[i].dataType().equals(i < keyCount ? DataTypes.StringType : WHOLE);
        }
        if (!expected) {
            throw ServerRefusals.inexact();
        }
    }

    @Override
    public void run(String sql, int keyCount, int integerCount, RowSink sink) {
        cluster.stoppable(session -> {
            Dataset<Row> rows = query(session, sql);
            expect(rows.schema().fields(), keyCount, integerCount);
            Iterator<Row> iterator = rows.toLocalIterator();
            while (iterator.hasNext()) {
                cluster.running().stopIfCancelled();
                read(iterator.next(), keyCount, integerCount, sink);
            }
            return true;
        });
    }

    /** The checker does not read from class files that elements of an array may be null. */
    @SuppressWarnings("NullAway")
    private static void read(Row row, int keyCount, int integerCount, RowSink sink) {
        @Nullable String[] keys = new @Nullable String[keyCount];
        for (int i = 0; i < keyCount; i++) {
            keys[i] = row.isNullAt(i) ? null : row.getString(i);
        }
        BigInteger[] integers = new BigInteger[integerCount];
        for (int i = 0; i < integerCount; i++) {
            BigDecimal integer = row.isNullAt(keyCount + i) ? null : row.getDecimal(keyCount + i);
            if (integer == null) {
                throw new IllegalStateException("a state is NULL");
            }
            integers[i] = integer.toBigIntegerExact();
        }
        sink.row(keys, integers);
    }

    private Dataset<Row> query(SparkSession session, String sql) {
        tables.read(sql).forEach(table -> catalogue.take(session, table));
        Map<String, Object> parameters = new HashMap<>();
        List<String> rows = new ArrayList<>();
        named(sql).forEach((name, table) -> rows.add(table.expression(parameters)));
        String statement = tables.with(rows, result(sql));
        return parameters.isEmpty() ? session.sql(statement) : session.sql(statement, parameters);
    }

    private static String result(String sql) {
        return "SELECT * FROM (\n" + sql + "\n) AS `tacit$result`";
    }

    /** The work tables that a query names, and perhaps some others. */
    private Map<String, WorkTable> named(String sql) {
        Map<String, WorkTable> named = new LinkedHashMap<>();
        workTables.forEach((name, table) -> {
            if (dialect().literals().mayName(sql, name)) {
                named.put(name, table);
            }
        });
        return named;
    }

    @Override
    public void createWorkTable(String name, List<Column> columns) {
        workTables.put(name, new WorkTable(name, columns));
    }

    @Override
    @SuppressWarnings("NullAway")
    public void fillWorkTable(String name, List<@Nullable Object[]> rows) {
        WorkTable table = workTables.get(name);
        if (table == null) {
            throw new IllegalArgumentException("there is no such work table");
        }
        table.add(rows);
    }

    @Override
    public void dropWorkTable(String name) {
        workTables.remove(name);
    }

    @Override
    public void cancel() {
        cluster.running().cancel();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
