package io.tacit.engine.session;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.TableDescription;
import io.tacit.engine.sql.SchemaStatement;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is declared of the tables, as the rows that {@code SHOW TABLES} and {@code DESCRIBE} return. */
public final class SchemaTable {
    private SchemaTable() {}

    /** The answer to a statement; it costs nothing. */
    static Answer of(SchemaStatement statement, Catalog catalog) {
        return statement instanceof SchemaStatement.Columns columns
                ? of(TableDescription.of(columns.table(), catalog))
                : tables(TableDescription.of(catalog));
    }

    private static Answer tables(List<TableDescription> tables) {
        List<AnswerRow> rows = tables.stream()
                .map(table ->
                        row(table.name(), table.whose(), (long) table.columns().size()))
                .toList();
        return answer(
                List.of(text("table"), text("rows_of"), new AnswerColumn("columns", ColumnType.BIGINT, false)), rows);
    }

    /** The columns of a table, as {@code DESCRIBE} shows them; what is not declared is an empty text. */
    public static Answer of(TableDescription table) {
        List<AnswerRow> rows = table.columns().stream()
                .map(column -> row(
                        column.name(),
                        column.type().sql(),
                        column.nullable() ? "YES" : "NO",
                        column.bounds().orElse(""),
                        column.values().orElse(""),
                        column.note()))
                .toList();
        return answer(
                List.of(text("column"), text("type"), text("null"), text("bounds"), text("values"), text("note")),
                rows);
    }

    private static Answer answer(List<AnswerColumn> columns, List<AnswerRow> rows) {
        return new Answer(columns, rows, List.of(), "0", "0", 1);
    }

    private static AnswerColumn text(String name) {
        return new AnswerColumn(name, ColumnType.VARCHAR, false);
    }

    private static AnswerRow row(@Nullable Object... values) {
        return new AnswerRow(Arrays.asList(values), Collections.nCopies(values.length, null));
    }
}
