package io.tacit.engine.ownership;

import com.google.common.collect.ImmutableSet;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.TextLengths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Fetches the person to each row of a private table.
 *
 * <p>Before: {@code Scan(visits)}. After: {@code Filter($unit IS NOT NULL, Project(*, VisitorId AS $unit,
 * Scan(visits)))}. A person in several columns is one text made of them. Through a foreign key: {@code Project(l.*,
 * o.$unit, Join(l.l_orderkey = o.o_orderkey, Scan(lineitem) l, privateRows(orders) o))}: rows that refer to nobody are
 * dropped, as rows without a person are.
 *
 * <p>A key that is declared unique and is not gives a row to each of the people it refers to; the aggregation by
 * person keeps them apart.
 */
final class ScanOwner {
    /**
     * The name of the added person column, {@code $unit} in descriptions; no column of a table has this character in
     * its name.
     */
    static final String UNIT_NAME = "\u0000unit";

    /** The length of what stands before each part of a person of several columns: its length and a colon. */
    private static final int LENGTH_AND_COLON = 8;

    private final Catalog catalog;

    ScanOwner(Catalog catalog) {
        this.catalog = catalog;
    }

    Judgement judge(TableScan scan) {
        List<String> path = scan.getTable().getQualifiedName();
        Table table = table(path.get(path.size() - 1));
        if (table.visibleColumns().size() == table.columns().size()) {
            return judge(scan, table);
        }
        // The query's own scan has no hidden columns; the person may be in one.
        return judge(scan(scan, table), table) instanceof PrivateRows privateRows
                ? withoutHidden(privateRows, table)
                : new PublicRows(scan, false);
    }

    private static PrivateRows withoutHidden(PrivateRows privateRows, Table table) {
        RelNode relation = privateRows.relation();
        List<RexNode> expressions = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Map<Integer, String> identifying = new HashMap<>();
        for (int i = 0; i <= table.columns().size(); i++) {
            boolean unit = i == table.columns().size();
            if (unit || !table.columns().get(i).hidden()) {
                privateRows
                        .domain(i)
                        .filter(domain -> !unit)
                        .ifPresent(domain -> identifying.put(expressions.size(), domain));
                expressions.add(RexInputRef.of(i, relation.getRowType()));
                names.add(relation.getRowType().getFieldNames().get(i));
            }
        }
        return new PrivateRows(
                LogicalProject.create(relation, List.of(), expressions, names, ImmutableSet.of()), identifying);
    }

    private Judgement judge(TableScan scan, Table table) {
        return table.protection()
                .<Judgement>match(
                        nobody -> new PublicRows(scan, false),
                        unit -> new PrivateRows(
                                withUnit(scan, indices(table, unit.columns())), identifying(scan, table)),
                        key -> new PrivateRows(throughForeignKey(scan, table, key), identifying(scan, table)));
    }

    private static List<Integer> indices(Table table, List<String> columns) {
        return columns.stream().map(name -> index(table, name)).toList();
    }

    private Map<Integer, String> identifying(TableScan scan, Table table) {
        KeyDomains domains = new KeyDomains(catalog, scan.getCluster().getTypeFactory());
        Map<Integer, String> identifying = new HashMap<>();
        for (int i = 0; i < table.columns().size(); i++) {
            int field = i;
            domains.of(table, table.columns().get(i)).ifPresent(domain -> identifying.put(field, domain));
        }
        return identifying;
    }

    /** The names of the person columns of the private tables below a relation. */
    List<String> unitNames(RelNode relation) {
        if (relation instanceof TableScan scan) {
            List<String> path = scan.getTable().getQualifiedName();
            return catalog.table(path.get(path.size() - 1)).map(Table::protection).stream()
                    .flatMap(protection -> protection
                            .<List<String>>match(nobody -> List.of(), Protection.UnitColumn::columns, key -> List.of())
                            .stream())
                    .toList();
        }
        return relation.getInputs().stream()
                .flatMap(input -> unitNames(input).stream())
                .distinct()
                .toList();
    }

    private static RelNode withUnit(RelNode scan, List<Integer> columns) {
        RexBuilder rex = scan.getCluster().getRexBuilder();
        List<RexNode> expressions = fields(scan, scan.getRowType().getFieldCount());
        List<String> names = new ArrayList<>(scan.getRowType().getFieldNames());
        List<RexNode> parts = columns.stream()
                .map(column -> (RexNode) RexInputRef.of(column, scan.getRowType()))
                .toList();
        expressions.add(parts.size() == 1 ? parts.get(0) : together(rex, parts));
        names.add(UNIT_NAME);
        RelNode project = LogicalProject.create(scan, List.of(), expressions, names, ImmutableSet.of());
        int unit = names.size() - 1;
        RexNode present = rex.makeCall(SqlStdOperatorTable.IS_NOT_NULL, RexInputRef.of(unit, project.getRowType()));
        return LogicalFilter.create(project, present);
    }

    /**
     * One text for several columns: {@code 3:abcxy} for abc and xy. The lengths make it unambiguous; NULL if one of
     * them is NULL, or so long that the text would be cut.
     */
    private static RexNode together(RexBuilder rex, List<RexNode> parts) {
        RelDataTypeFactory types = rex.getTypeFactory();
        RelDataType text = types.createTypeWithNullability(types.createSqlType(SqlTypeName.VARCHAR), true);
        List<RexNode> pieces = new ArrayList<>();
        int longest = TextLengths.MOST / parts.size() - LENGTH_AND_COLON;
        for (RexNode part : parts) {
            RexNode whole = rex.makeAbstractCast(text, part, false);
            RexNode fits = rex.makeCall(
                    SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
                    rex.makeCall(SqlStdOperatorTable.CHAR_LENGTH, whole),
                    rex.makeLiteral(longest, types.createSqlType(SqlTypeName.INTEGER), false));
            RexNode value =
                    rex.makeCall(text, SqlStdOperatorTable.CASE, List.of(fits, whole, rex.makeNullLiteral(text)));
            pieces.add(rex.makeAbstractCast(text, rex.makeCall(SqlStdOperatorTable.CHAR_LENGTH, value), false));
            pieces.add(rex.makeAbstractCast(text, rex.makeLiteral(":"), false));
            pieces.add(value);
        }
        RexNode all = pieces.get(0);
        for (RexNode piece : pieces.subList(1, pieces.size())) {
            all = rex.makeCall(text, SqlStdOperatorTable.CONCAT, List.of(all, piece));
        }
        return all;
    }

    private RelNode throughForeignKey(TableScan scan, Table table, Protection.ForeignKey key) {
        Table target = table(key.targetTable());
        TableScan targetScan = scan(scan, target);
        if (!(judge(targetScan, target) instanceof PrivateRows privateRows)) {
            throw new Refusal(
                    ErrorCode.PRIVACY_UNIT,
                    "The table " + target.name() + " is public, so no one can be found through it.",
                    "Let the foreign key of " + table.name() + " lead to a table that names the person.");
        }
        RexBuilder rex = scan.getCluster().getRexBuilder();
        int width = scan.getRowType().getFieldCount();
        int targetColumn = index(target, key.targetColumn());
        RexNode left = RexInputRef.of(index(table, key.column()), scan.getRowType());
        RelDataType targetType = privateRows
                .relation()
                .getRowType()
                .getFieldList()
                .get(targetColumn)
                .getType();
        RexNode right = new RexInputRef(width + targetColumn, targetType);
        RelNode join = LogicalJoin.create(
                scan,
                privateRows.relation(),
                List.of(),
                rex.makeCall(SqlStdOperatorTable.EQUALS, left, right),
                ImmutableSet.of(),
                JoinRelType.INNER);
        List<RexNode> expressions = fields(scan, width);
        List<String> names = new ArrayList<>(scan.getRowType().getFieldNames());
        expressions.add(RexInputRef.of(width + privateRows.unit(), join.getRowType()));
        names.add(UNIT_NAME);
        return LogicalProject.create(join, List.of(), expressions, names, ImmutableSet.of());
    }

    private static TableScan scan(TableScan like, Table table) {
        RelDataTypeFactory types = like.getCluster().getTypeFactory();
        RelDataTypeFactory.Builder columns = types.builder();
        table.columns()
                .forEach(
                        column -> columns.add(column.name(), io.tacit.engine.sql.ColumnTypes.toCalcite(types, column)));
        RelOptTable optTable = RelOptTableImpl.create(
                null, columns.build(), List.of(table.name()), (org.apache.calcite.linq4j.tree.Expression) null);
        return LogicalTableScan.create(like.getCluster(), optTable, List.of());
    }

    private static List<RexNode> fields(RelNode relation, int count) {
        List<RexNode> fields = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            fields.add(RexInputRef.of(i, relation.getRowType()));
        }
        return fields;
    }

    private Table table(String name) {
        return catalog.table(name)
                .orElseThrow(() -> new Refusal(
                        ErrorCode.UNKNOWN_TABLE,
                        "There is no table " + name + ".",
                        "Declare it with --table or --public."));
    }

    private static int index(Table table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equalsIgnoreCase(column)) {
                return i;
            }
        }
        throw new Refusal(
                ErrorCode.PRIVACY_UNIT,
                "The table " + table.name() + " has no column " + column + ".",
                "Its columns are: "
                        + String.join(
                                ", ",
                                table.columns().stream().map(c -> c.name()).toList()) + ".");
    }
}
