package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * The aliases of one query block, for {@code DP_INTERVAL_LOW(alias)} beside the column that it names.
 *
 * <p>Standard SQL knows no alias in its own SELECT list, so the column's expression takes the alias's place. It is the
 * same aggregate there, and so the same released column.
 */
final class IntervalAliases {
    /** The most nodes that are copied: a text that asks for many long copies is refused. */
    private static final int MOST_COPIED = 10_000;

    private final Map<String, SqlNode> expressions = new HashMap<>();
    private final Set<String> ambiguous = new HashSet<>();
    private int copied;

    private IntervalAliases() {}

    /** No aliases, for where there is no query block. */
    static IntervalAliases none() {
        return new IntervalAliases();
    }

    static IntervalAliases of(SqlSelect select) {
        IntervalAliases aliases = new IntervalAliases();
        for (SqlNode item : select.getSelectList()) {
            if (item != null && item.getKind() == SqlKind.AS) {
                SqlCall named = (SqlCall) item;
                String alias = key(((SqlIdentifier) named.operand(1)).getSimple());
                if (aliases.expressions.put(alias, named.operand(0)) != null) {
                    aliases.ambiguous.add(alias);
                }
            }
        }
        return aliases;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Whether a call asks for an end of an interval. */
    static boolean asks(SqlCall call) {
        String name = call.getOperator().getName();
        return call.getOperator() instanceof SqlFunction
                && (name.equalsIgnoreCase(ReleasedFunctions.LOW.getName())
                        || name.equalsIgnoreCase(ReleasedFunctions.HIGH.getName()));
    }

    /** The call with the expression in the place of the alias; the call itself where its argument is no alias. */
    SqlCall expand(SqlCall call) {
        if (call.operandCount() != 1) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(call.getParserPosition()),
                    call.getOperator().getName().toUpperCase(Locale.ROOT) + " takes one column.",
                    "Write it as in DP_INTERVAL_LOW(n), where n is the name of an aggregate column.");
        }
        if (!(call.operand(0) instanceof SqlIdentifier name) || !name.isSimple()) {
            return call;
        }
        SqlNode expression = expressions.get(key(name.getSimple()));
        if (expression == null) {
            return call;
        }
        if (ambiguous.contains(key(name.getSimple()))) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(name.getParserPosition()),
                    "Two columns are called " + name.getSimple() + ".",
                    "Give them different names.");
        }
        SqlNode copy = expression.accept(new Copy(name.getParserPosition()));
        return call.getOperator().createCall(call.getParserPosition(), copy);
    }

    /** A deep copy: the validator knows parts of a query by identity. */
    private final class Copy extends SqlShuttle {
        private final SqlParserPos place;

        /** @param place where the alias stands: messages about the copy point there */
        Copy(SqlParserPos place) {
            this.place = place;
        }

        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            if (call instanceof SqlSelect || asks(call)) {
                throw new Refusal(
                        ErrorCode.INTERVAL,
                        Positions.of(place),
                        "The name of a column that holds a subquery or an end of an interval cannot stand here.",
                        "Compute it in FROM (SELECT …), and ask for its interval above.");
            }
            if (++copied > MOST_COPIED) {
                throw new Refusal(
                        ErrorCode.TOO_COMPLEX,
                        Positions.of(place),
                        "The ends of the intervals of very long expressions are asked for too often.",
                        "Compute the expression in a subquery, and ask for its interval above.");
            }
            SqlNode[] operands = call.getOperandList().stream()
                    .map(operand -> operand == null ? null : operand.accept(this))
                    .toArray(SqlNode[]::new);
            return call.getOperator().createCall(call.getFunctionQuantifier(), place, operands);
        }

        @Override
        public SqlNode visit(SqlIdentifier identifier) {
            return identifier.clone(place);
        }

        @Override
        public SqlNode visit(SqlLiteral literal) {
            return literal.clone(place);
        }
    }
}
