package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.PrivacyOperators;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * {@code ORDER BY k LIMIT n WITH TIES} is {@code QUALIFY RANK() OVER (ORDER BY k) <= n ORDER BY k}. So it holds the same
 * as of windows: over what was released it is allowed, over people's rows it is refused.
 */
final class LimitWithTies {
    private LimitWithTies() {}

    /** The query with a rank in the place of the marked limit; any other as it is. */
    static SqlOrderBy write(SqlOrderBy query) {
        if (!(query.fetch instanceof SqlCall marked) || !marked.getOperator().equals(PrivacyOperators.TIES)) {
            return query;
        }
        SqlParserPos place = marked.getParserPosition();
        SqlNode body = query.query instanceof SqlWith with ? with.body : query.query;
        if (query.orderList.isEmpty()) {
            throw refused(place, "WITH TIES needs an ORDER BY, which says which rows are equal.", "Add ORDER BY.");
        }
        if (query.offset != null
                || !(body instanceof SqlSelect select)
                || select.isDistinct()
                || select.getQualify() != null) {
            throw refused(
                    place,
                    "WITH TIES is not accepted beside OFFSET, DISTINCT, QUALIFY, UNION and the like.",
                    "Put the query in brackets: SELECT * FROM (…) AS q ORDER BY … LIMIT … WITH TIES.");
        }
        SqlNodeList keys = new SqlNodeList(
                query.orderList.stream().map(key -> key(key, select)).toList(), query.orderList.getParserPosition());
        SqlNode rank = SqlStdOperatorTable.OVER.createCall(
                place,
                SqlStdOperatorTable.RANK.createCall(place),
                SqlWindow.create(
                        null,
                        null,
                        SqlNodeList.EMPTY,
                        keys,
                        SqlLiteral.createBoolean(false, place),
                        null,
                        null,
                        null,
                        place));
        SqlNode first = SqlStdOperatorTable.LESS_THAN_OR_EQUAL.createCall(place, rank, marked.operand(0));
        select.setQualify(first);
        return new SqlOrderBy(query.getParserPosition(), query.query, query.orderList, null, null);
    }

    /** A key as an expression of the SELECT's own: a window knows neither numbers nor names of outputs. */
    private static SqlNode key(SqlNode key, SqlSelect select) {
        if (ExpandAll.isDirection(key)) {
            SqlBasicCall call = (SqlBasicCall) key;
            return call.getOperator().createCall(call.getParserPosition(), key(call.operand(0), select));
        }
        if (key instanceof SqlNumericLiteral number && number.isInteger()) {
            BigDecimal at = number.bigDecimalValue();
            List<SqlNode> outputs = new ArrayList<>(select.getSelectList());
            if (outputs.stream().anyMatch(StarColumns::isStar)) {
                throw refused(
                        key.getParserPosition(),
                        "This is not the number of a column that is written behind SELECT.",
                        "Write the column itself.");
            }
            return at != null && at.signum() > 0 && at.compareTo(BigDecimal.valueOf(outputs.size())) <= 0
                    ? value(outputs.get(at.intValueExact() - 1))
                    : key;
        }
        if (key instanceof SqlIdentifier name && name.isSimple()) {
            return select.getSelectList().stream()
                    .filter(output -> output.getKind() == SqlKind.AS
                            && ((SqlCall) output).operand(1) instanceof SqlIdentifier alias
                            && alias.getSimple().equalsIgnoreCase(name.getSimple()))
                    .findFirst()
                    .map(LimitWithTies::value)
                    .orElse(key);
        }
        return key;
    }

    private static SqlNode value(SqlNode output) {
        return output.getKind() == SqlKind.AS ? ((SqlCall) output).operand(0) : output;
    }

    private static Refusal refused(SqlParserPos place, String rule, String advice) {
        return new Refusal(ErrorCode.INVALID_QUERY, Positions.of(place), rule, advice);
    }
}
