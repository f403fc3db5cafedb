package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.jspecify.annotations.Nullable;

/**
 * How large a query is when each WITH table is written out wherever it is read. A short text whose tables each read the
 * one before twice grows without end, so the size is computed before anything is written out.
 */
final class ExpandedSize {
    private ExpandedSize() {}

    /**
     * Refuses a query that would become too large.
     *
     * @throws Refusal when it has more words and signs, all in their places, than a text may have
     */
    static void check(SqlNode query) {
        if (of(query, Map.of()) > QueryText.MAX_TOKENS) {
            throw new Refusal(
                    ErrorCode.TOO_COMPLEX,
                    "With its WITH tables written in their places, this query has more than " + QueryText.MAX_TOKENS
                            + " words and signs.",
                    "Read each of them once, or split it into several queries.");
        }
    }

    private static long of(@Nullable SqlNode node, Map<String, Long> tables) {
        if (node == null) {
            return 0;
        }
        if (node instanceof SqlWith with) {
            return with(with, tables);
        }
        if (!(node instanceof SqlCall) && !(node instanceof SqlNodeList)) {
            return 1;
        }
        List<SqlNode> parts = node instanceof SqlCall call ? call.getOperandList() : ((SqlNodeList) node).getList();
        SqlNode from = node instanceof SqlSelect select ? select.getFrom() : null;
        long size = node instanceof SqlCall ? 1 : 0;
        for (SqlNode part : parts) {
            size = sum(size, part == from ? from(part, tables) : of(part, tables));
        }
        return size;
    }

    private static long with(SqlWith with, Map<String, Long> tables) {
        Map<String, Long> inside = new HashMap<>(tables);
        for (SqlNode item : with.withList) {
            SqlWithItem table = (SqlWithItem) item;
            inside.put(key(table.name), of(table.query, inside));
        }
        return of(with.body, inside);
    }

    /** The size of what stands in FROM, where a name is a table. */
    private static long from(@Nullable SqlNode node, Map<String, Long> tables) {
        if (node instanceof SqlIdentifier name) {
            return name.isSimple() ? sum(1, tables.getOrDefault(key(name), 0L)) : 1;
        }
        if (node instanceof SqlJoin join) {
            long sides = sum(from(join.getLeft(), tables), from(join.getRight(), tables));
            return sum(sides, of(join.getCondition(), tables));
        }
        if (node instanceof SqlCall call && (call.getKind() == SqlKind.AS || call.getKind() == SqlKind.TABLE_REF)) {
            return sum(from(call.operand(0), tables), call.operandCount());
        }
        return of(node, tables);
    }

    private static String key(SqlIdentifier name) {
        return name.getSimple().toLowerCase(Locale.ROOT);
    }

    /** The sum, limited so that it does not overflow. */
    private static long sum(long a, long b) {
        return Math.min(a + b, Integer.MAX_VALUE);
    }
}
