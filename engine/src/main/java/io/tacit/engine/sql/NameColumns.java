package io.tacit.engine.sql;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Names unnamed columns of inner queries after their functions, as PostgreSQL does: {@code SELECT count FROM (SELECT
 * COUNT(*) FROM t)}. A name that the inner query uses otherwise is not given.
 */
final class NameColumns extends SqlBasicVisitor<Void> {
    private static final Set<SqlKind> NAMED_BY_FIRST =
            EnumSet.of(SqlKind.AS, SqlKind.LATERAL, SqlKind.ORDER_BY, SqlKind.UNION, SqlKind.INTERSECT, SqlKind.EXCEPT);

    private NameColumns() {}

    /** Names the columns of all queries that stand in FROM or WITH. */
    static void ofTables(SqlNode query) {
        query.accept(new NameColumns());
    }

    @Override
    public Void visit(SqlCall call) {
        if (call instanceof SqlSelect select && select.getFrom() != null) {
            table(select.getFrom());
        } else if (call instanceof SqlWithItem item && item.columnList == null) {
            table(item.query);
        }
        return super.visit(call);
    }

    private static void table(SqlNode table) {
        if (table instanceof SqlSelect select) {
            name(select);
        } else if (table instanceof SqlWith with) {
            table(with.body);
        } else if (table instanceof SqlJoin join) {
            table(join.getLeft());
            table(join.getRight());
        } else if (table instanceof SqlCall call && NAMED_BY_FIRST.contains(call.getKind())) {
            table(call.operand(0));
        }
    }

    private static void name(SqlSelect select) {
        SqlNodeList items = select.getSelectList();
        Map<Integer, String> names = new HashMap<>();
        for (int i = 0; i < items.size(); i++) {
            if (items.get(i) instanceof SqlCall item && item.getKind() != SqlKind.AS) {
                String name = OutputNames.describe(item, i);
                if (!name.equals(OutputNames.ordinal(i))) {
                    names.put(i, name);
                }
            }
        }
        if (names.isEmpty()) {
            return;
        }
        Names used = new Names();
        select.accept(used);
        names.forEach((i, name) -> {
            if (used.names.add(name)) {
                SqlNode item = items.get(i);
                SqlParserPos place = item.getParserPosition();
                items.set(i, SqlStdOperatorTable.AS.createCall(place, item, new SqlIdentifier(name, place)));
            }
        });
    }

    /** Every name that stands in a query. */
    private static final class Names extends SqlBasicVisitor<Void> {
        private final Set<String> names = new HashSet<>();

        @Override
        public Void visit(SqlIdentifier identifier) {
            identifier.names.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
            return null;
        }
    }
}
