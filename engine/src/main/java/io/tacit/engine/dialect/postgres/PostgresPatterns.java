package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.RegularExpression;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Patterns. Regular expressions are lacking: PostgreSQL reads others than the language does. */
final class PostgresPatterns {
    private PostgresPatterns() {}

    /** Without ESCAPE there is no escape character, so that no pattern is wrong; with it both are checked constants. */
    static String like(ScalarToSql scalars, RexCall call) {
        String text = "(" + PostgresSql.TEXTS.text(scalars, call, 0) + " LIKE "
                + PostgresSql.TEXTS.bounded(scalars, call.getOperands().get(1));
        if (call.getOperands().size() == 2) {
            return text + " ESCAPE '')";
        }
        String pattern = constant(call.getOperands().get(1), "A pattern with ESCAPE");
        String escape = constant(call.getOperands().get(2), "ESCAPE");
        if (escape.length() != 1 || escape.charAt(0) >= 128) {
            throw RegularExpression.badPattern("ESCAPE must be one character without accents.");
        }
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == escape.charAt(0) && ++i == pattern.length()) {
                throw RegularExpression.badPattern("A pattern must not end with its escape character.");
            }
        }
        return text + " ESCAPE " + PostgresText.text(escape) + ")";
    }

    private static String constant(RexNode node, String what) {
        return ConstantValue.text(node, () -> RegularExpression.badPattern(what + " must be a constant text."));
    }
}
