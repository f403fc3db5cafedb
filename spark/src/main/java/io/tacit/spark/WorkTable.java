package io.tacit.spark;

import io.tacit.engine.backend.server.WorkValues;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.spark.SparkText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of ours that queries read beside people's. The cluster keeps none of them: each query that names them gets each of
 * their columns as a text, which is a parameter of it and no part of its own text.
 */
final class WorkTable {
    private static final String NULL = "-";

    private final String name;
    private final List<Column> columns;
    private final List<StringBuilder> values = new ArrayList<>();
    private boolean isEmpty = true;

    WorkTable(String name, List<Column> columns) {
        this.name = name;
        this.columns = List.copyOf(columns);
        columns.forEach(column -> values.add(new StringBuilder()));
    }

    /**
     * Adds rows.
     *
     * @throws IllegalArgumentException when a value is none of its column's type
     */
    void add(List<@Nullable Object[]> more) {
        List<List<String>> texts = new ArrayList<>();
        for (@Nullable Object[] row : more) {
            if (row.length != columns.size()) {
                throw new IllegalArgumentException("a row has one value for each column");
            }
            List<String> text = new ArrayList<>();
            for (int i = 0; i < row.length; i++) {
                Object value = row[i];
                text.add(
                        value == null
                                ? NULL
                                : encoded(WorkValues.text(value, columns.get(i).type())));
            }
            texts.add(text);
        }
        for (List<String> row : texts) {
            for (int i = 0; i < row.size(); i++) {
                values.get(i).append(isEmpty ? "" : ",").append(row.get(i));
            }
            isEmpty = false;
        }
    }

    List<Column> columns() {
        return columns;
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The common table expression that has the rows.
     *
     * @param parameters gets a text for each column
     */
    String expression(Map<String, Object> parameters) {
        List<String> names = new ArrayList<>();
        List<String> arrays = new ArrayList<>();
        List<String> casts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String parameter = "p" + parameters.size();
            parameters.put(parameter, values.get(i).toString());
            names.add("c" + i);
            arrays.add("transform(split(:" + parameter + ", ','), v -> CASE WHEN v <> '" + NULL
                    + "' THEN decode(unbase64(v), 'UTF-8') END)");
            casts.add("CAST(w.c" + i + " AS " + type(columns.get(i).type()) + ") AS "
                    + SparkText.name(columns.get(i).name()));
        }
        return SparkText.name(name) + " AS (SELECT " + String.join(", ", casts) + " FROM (SELECT inline(arrays_zip("
                + String.join(", ", arrays) + ")) AS (" + String.join(", ", names) + ")) AS w WHERE " + !isEmpty + ")";
    }

    /** A type as Spark writes it. */
    static String type(ColumnType type) {
        return switch (type.kind()) {
            case VARCHAR, TIME -> "STRING";
            case TIMESTAMP -> "TIMESTAMP_NTZ";
            default -> type.sql();
        };
    }
}
