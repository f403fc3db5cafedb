package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.dialect.duckdb.SqlText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parquet files that are one table, in parts of equal columns. DuckDB reads all files with the types of the first, and fails
 * for a value that these have not. So each part is read with its own types and cast to the declared ones: whether a file has
 * other types may hang on one person, as where programs write whole numbers with a NULL among them as DOUBLE. A column that
 * a part has not is NULL there.
 */
final class ParquetParts {
    private final Map<List<ResultColumn>, List<String>> parts = new LinkedHashMap<>();

    /**
     * Adds a file.
     *
     * @param columns of it that can be read
     */
    void add(String file, List<ResultColumn> columns) {
        parts.computeIfAbsent(columns, none -> new ArrayList<>()).add(file);
    }

    /**
     * What FROM reads. A declared column that no part has is missing there as it is missing in a single file.
     *
     * @param declared names and types
     */
    String relation(List<Column> declared) {
        if (parts.size() == 1) {
            return TableView.readParquet(parts.values().iterator().next());
        }
        List<Column> present = declared.stream()
                .filter(column -> parts.keySet().stream().anyMatch(part -> has(part, column)))
                .toList();
        List<String> selects = new ArrayList<>();
        parts.forEach((columns, files) -> selects.add(select(columns, files, present)));
        return "(" + String.join(" UNION ALL ", selects) + ")";
    }

    private static String select(List<ResultColumn> part, List<String> files, List<Column> declared) {
        List<String> values = new ArrayList<>();
        for (Column column : declared) {
            String name = SqlText.name(column.name());
            values.add("TRY_CAST(" + (has(part, column) ? name : "NULL") + " AS "
                    + column.type().sql() + ") AS " + name);
        }
        return "SELECT " + String.join(", ", values) + " FROM " + TableView.readParquet(files);
    }

    private static boolean has(List<ResultColumn> part, Column column) {
        return part.stream().anyMatch(each -> each.name().equalsIgnoreCase(column.name()));
    }
}
