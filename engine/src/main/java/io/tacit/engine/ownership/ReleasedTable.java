package io.tacit.engine.ownership;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Scans of tables that hold what was released. Their columns are named {@code c0}, {@code c1}, … by position. */
public final class ReleasedTable {
    private static final String PREFIX = "released_";

    private ReleasedTable() {}

    /** The name of the table that takes the place of the release with this number, from 0. */
    public static String name(int number) {
        return PREFIX + number;
    }

    /** The names of the released tables that a relation reads, also in subqueries. */
    public static Set<String> readBy(RelNode relation) {
        Set<String> names = new HashSet<>();
        collect(relation, names);
        return names;
    }

    private static void collect(RelNode relation, Set<String> names) {
        if (relation instanceof TableScan scan) {
            List<String> path = scan.getTable().getQualifiedName();
            String name = path.get(path.size() - 1);
            if (name.startsWith(PREFIX)) {
                names.add(name);
            }
        }
        relation.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subquery) {
                collect(subquery.rel, names);
                return super.visitSubQuery(subquery);
            }
        });
        relation.getInputs().forEach(input -> collect(input, names));
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
