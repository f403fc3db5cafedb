package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyOperators;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * {@code GROUP BY ALL} groups by every output that holds no aggregate, and {@code ORDER BY ALL} orders by every output
 * from left to right, as in DuckDB. Both become numbers of outputs, which the validator reads; where the outputs are
 * those of a {@code *}, once the columns of the FROM are known.
 */
final class ExpandAll {
    /** The operator that stands for the outputs until the columns of a {@code *} are known. */
    static final SqlOperator LATER = new SqlSpecialOperator("ALL", SqlKind.OTHER);

    private ExpandAll() {}

    /** Puts the outputs in the place of {@code GROUP BY ALL}. */
    static void groupBy(SqlSelect select) {
        SqlNodeList keys = select.getGroup();
        if (keys == null || keys.size() != 1 || !isAll(keys.get(0))) {
            return;
        }
        SqlParserPos place = keys.get(0).getParserPosition();
        select.setGroupBy(
                hasStar(select.getSelectList())
                        ? new SqlNodeList(List.of(LATER.createCall(place)), place)
                        : keys(select.getSelectList(), place));
    }

    private static @Nullable SqlNodeList keys(SqlNodeList outputs, SqlParserPos place) {
        List<SqlNode> numbers = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            SqlNode output = outputs.get(i);
            SqlNode value = output.getKind() == SqlKind.AS ? ((SqlCall) output).operand(0) : output;
            if (!FindAggregate.in(value)) {
                numbers.add(number(i, place));
            }
        }
        return numbers.isEmpty() ? null : new SqlNodeList(numbers, place);
    }

    /** Puts the outputs in the place of {@code ORDER BY ALL}. */
    static void orderBy(SqlOrderBy orderBy) {
        SqlNodeList keys = orderBy.orderList;
        if (keys.size() != 1 || !isAll(inner(keys.get(0)))) {
            return;
        }
        SqlNode all = keys.get(0);
        SqlParserPos place = all.getParserPosition();
        SqlNodeList outputs = OutputNames.selectList(orderBy.query);
        keys.clear();
        if (hasStar(outputs)) {
            keys.add(ordered(all, LATER.createCall(place)));
        } else {
            order(outputs, all, keys);
        }
    }

    private static void order(SqlNodeList outputs, SqlNode all, SqlNodeList keys) {
        for (int i = 0; i < outputs.size(); i++) {
            keys.add(ordered(all, number(i, all.getParserPosition())));
        }
    }

    /** Whether a SELECT still holds that operator. */
    static boolean waits(SqlSelect select) {
        return waits(select.getGroup()) || waits(select.getOrderList());
    }

    private static boolean waits(@Nullable SqlNodeList keys) {
        return keys != null
                && keys.size() == 1
                && inner(keys.get(0)) instanceof SqlCall call
                && call.getOperator().equals(LATER);
    }

    /** Puts the outputs in the place of {@link #LATER}; by now none of them is a {@code *}. */
    static void resolve(SqlSelect select) {
        SqlNodeList outputs = select.getSelectList();
        SqlNodeList group = select.getGroup();
        if (group != null && waits(group)) {
            SqlNodeList numbers = keys(outputs, group.getParserPosition());
            if (numbers == null) {
                throw refused("GROUP", group.getParserPosition());
            }
            group.clear();
            group.addAll(numbers);
        }
        SqlNodeList order = select.getOrderList();
        if (order != null && waits(order)) {
            SqlNode all = order.get(0);
            order.clear();
            order(outputs, all, order);
        }
    }

    private static boolean isAll(SqlNode node) {
        return node instanceof SqlCall call && call.getOperator().equals(PrivacyOperators.ALL);
    }

    /** What is ordered by, without DESC and NULLS FIRST. */
    private static SqlNode inner(SqlNode key) {
        return isDirection(key) ? inner(((SqlCall) key).operand(0)) : key;
    }

    /** Whether it is DESC, NULLS FIRST or NULLS LAST of a key. */
    static boolean isDirection(SqlNode key) {
        return key.getKind() == SqlKind.DESCENDING
                || key.getKind() == SqlKind.NULLS_FIRST
                || key.getKind() == SqlKind.NULLS_LAST;
    }

    private static SqlNode ordered(SqlNode all, SqlNode number) {
        return isDirection(all)
                ? ((SqlCall) all)
                        .getOperator()
                        .createCall(all.getParserPosition(), ordered(((SqlCall) all).operand(0), number))
                : number;
    }

    private static SqlNode number(int output, SqlParserPos place) {
        return SqlLiteral.createExactNumeric(String.valueOf(output + 1), place);
    }

    private static boolean hasStar(SqlNodeList outputs) {
        return outputs.stream().anyMatch(StarColumns::isStar);
    }

    private static Refusal refused(String what, SqlParserPos place) {
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                Positions.of(place),
                what + " BY ALL needs an output that holds no aggregate.",
                "Leave " + what + " BY ALL out, or add a column behind SELECT.");
    }

    /** Looks for an aggregate or window function outside of subqueries. */
    private static final class FindAggregate extends SqlBasicVisitor<Void> {
        private static final Set<String> NAMES = Set.copyOf(AggregateNames.all());

        private boolean found;

        static boolean in(SqlNode node) {
            FindAggregate search = new FindAggregate();
            node.accept(search);
            return search.found;
        }

        @Override
        public Void visit(SqlCall call) {
            if (SqlKind.QUERY.contains(call.getKind())) {
                return null;
            }
            String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
            if (call.getKind() == SqlKind.OVER || NAMES.contains(name) || KnownOperators.ALWAYS.isAggregate(name)) {
                found = true;
                return null;
            }
            return super.visit(call);
        }
    }
}
