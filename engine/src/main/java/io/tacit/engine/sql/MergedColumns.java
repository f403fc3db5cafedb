package io.tacit.engine.sql;

import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the name of a merged column by its value, throughout an expression. Queries inside are left alone: they have
 * names of their own, and their turn comes. Names of other things than columns (aliases, windows, parameters) stay.
 */
final class MergedColumns extends SqlShuttle {
    private final Function<SqlIdentifier, SqlNode> meaning;

    /** Replaces the names for which the function gives another node. */
    MergedColumns(Function<SqlIdentifier, SqlNode> meaning) {
        this.meaning = meaning;
    }

    SqlNode in(SqlNode expression) {
        SqlNode replaced = expression.accept(this);
        return replaced == null ? expression : replaced;
    }

    /** Changes each element of a list in place, since scopes hold the list. */
    void inEach(@Nullable SqlNodeList list, BiFunction<MergedColumns, SqlNode, SqlNode> each) {
        for (int i = 0; list != null && i < list.size(); i++) {
            list.set(i, each.apply(this, list.get(i)));
        }
    }

    @Override
    public @Nullable SqlNode visit(SqlIdentifier identifier) {
        return meaning.apply(identifier);
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call.isA(SqlKind.QUERY) || call.getKind() == SqlKind.LAMBDA) {
            return call;
        }
        if (call instanceof SqlWindow window) {
            // Looked up by identity, so it must stay the same object.
            inEach(window.getPartitionList(), MergedColumns::in);
            inEach(window.getOrderList(), MergedColumns::in);
            return window;
        }
        return switch (call.getKind()) {
            case AS, DOT, OVER -> onlyFirst(call);
            case ARGUMENT_ASSIGNMENT -> onlyFirst(call);
            default -> super.visit(call);
        };
    }

    /**
     * A call with merged columns replaced in its first operand; the second is an alias, a field, a parameter, or a
     * window or its name.
     */
    private SqlNode onlyFirst(SqlCall call) {
        SqlNode first = in(call.operand(0));
        SqlNode second = call.getOperandList().get(1) instanceof SqlWindow window ? in(window) : null;
        if (first == call.operand(0) && second == null) {
            return call;
        }
        SqlCall copy = (SqlCall) call.clone(call.getParserPosition());
        copy.setOperand(0, first);
        return copy;
    }
}
