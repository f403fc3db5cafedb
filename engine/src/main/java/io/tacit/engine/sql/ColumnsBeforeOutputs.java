package io.tacit.engine.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Names that a column and an output share mean the column in QUALIFY and within expressions of ORDER BY, as in
 * PostgreSQL and DuckDB: {@code SELECT SUM(x) AS x … ORDER BY SUM(x)}. Calcite would put the output in their place, into
 * its own argument. A key of ORDER BY that is a name and nothing else means the output, and over groups a name that is
 * neither a key's nor within an aggregate.
 */
final class ColumnsBeforeOutputs {
    private final SqlSelect select;
    private final JoinColumns visible;
    private final SqlNameMatcher names;
    private final MergedColumns columns = new MergedColumns(this::meaning);
    private final boolean overGroups;

    ColumnsBeforeOutputs(SqlSelect select, boolean overGroups, JoinColumns visible, SqlNameMatcher names) {
        this.select = select;
        this.overGroups = overGroups;
        this.visible = visible;
        this.names = names;
    }

    /** Writes such columns with their tables. */
    void write() {
        if (select.getSelectList().stream().noneMatch(this::isLikeColumn)) {
            return;
        }
        if (select.getQualify() != null) {
            select.setQualify(in(select.getQualify()));
        }
        SqlNodeList order = select.getOrderList();
        for (int i = 0; order != null && !select.isDistinct() && i < order.size(); i++) {
            order.set(i, key(order.get(i)));
        }
    }

    private boolean isLikeColumn(SqlNode item) {
        return item.getKind() == SqlKind.AS
                && ((SqlCall) item).operand(1) instanceof SqlIdentifier alias
                && visible.named(alias.getSimple(), names).size() == 1;
    }

    private SqlNode key(SqlNode key) {
        if (ExpandAll.isDirection(key)) {
            SqlCall call = (SqlCall) key;
            return call.getOperator().createCall(key.getParserPosition(), key(call.operand(0)));
        }
        return key instanceof SqlIdentifier ? key : in(key);
    }

    private SqlNode in(SqlNode expression) {
        return overGroups ? expression.accept(new OverGroups()) : columns.in(expression);
    }

    private SqlNode meaning(SqlIdentifier name) {
        List<JoinColumns.Column> found =
                name.isSimple() && !name.isStar() ? visible.named(name.getSimple(), names) : List.of();
        return found.size() == 1 ? found.get(0).expression(name.getParserPosition()) : name;
    }

    /** The expressions by which groups are made. */
    private List<SqlNode> keys() {
        List<SqlNode> keys = new ArrayList<>();
        for (SqlNode item : select.getGroup() == null ? SqlNodeList.EMPTY : select.getGroup()) {
            boolean number = item instanceof SqlNumericLiteral literal
                    && literal.isInteger()
                    && literal.intValue(false) >= 1
                    && literal.intValue(false) <= select.getSelectList().size();
            SqlNode output = number ? select.getSelectList().get(((SqlNumericLiteral) item).intValue(false) - 1) : item;
            keys.add(output.getKind() == SqlKind.AS ? ((SqlCall) output).operand(0) : output);
        }
        return keys;
    }

    /** Over groups columns stand in keys and within aggregates only. */
    private final class OverGroups extends SqlShuttle {
        private final List<SqlNode> keys = keys();

        private boolean isKey(SqlNode node) {
            return keys.stream().anyMatch(key -> key.equalsDeep(node, Litmus.IGNORE) || isSameColumn(key, node));
        }

        /** A key may be written with its table, and in other letters. */
        private boolean isSameColumn(SqlNode key, SqlNode node) {
            return key instanceof SqlIdentifier one
                    && node instanceof SqlIdentifier other
                    && meaning(one) instanceof SqlIdentifier left
                    && meaning(other) instanceof SqlIdentifier right
                    && left.names.size() > 1
                    && right.names.size() > 1
                    && names.matches(fromEnd(left, 1), fromEnd(right, 1))
                    && names.matches(fromEnd(left, 2), fromEnd(right, 2));
        }

        private static String fromEnd(SqlIdentifier name, int place) {
            return name.names.get(name.names.size() - place);
        }

        @Override
        public @Nullable SqlNode visit(SqlIdentifier name) {
            return isKey(name) ? meaning(name) : name;
        }

        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            if (call.isA(SqlKind.QUERY) || call.getKind() == SqlKind.LAMBDA) {
                return call;
            }
            if (call instanceof SqlWindow window) {
                // Looked up by identity, so it must stay the same object.
                each(window.getPartitionList());
                each(window.getOrderList());
                return window;
            }
            if (call.getKind() == SqlKind.OVER) {
                SqlCall copy = (SqlCall) call.clone(call.getParserPosition());
                copy.setOperand(0, super.visit((SqlCall) call.operand(0)));
                if (call.operand(1) instanceof SqlWindow window) {
                    window.accept(this);
                }
                return copy;
            }
            boolean inside = call.getKind() == SqlKind.FILTER
                    || call.getKind() == SqlKind.WITHIN_GROUP
                    || call.getOperator().isAggregator();
            return inside || isKey(call) ? columns.in(call) : super.visit(call);
        }

        private void each(SqlNodeList list) {
            for (int i = 0; i < list.size(); i++) {
                list.set(i, list.get(i).accept(this));
            }
        }
    }
}
