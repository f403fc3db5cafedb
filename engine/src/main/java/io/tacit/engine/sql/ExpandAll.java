package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyOperators;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.SqlStarReplace;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * {@code GROUP BY ALL} groups by every output that holds no aggregate, and {@code ORDER BY ALL} orders by every output from
 * left to right, as in DuckDB. Both become numbers of outputs, which the validator reads.
 */
final class ExpandAll {
    private ExpandAll() {}

    /** Puts the outputs in the place of {@code GROUP BY ALL}. */
    static void groupBy(SqlSelect select) {
        SqlNodeList keys = select.getGroup();
        if (keys == null || keys.size() != 1 || !isAll(keys.get(0))) {
            return;
        }
        SqlParserPos place = keys.get(0).getParserPosition();
        List<SqlNode> outputs = named(select.getSelectList(), "GROUP", place);
        List<SqlNode> numbers = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            SqlNode output = outputs.get(i);
            SqlNode value = output.getKind() == SqlKind.AS ? ((SqlCall) output).operand(0) : output;
            if (!FindAggregate.in(value)) {
                numbers.add(number(i, place));
            }
        }
        select.setGroupBy(numbers.isEmpty() ? null : new SqlNodeList(numbers, place));
    }

    /** Puts the outputs in the place of {@code ORDER BY ALL}. */
    static void orderBy(SqlOrderBy orderBy) {
        SqlNodeList keys = orderBy.orderList;
        if (keys.size() != 1 || !isAll(inner(keys.get(0)))) {
            return;
        }
        SqlNode all = keys.get(0);
        SqlParserPos place = all.getParserPosition();
        List<SqlNode> outputs = named(OutputNames.selectList(orderBy.query), "ORDER", place);
        keys.clear();
        for (int i = 0; i < outputs.size(); i++) {
            keys.add(ordered(all, number(i, place)));
        }
    }

    private static boolean isAll(SqlNode node) {
        return node instanceof SqlCall call && call.getOperator().equals(PrivacyOperators.ALL);
    }

    /** What is ordered by, without DESC and NULLS FIRST. */
    private static SqlNode inner(SqlNode key) {
        return isDirection(key) ? inner(((SqlCall) key).operand(0)) : key;
    }

    private static boolean isDirection(SqlNode key) {
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

    private static List<SqlNode> named(SqlNodeList outputs, String what, SqlParserPos place) {
        for (SqlNode output : outputs) {
            boolean star = output instanceof SqlIdentifier name
                    ? name.isStar()
                    : output instanceof SqlStarExclude || output instanceof SqlStarReplace;
            if (star) {
                throw refused(what, place);
            }
        }
        if (outputs.isEmpty()) {
            throw refused(what, place);
        }
        return outputs.getList();
    }

    private static Refusal refused(String what, SqlParserPos place) {
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                Positions.of(place),
                what + " BY ALL needs a SELECT list in which every column is named, and no *.",
                "Write the columns behind SELECT, or behind " + what + " BY.");
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
