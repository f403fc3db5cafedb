package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.DistinctOn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * {@code SELECT DISTINCT ON (k) … ORDER BY k, t} keeps the first row of each k in the order that the SELECT is given,
 * as {@code QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY k, t) = 1} does, which takes its place. Over people's
 * rows it is then judged as that window is: one person's own rows may be chosen from, and ties are broken by all
 * columns.
 */
final class DistinctOnRows {
    private final SqlSelect select;

    private DistinctOnRows(SqlSelect select) {
        this.select = select;
    }

    /**
     * Takes the hint out of a SELECT that has one.
     *
     * @param order what the SELECT is ordered by, left as it is
     */
    static void write(SqlSelect select, @Nullable SqlNodeList order) {
        SqlNodeList hints = select.getHints();
        if (hints == null) {
            return;
        }
        for (SqlNode hint : hints) {
            if (hint instanceof DistinctOn wanted) {
                List<SqlNode> others = new ArrayList<>(hints.getList());
                others.remove(hint);
                select.setHints(new SqlNodeList(others, hints.getParserPosition()));
                new DistinctOnRows(select).keepFirst(wanted, order == null ? SqlNodeList.EMPTY : order);
            }
        }
    }

    private void keepFirst(DistinctOn wanted, SqlNodeList order) {
        SqlParserPos place = wanted.getParserPosition();
        if (select.getQualify() != null) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(place),
                    "DISTINCT ON and QUALIFY do not stand in one SELECT.",
                    "Put the SELECT with QUALIFY into a subquery.");
        }
        SqlNodeList partition = new SqlNodeList(place);
        wanted.getOperandList().forEach(key -> partition.add(value(key)));
        SqlNodeList sorted = new SqlNodeList(place);
        order.forEach(key -> sorted.add(directed(key)));
        SqlNode window = SqlWindow.create(
                null,
                null,
                partition,
                sorted,
                SqlLiteral.createBoolean(false, place),
                null,
                null,
                null,
                SqlWindow.createExcludeNoOthers(place),
                place);
        SqlNode number =
                SqlStdOperatorTable.OVER.createCall(place, SqlStdOperatorTable.ROW_NUMBER.createCall(place), window);
        select.setQualify(
                SqlStdOperatorTable.EQUALS.createCall(place, number, SqlLiteral.createExactNumeric("1", place)));
    }

    /** A key of ORDER BY, with its DESC and NULLS FIRST. */
    private SqlNode directed(SqlNode key) {
        boolean direction = key.getKind() == SqlKind.DESCENDING
                || key.getKind() == SqlKind.NULLS_FIRST
                || key.getKind() == SqlKind.NULLS_LAST;
        return direction
                ? ((SqlCall) key)
                        .getOperator()
                        .createCall(key.getParserPosition(), directed(((SqlCall) key).operand(0)))
                : value(key);
    }

    /** The meaning of a key without the names and numbers of outputs, in new nodes. */
    private SqlNode value(SqlNode key) {
        SqlNodeList outputs = select.getSelectList();
        if (key instanceof SqlNumericLiteral number && number.isInteger()) {
            int output = number.intValue(false);
            if (output < 1
                    || output > outputs.size()
                    || outputs.getList().subList(0, output).stream().anyMatch(StarColumns::isStar)) {
                throw new Refusal(
                        ErrorCode.INVALID_QUERY,
                        Positions.of(key.getParserPosition()),
                        "This is not the number of a column that is written behind SELECT.",
                        "Write the column itself.");
            }
            return copy(unnamed(outputs.get(output - 1)));
        }
        if (key instanceof SqlIdentifier name && name.isSimple()) {
            for (SqlNode output : outputs) {
                if (output.getKind() == SqlKind.AS && same(((SqlCall) output).operand(1), name)) {
                    return copy(unnamed(output));
                }
            }
        }
        return copy(key);
    }

    private static boolean same(SqlIdentifier alias, SqlIdentifier name) {
        return alias.getSimple()
                .toLowerCase(Locale.ROOT)
                .equals(name.getSimple().toLowerCase(Locale.ROOT));
    }

    private static SqlNode unnamed(SqlNode output) {
        return output.getKind() == SqlKind.AS ? ((SqlCall) output).operand(0) : output;
    }

    /** A deep copy: the validator keeps its findings by node, so that no node may stand in two places. */
    private static SqlNode copy(SqlNode node) {
        SqlNode copy = node.accept(new SqlShuttle() {
            @Override
            public @Nullable SqlNode visit(SqlCall call) {
                CallCopyingArgHandler operands = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, operands);
                return operands.result();
            }

            @Override
            public SqlNode visit(SqlIdentifier name) {
                return name.clone(name.getParserPosition());
            }
        });
        if (copy == null) {
            throw new IllegalStateException("nothing is left");
        }
        return copy;
    }
}
