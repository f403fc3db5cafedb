package io.tacit.experiments.tpch;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * TPC-H with customers as the people: orders and customers name the customer, an order's lines belong to the customer
 * who placed the order, and everything about parts, suppliers and countries is public.
 */
public final class TpchTables {
    private static final Map<String, Protection> OWNERS = Map.of(
            "customer", new Protection.UnitColumn("c_custkey"),
            "orders", new Protection.UnitColumn("o_custkey"),
            "lineitem", new Protection.ForeignKey("l_orderkey", "orders", "o_orderkey"));

    private static final Map<String, Protection> OWNING_SUPPLIERS = Map.of(
            "supplier", new Protection.UnitColumn("s_suppkey"),
            "partsupp", new Protection.UnitColumn("ps_suppkey"),
            "lineitem", new Protection.UnitColumn("l_suppkey"));

    private static final Map<String, Protection> OWNING_ORDERS = Map.of(
            "orders", new Protection.UnitColumn("o_orderkey"), "lineitem", new Protection.UnitColumn("l_orderkey"));

    /** The keys of the specification. */
    private static final Map<String, List<List<String>>> KEYS = Map.of(
            "customer", List.of(List.of("c_custkey")),
            "orders", List.of(List.of("o_orderkey")),
            "lineitem", List.of(List.of("l_orderkey", "l_linenumber")),
            "part", List.of(List.of("p_partkey")),
            "supplier", List.of(List.of("s_suppkey")),
            "partsupp", List.of(List.of("ps_partkey", "ps_suppkey")),
            "nation", List.of(List.of("n_nationkey")),
            "region", List.of(List.of("r_regionkey")));

    private TpchTables() {}

    /** The tables of a generated database. */
    public static List<SourceTable> in(Path database) {
        return in(database, OWNERS);
    }

    /** The same tables with suppliers as the people; customers and orders are public. */
    public static List<SourceTable> ofSuppliers(Path database) {
        return in(database, OWNING_SUPPLIERS);
    }

    /** The same tables with each order a person of its own; customers are public. */
    public static List<SourceTable> ofOrders(Path database) {
        return in(database, OWNING_ORDERS);
    }

    private static List<SourceTable> in(Path database, Map<String, Protection> owners) {
        List<SourceTable> tables = new ArrayList<>();
        for (TpchTable<?> table : TpchTable.getTables()) {
            List<Column> columns = new ArrayList<>();
            for (TpchColumn<?> column : table.getColumns()) {
                columns.add(new Column(column.getColumnName(), type(column), false));
            }
            Protection protection = owners.getOrDefault(table.getTableName(), new Protection.Public());
            tables.add(new SourceTable(
                    new Table(
                            table.getTableName(),
                            columns,
                            protection,
                            KEYS.getOrDefault(table.getTableName(), List.of())),
                    new Source.DuckDb(database, table.getTableName())));
        }
        return tables;
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
