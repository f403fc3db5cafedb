package io.tacit.engine.sql;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.TableDescription;
import io.tacit.engine.catalog.TableDescription.ColumnDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlConformance;
import org.jspecify.annotations.Nullable;

/**
 * Puts public rows in the place of {@code information_schema.tables} and {@code information_schema.columns}: what was
 * declared of the tables and columns that the analyst may name. The rest of the query treats them like any VALUES.
 */
final class InformationSchema extends SqlBasicVisitor<Void> {
    private static final String SCHEMA = "information_schema";

    private final Catalog catalog;
    private final SqlConformance conformance;
    private @Nullable SqlParseException failure;

    private InformationSchema(Catalog catalog, SqlConformance conformance) {
        this.catalog = catalog;
        this.conformance = conformance;
    }

    /** Replaces the tables of the schema in a query, in place. */
    static void replace(SqlNode query, String text, Catalog catalog, SqlConformance conformance)
            throws SqlParseException {
        if (!text.toLowerCase(Locale.ROOT).contains(SCHEMA)) {
            return;
        }
        InformationSchema schema = new InformationSchema(catalog, conformance);
        query.accept(schema);
        if (schema.failure != null) {
            throw schema.failure;
        }
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
        if (call instanceof SqlSelect select && select.getFrom() != null) {
            select.setFrom(named(select.getFrom()));
        } else if (call instanceof SqlJoin join) {
            join.setLeft(named(join.getLeft()));
            join.setRight(named(join.getRight()));
        } else if (call.getKind() == SqlKind.AS) {
            rows(call.operand(0)).ifPresent(rows -> call.setOperand(0, rows));
        }
        return super.visit(call);
    }

    /** The table in FROM; one of the schema's gets its own name, unless the query gives it another. */
    private SqlNode named(SqlNode from) {
        return rows(from)
                .map(rows -> (SqlNode) SqlStdOperatorTable.AS.createCall(
                        from.getParserPosition(),
                        rows,
                        new SqlIdentifier(last((SqlIdentifier) from), from.getParserPosition())))
                .orElse(from);
    }

    private Optional<SqlNode> rows(SqlNode from) {
        if (!(from instanceof SqlIdentifier name)
                || name.names.size() != 2
                || !name.names.get(0).equalsIgnoreCase(SCHEMA)) {
            return Optional.empty();
        }
        return switch (last(name)) {
            case "tables" -> parsed(tables(), name.getParserPosition());
            case "columns" -> parsed(columns(), name.getParserPosition());
            default -> Optional.empty();
        };
    }

    private static String last(SqlIdentifier name) {
        return name.names.get(name.names.size() - 1).toLowerCase(Locale.ROOT);
    }

    private Optional<SqlNode> parsed(String sql, SqlParserPos place) {
        try {
            return Optional.of(ParseText.parse(sql, conformance).clone(place));
        } catch (SqlParseException unreadable) {
            failure = unreadable;
            return Optional.empty();
        }
    }

    private String tables() {
        List<List<String>> rows = new ArrayList<>();
        for (TableDescription table : TableDescription.of(catalog)) {
            rows.add(List.of(
                    literal("main"),
                    literal(table.name()),
                    literal("BASE TABLE"),
                    table.people().map(InformationSchema::literal).orElse("NULL")));
        }
        return select(List.of("table_schema", "table_name", "table_type", "people"), List.of(), rows);
    }

    private String columns() {
        List<List<String>> rows = new ArrayList<>();
        for (TableDescription table : TableDescription.of(catalog)) {
            for (int i = 0; i < table.columns().size(); i++) {
                ColumnDescription column = table.columns().get(i);
                rows.add(List.of(
                        literal("main"),
                        literal(table.name()),
                        literal(column.name()),
                        Integer.toString(i + 1),
                        literal(column.nullable() ? "YES" : "NO"),
                        literal(column.type().sql()),
                        column.bounds().map(InformationSchema::literal).orElse("NULL"),
                        column.values().map(InformationSchema::literal).orElse("NULL"),
                        literal(column.note())));
            }
        }
        return select(
                List.of(
                        "table_schema",
                        "table_name",
                        "column_name",
                        "ordinal_position",
                        "is_nullable",
                        "data_type",
                        "bounds",
                        "domain_values",
                        "note"),
                List.of("ordinal_position"),
                rows);
    }

    /** A SELECT of rows; of none, where no table is declared. */
    private static String select(List<String> names, List<String> numbers, List<List<String>> rows) {
        List<String> some =
                names.stream().map(name -> numbers.contains(name) ? "1" : "''").toList();
        String values = (rows.isEmpty() ? List.of(some) : rows)
                .stream().map(row -> "(" + String.join(", ", row) + ")").collect(Collectors.joining(", "));
        String columns = names.stream()
                .map(name ->
                        "CAST(" + name + " AS " + (numbers.contains(name) ? "INTEGER" : "VARCHAR") + ") AS " + name)
                .collect(Collectors.joining(", "));
        return "SELECT " + columns + " FROM (VALUES " + values + ") AS declared(" + String.join(", ", names) + ")"
                + (rows.isEmpty() ? " WHERE FALSE" : "");
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
