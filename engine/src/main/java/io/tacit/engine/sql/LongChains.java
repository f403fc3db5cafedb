package io.tacit.engine.sql;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.jspecify.annotations.Nullable;

/**
 * Thousands of conditions joined by AND or OR, or of queries by UNION ALL, are parsed into a tree as deep as the chain
 * is long. It means the same however it is bracketed, so it is made shallow. Anything else that is too deep is refused
 * before anything descends into it.
 */
final class LongChains {
    /** Shorter chains stay as they were written. */
    private static final int LONG = 64;

    /** The deepest tree that is read: two hundred brackets, and what stands between them. */
    private static final int MAX_DEPTH = 1_000;

    private LongChains() {}

    /**
     * The query with shallow chains; the given tree is used up.
     *
     * @throws io.tacit.engine.refusal.Refusal when it is too deep all the same
     */
    static SqlNode shallow(SqlNode query) {
        return shallow(query, 0);
    }

    private static SqlNode shallow(SqlNode node, int depth) {
        if (depth > MAX_DEPTH) {
            throw ExplainErrors.tooDeep().at(Positions.of(node.getParserPosition()));
        }
        if (node instanceof SqlNodeList list) {
            for (int i = 0; i < list.size(); i++) {
                SqlNode element = list.get(i);
                if (element != null) {
                    list.set(i, shallow(element, depth + 1));
                }
            }
            return list;
        }
        if (!(node instanceof SqlCall call)) {
            return node;
        }
        Deque<SqlNode> links = links(call);
        if (links.size() >= LONG) {
            List<SqlNode> parts = new ArrayList<>();
            links.forEach(link -> parts.add(shallow(link, depth + 1)));
            return balanced(call.getOperator(), parts);
        }
        for (int i = 0; i < call.operandCount(); i++) {
            @Nullable SqlNode operand = call.getOperandList().get(i);
            SqlNode changed = operand == null ? null : shallow(operand, depth + 1);
            if (changed != operand) {
                call.setOperand(i, changed);
            }
        }
        return call;
    }

    /** The operands of a chain, from left to right; empty for a call that is no chain. */
    private static Deque<SqlNode> links(SqlCall call) {
        Deque<SqlNode> links = new ArrayDeque<>();
        if (!joins(call)) {
            return links;
        }
        SqlNode node = call;
        while (node instanceof SqlCall link && link.getOperator().equals(call.getOperator()) && joins(link)) {
            links.addFirst(link.operand(1));
            node = link.operand(0);
        }
        links.addFirst(node);
        return links;
    }

    private static boolean joins(SqlCall call) {
        SqlKind kind = call.getKind();
        boolean unionAll = kind == SqlKind.UNION
                && call.getOperator() instanceof org.apache.calcite.sql.SqlSetOperator set
                && set.isAll();
        return call.operandCount() == 2 && (kind == SqlKind.AND || kind == SqlKind.OR || unionAll);
    }

    private static SqlNode balanced(SqlOperator operator, List<SqlNode> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        int half = parts.size() / 2;
        SqlNode left = balanced(operator, parts.subList(0, half));
        SqlNode right = balanced(operator, parts.subList(half, parts.size()));
        return operator.createCall(left.getParserPosition().plus(right.getParserPosition()), left, right);
    }
}
