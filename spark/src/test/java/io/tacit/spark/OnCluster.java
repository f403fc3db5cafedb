package io.tacit.spark;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;

/** Tables of files, loaded into Parquet files of a cluster's catalogue under the names that they are declared by. */
@NullUnmarked
public final class OnCluster {
    private OnCluster() {}

    /** The same tables with the same rows on a cluster. */
    public static List<SourceTable> load(List<SourceTable> tables) {
        List<SourceTable> loaded = new ArrayList<>();
        Set<String> made = new HashSet<>();
        try (EmbeddedDuckDb files = EmbeddedDuckDb.open(tables, new DuckDbSettings(512, 1, message -> {}))) {
            for (SourceTable table : tables) {
                List<Column> columns = table.table().columns();
                String name = "sample_" + table.table().name();
                if (made.add(name)) {
                    List<String[]> rows = new ArrayList<>();
                    files.rows(
                            "SELECT COLUMNS(*)::VARCHAR FROM \"" + table.table().name() + "\"", row -> {
                                String[] values = new String[columns.size()];
                                for (int i = 0; i < values.length; i++) {
                                    values[i] = row.getString(i + 1);
                                }
                                rows.add(values);
                            });
                    TestCluster.run("DROP TABLE IF EXISTS spark_catalog.default.`" + name + "`");
                    TestCluster.files(
                            name,
                            TestCluster.names(columns),
                            columns.stream()
                                    .map(column -> TestCluster.type(column.type()))
                                    .toList(),
                            rows);
                }
                loaded.add(new SourceTable(table.table(), new Source.Server(TestCluster.URL, name)));
            }
        }
        return loaded;
    }
}
