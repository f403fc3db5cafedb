package io.tacit.engine.ownership;

import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;

/** Scans of tables that hold what was released. Their columns are named {@code c0}, {@code c1}, … by position. */
public final class ReleasedTable {
    private static final String PREFIX = "released_";

    private ReleasedTable() {}

    /** The name of the table that takes the place of the release with this number, from 0. */
    public static String name(int number) {
        return PREFIX + number;
    }

    /** A scan of a released table whose columns have the types of a row type. */
    public static LogicalTableScan scan(RelOptCluster cluster, String name, RelDataType rowType) {
        RelDataTypeFactory.Builder columns = cluster.getTypeFactory().builder();
        for (RelDataTypeField field : rowType.getFieldList()) {
            columns.add("c" + field.getIndex(), field.getType());
        }
        RelOptTable table = RelOptTableImpl.create(
                null, columns.build(), List.of(name), (org.apache.calcite.linq4j.tree.Expression) null);
        return LogicalTableScan.create(cluster, table, List.of());
    }
}
