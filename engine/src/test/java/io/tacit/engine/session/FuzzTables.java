package io.tacit.engine.session;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** TPC-H's tables with the customer as the person, and no rows: planning never looks at any. */
@org.jspecify.annotations.NullUnmarked
final class FuzzTables {
    private FuzzTables() {}

    static List<SourceTable> tpch() {
        List<SourceTable> tables = new ArrayList<>();
        for (TpchTable<?> table : TpchTable.getTables()) {
            List<Column> columns = new ArrayList<>();
            for (TpchColumn<?> column : table.getColumns()) {
                columns.add(new Column(column.getColumnName(), type(column), false));
            }
            String name = table.getTableName();
            tables.add(new SourceTable(
                    new Table(name, columns, protection(name)),
                    new Source.Csv(Path.of("nowhere", name), new CsvFormat(',', true))));
        }
        return tables;
    }

    private static Protection protection(String table) {
        return switch (table) {
            case "customer" -> new Protection.UnitColumn("c_custkey");
            case "orders" -> new Protection.UnitColumn("o_custkey");
            case "lineitem" -> new Protection.ForeignKey("l_orderkey", "orders", "o_orderkey");
            default -> new Protection.Public();
        };
    }

    private static ColumnType type(TpchColumn<?> column) {
        return switch (column.getType().getBase()) {
            case IDENTIFIER -> ColumnType.BIGINT;
            case INTEGER -> ColumnType.INTEGER;
            case DATE -> ColumnType.DATE;
            case DOUBLE -> ColumnType.decimal(15, 2);
            case VARCHAR -> ColumnType.VARCHAR;
        };
    }
}
