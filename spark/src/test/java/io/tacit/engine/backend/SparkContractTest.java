package io.tacit.engine.backend;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.spark.TestCluster;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;

/** Spark keeps the contract. */
@NullUnmarked
@Tag("process")
class SparkContractTest extends ServerContract {
    private static int made;

    private static final int LAST_YEAR = 200_000;

    @Override
    DataEngine servers(Consumer<String> ownerLog) {
        return TestCluster.engine(new DuckDbEngine(new DuckDbSettings(256, 1, message -> {})), 60, ownerLog);
    }

    @Override
    String url() {
        TestCluster.run("CREATE TABLE IF NOT EXISTS anything (id INT) USING PARQUET");
        return TestCluster.URL;
    }

    @Override
    String integer(String number) {
        return "CAST(" + number + " AS DECIMAL(38,0))";
    }

    @Override
    List<String> failing(String table, String column) {
        return List.of(
                "SELECT 'k', CAST(" + column + " AS DECIMAL(38,0)) FROM " + table,
                "SELECT CAST(1 / length(left(" + column + ", 0)) AS STRING), CAST(1 AS DECIMAL(38,0)) FROM " + table,
                "SELECT 'k', sum(CAST(" + column + " AS DECIMAL(38,0))) FROM " + table);
    }

    /** It has no plan, as a subquery has none that names columns of two queries around it. */
    @Override
    ErrorCode unbound() {
        return ErrorCode.SUBQUERY;
    }

    /** A task of Spark stops where it takes in a row. */
    @Override
    String endless() {
        return "SELECT 'k', CAST(sum(xxhash64(id, n) % 7) AS DECIMAL(38,0)) FROM (SELECT /*+ REPARTITION(4) */ id FROM"
                + " range(1000000)) AS r LATERAL VIEW explode(sequence(1, 100000)) AS n";
    }

    /** A value, and filters: planning all takes Spark half a minute. {@code -Dtacit.spark.share=1} tries all. */
    @Override
    List<Integer> searches() {
        return Integer.getInteger("tacit.spark.share", 0) == 1 ? super.searches() : List.of(0, 7, 9);
    }

    /** Spark has neither infinite dates nor times of day. */
    @Override
    List<Object> edges(ColumnType type) {
        return type.kind() == ColumnType.Kind.TIME
                ? new ArrayList<>()
                : super.edges(type).stream()
                        .filter(value -> !(value instanceof LocalDate day) || Math.abs(day.getYear()) < LAST_YEAR)
                        .filter(value ->
                                !(value instanceof LocalDateTime moment) || Math.abs(moment.getYear()) < LAST_YEAR)
                        .toList();
    }

    @Override
    SourceTable table(String csv, boolean texts, Column... columns) {
        List<String> types = new ArrayList<>();
        for (Column column : columns) {
            types.add(texts ? "STRING" : TestCluster.type(column.type()));
        }
        List<String> lines = csv.lines().toList();
        List<String> present = TestCluster.names(List.of(columns));
        List<String[]> rows = new ArrayList<>();
        if (lines.get(0).equals(String.join(",", present))) {
            lines.stream().skip(1).forEach(line -> rows.add(fields(line)));
        }
        String stored = "t" + made++;
        TestCluster.table(stored, present, types, rows);
        return new SourceTable(
                new Table("t", List.of(columns), new Protection.UnitColumn("id")),
                new Source.Server(TestCluster.URL, stored));
    }

    /** The fields of a line, of which none has a comma; an empty one without quotes is NULL. */
    private static String[] fields(String line) {
        String[] fields = line.split(",", -1);
        for (int i = 0; i < fields.length; i++) {
            String field = fields[i];
            fields[i] =
                    field.startsWith("\"") ? field.substring(1, field.length() - 1) : field.isEmpty() ? null : field;
        }
        return fields;
    }
}
