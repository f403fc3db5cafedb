package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.dialect.duckdb.SqlText;
import java.io.IOException;
import java.nio.file.Path;
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
    private final Map<List<ResultColumn>, List<Path>> parts = new LinkedHashMap<>();

    /** Reads files of equal columns. */
    @FunctionalInterface
    interface Rows {
        /** A table expression of the wanted ones among these columns. */
        String of(List<Path> files, List<ResultColumn> columns) throws IOException;
    }

    /**
     * Adds a file.
     *
     * @param columns of it that can be read
     */
    void add(Path file, List<ResultColumn> columns) {
        parts.computeIfAbsent(columns, none -> new ArrayList<>()).add(file);
    }

    /**
     * What FROM reads. A declared column that no part has is missing there as it is missing in a single file.
     *
     * @param declared names and types
     * @param rows reads a part
     * @param lost whether each column says, with 1 or 0, where a value is NULL that its type does not know
     */
    String relation(List<Column> declared, Rows rows, boolean lost) throws IOException {
        if (parts.size() == 1) {
            Map.Entry<List<ResultColumn>, List<Path>> only =
                    parts.entrySet().iterator().next();
            return rows.of(only.getValue(), only.getKey());
        }
        List<Column> present = declared.stream()
                .filter(column -> parts.keySet().stream().anyMatch(part -> has(part, column)))
                .toList();
        List<String> selects = new ArrayList<>();
        for (Map.Entry<List<ResultColumn>, List<Path>> part : parts.entrySet()) {
            selects.add("SELECT " + values(part.getKey(), present, lost) + " FROM "
                    + rows.of(part.getValue(), part.getKey()));
        }
        return "(" + String.join(" UNION ALL ", selects) + ")";
    }

    private static String values(List<ResultColumn> part, List<Column> declared, boolean lost) {
        List<String> values = new ArrayList<>();
        for (Column column : declared) {
            String name = SqlText.name(column.name());
            String value = has(part, column) ? name : lost ? "0" : "NULL";
            values.add(
                    (lost ? value : "TRY_CAST(" + value + " AS " + column.type().sql() + ")") + " AS " + name);
        }
        return String.join(", ", values);
    }

    private static boolean has(List<ResultColumn> part, Column column) {
        return part.stream().anyMatch(each -> each.name().equalsIgnoreCase(column.name()));
    }
}
