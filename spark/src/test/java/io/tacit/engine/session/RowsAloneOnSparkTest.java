package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.spark.SparkDialect;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.walk.Walk;
import io.tacit.spark.TestCluster;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What Spark computes is a function of the rows alone: {@link FormsOfSql} over those {@link ExtremePeople} whose types it has,
 * in tables of Parquet files that were never analyzed, that were, and that were before the person's file was taken away, so
 * that the catalogue still knows the person's values. All answer the same; the rows of others are the same without the person;
 * nothing fails. One of the types has its turn, and of its queries a share.
 */
@NullUnmarked
@Tag("walk")
@Tag("process")
class RowsAloneOnSparkTest {
    private static final int SHARE = 3;

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("BOOLEAN", "BOOLEAN"),
            Map.entry("TINYINT", "TINYINT"),
            Map.entry("SMALLINT", "SMALLINT"),
            Map.entry("INTEGER", "INT"),
            Map.entry("BIGINT", "BIGINT"),
            Map.entry("DECIMAL(4,1)", "DECIMAL(4,1)"),
            Map.entry("DECIMAL(9,2)", "DECIMAL(9,2)"),
            Map.entry("DECIMAL(12,2)", "DECIMAL(12,2)"),
            Map.entry("DECIMAL(18,4)", "DECIMAL(18,4)"),
            Map.entry("DECIMAL(38,4)", "DECIMAL(38,4)"),
            Map.entry("FLOAT", "FLOAT"),
            Map.entry("DOUBLE", "DOUBLE"),
            Map.entry("VARCHAR", "STRING"),
            Map.entry("DATE", "DATE"),
            Map.entry("TIMESTAMP", "TIMESTAMP_NTZ"));

    private static final List<ExtremePeople> PEOPLE = ExtremePeople.all().stream()
            .filter(people -> TYPES.containsKey(people.type()))
            .toList();

    private static final DataEngine ENGINE =
            TestCluster.engine(new DuckDbEngine(HostilePeople.SETTINGS), 600, message -> {});

    @Test
    void whatTheCatalogueKnowsOfColumnsDecidesNothing() throws Exception {
        int compared = 0;
        List<String> wrong = new ArrayList<>();
        for (ExtremePeople people : Walk.share("people of rows alone on Spark", 1, PEOPLE)) {
            List<SourceTable> never = List.of(table(people, "never", true));
            List<SourceTable> neverWithout = List.of(table(people, "without", false));
            SourceTable deleted = table(people, "deleted", true);
            analyze(people, "deleted");
            takeAway(people, "deleted");
            try (RowsAlone places =
                    new RowsAlone(never, ENGINE.open(never), ENGINE.open(neverWithout), SparkDialect.DIALECT, ENGINE)) {
                SourceTable analyzed = table(people, "analyzed", true);
                analyze(people, "analyzed");
                places.in("analyzed", true, List.of(analyzed));
                places.in("taken away after ANALYZE", false, List.of(deleted));
                for (String sql : Walk.share("rows alone on Spark, " + people.name(), SHARE, queries(people))) {
                    if (places.accepted(sql).isPresent()) {
                        places.compare(sql);
                    }
                }
                compared += places.compared();
                wrong.addAll(places.wrong());
            }
        }
        assertThat(compared).isPositive();
        assertThat(String.join("\n\n", wrong)).isEmpty();
    }

    private static List<String> queries(ExtremePeople people) {
        List<String> forms = FormsOfSql.alone();
        List<String> columns = people.columns();
        List<String> queries = new ArrayList<>();
        for (int i = 0; i < forms.size(); i++) {
            queries.add(forms.get(i).replace("{t}", people.name()).replace("{c}", columns.get(i % columns.size())));
        }
        return queries;
    }

    private static String stored(ExtremePeople people, String place) {
        return "alone_" + people.name() + "_" + place;
    }

    /** A table in a file of everybody else's rows, and one of the person's. */
    private static SourceTable table(ExtremePeople people, String place, boolean person) {
        String name = "spark_catalog.default." + stored(people, place);
        String type = TYPES.get(people.type());
        TestCluster.run("DROP TABLE IF EXISTS " + name);
        TestCluster.run("CREATE TABLE " + name + " (uid BIGINT, g STRING, i INT, "
                + String.join(
                        ", ",
                        people.columns().stream()
                                .map(column -> column + " " + type)
                                .toList())
                + ") USING PARQUET");
        List<String> rows = new ArrayList<>();
        for (int one = 0; one < 60; one++) {
            for (int row = 0; row < 3; row++) {
                int ordinary = (one + row) % people.ordinary().size();
                List<String> values = people.contents().stream()
                        .map(content -> switch (content.others()) {
                            case DIFFERENT -> people.ordinary().get(ordinary);
                            case EQUAL -> people.ordinary().get(0);
                            case NULL -> "NULL";
                        })
                        .toList();
                rows.add(row(1 + one, String.valueOf((char) ('a' + (one + row) % 3)), row, values, type));
            }
        }
        insert(name, rows);
        if (person) {
            List<String> values = people.contents().stream()
                    .map(ExtremePeople.Content::extreme)
                    .toList();
            insert(
                    name,
                    List.of(0, 1, 2).stream()
                            .map(row -> row(Long.MAX_VALUE, ExtremePeople.ALONE, row, values, type))
                            .toList());
        }
        return DeclareSource.onServer(
                        people.name(),
                        TestCluster.URL,
                        stored(people, place),
                        new Protection.UnitColumn("uid"),
                        Map.of(),
                        ENGINE)
                .table();
    }

    private static void insert(String name, List<String> rows) {
        TestCluster.run(
                "INSERT INTO " + name + " SELECT /*+ REPARTITION(1) */ * FROM VALUES " + String.join(", ", rows));
    }

    /** What Spark has no value for is NULL. */
    private static String row(long uid, String group, int row, List<String> values, String type) {
        return "(" + uid + "L, '" + group + "', " + row + ", "
                + String.join(
                        ", ",
                        values.stream()
                                .map(value -> "TRY_CAST(" + value + " AS " + type + ")")
                                .toList()) + ")";
    }

    private static void analyze(ExtremePeople people, String place) {
        TestCluster.run(
                "ANALYZE TABLE spark_catalog.default." + stored(people, place) + " COMPUTE STATISTICS FOR ALL COLUMNS");
    }

    /** Takes away the file in which the person's rows are, behind Spark's back. */
    private static void takeAway(ExtremePeople people, String place) throws Exception {
        String name = "spark_catalog.default." + stored(people, place);
        List<Row> files = TestCluster.owner()
                .sql("SELECT DISTINCT input_file_name() FROM " + name + " WHERE g = '" + ExtremePeople.ALONE + "'")
                .collectAsList();
        assertThat(files).hasSize(1);
        Files.delete(Path.of(URI.create(files.get(0).getString(0))));
        TestCluster.run("REFRESH TABLE " + name);
    }
}
