package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.server.WorkValues;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.postgres.PostgresText;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rows of ours that queries read beside people's. The server keeps none of them, for a user who may only read has no table
 * to put them into: each query that names them gets their columns as arrays, which are parameters of it and no part of its
 * text.
 */
final class WorkTable {
    private final String name;
    private final List<Column> columns;
    private final List<@Nullable String[]> rows = new ArrayList<>();

    WorkTable(String name, List<Column> columns) {
        this.name = name;
        this.columns = List.copyOf(columns);
    }

    /**
     * Adds rows.
     *
     * @throws IllegalArgumentException when a value is none of its column's type
     */
    void add(List<@Nullable Object[]> more) {
        List<@Nullable String[]> texts = new ArrayList<>();
        for (@Nullable Object[] row : more) {
            if (row.length != columns.size()) {
                throw new IllegalArgumentException("a row has one value for each column");
            }
            @Nullable String[] text = new @Nullable String[row.length];
            for (int i = 0; i < row.length; i++) {
                Object value = row[i];
                text[i] = value == null ? null : text(value, columns.get(i).type());
            }
            texts.add(text);
        }
        rows.addAll(texts);
    }

    /** The common table expression that has the rows; a question mark for each column. */
    String expression() {
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        List<String> arrays = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            ColumnType type = columns.get(i).type();
            names.add("c" + i);
            String cast = "CAST(w.c" + i + " AS " + type(type) + ")";
            values.add((type.kind() == ColumnType.Kind.VARCHAR ? "(" + cast + " COLLATE \"C\")" : cast) + " AS "
                    + PostgresText.name(columns.get(i).name()));
            arrays.add("CAST(? AS text[])");
        }
        return PostgresText.name(name) + " AS MATERIALIZED (SELECT " + String.join(", ", values) + " FROM unnest("
                + String.join(", ", arrays) + ") AS w(" + String.join(", ", names) + "))";
    }

    private static String type(ColumnType type) {
        return type.kind() == ColumnType.Kind.DOUBLE
                ? "double precision"
                : type.kind() == ColumnType.Kind.VARCHAR ? "text" : type.sql();
    }

    /** A value for each question mark. */
    List<java.sql.Array> arrays(Connection connection) throws SQLException {
        List<java.sql.Array> arrays = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            @Nullable String[] values = new @Nullable String[rows.size()];
            for (int row = 0; row < values.length; row++) {
                values[row] = rows.get(row)[i];
            }
            arrays.add(connection.createArrayOf("text", values));
        }
        return arrays;
    }

    /** The text that the server reads as the value: it writes years before the first in its own way. */
    private static String text(Object value, ColumnType type) {
        if (type.kind() == ColumnType.Kind.DATE && value instanceof LocalDate day) {
            return day(day);
        }
        return type.kind() == ColumnType.Kind.TIMESTAMP && value instanceof LocalDateTime moment
                ? moment(moment)
                : WorkValues.text(value, type);
    }

    private static String day(LocalDate day) {
        return day(day, "");
    }

    private static String day(LocalDate day, String time) {
        int year = day.getYear();
        return String.format(
                Locale.ROOT,
                "%04d-%02d-%02d%s%s",
                year > 0 ? year : 1 - year,
                day.getMonthValue(),
                day.getDayOfMonth(),
                time,
                year > 0 ? "" : " BC");
    }

    private static String moment(LocalDateTime moment) {
        return day(moment.toLocalDate(), " " + DateTimeFormatter.ISO_LOCAL_TIME.format(moment));
    }
}
