package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.LikeExpression;
import io.tacit.engine.sql.PatternFunction;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;

/** Patterns. Regular expressions are lacking: PostgreSQL reads others than the language does. */
final class PostgresPatterns {
    private static final int MOST_SIGNS = 200;

    private PostgresPatterns() {}

    static ScalarPrinter printer(PatternFunction function) {
        return switch (function) {
            case LIKE -> PostgresPatterns::like;
            case NOT_LIKE -> (scalars, call) -> "(NOT " + like(scalars, call) + ")";
            case ILIKE -> PostgresPatterns::likeOfAnyCase;
            case NOT_ILIKE -> (scalars, call) -> "(NOT " + likeOfAnyCase(scalars, call) + ")";
            case SIMILAR_TO, NOT_SIMILAR_TO, REGEXP_LIKE, REGEXP_REPLACE ->
                PostgresSql.TYPES.lacking().printer();
        };
    }

    private static String like(ScalarToSql scalars, RexCall call) {
        return like(
                call, PostgresSql.TEXTS.text(scalars, call, 0), pattern(scalars, call), LikeExpression.escape(call));
    }

    /** Of small letters, as in DuckDB; the server's own ILIKE goes by its own letters. */
    private static String likeOfAnyCase(ScalarToSql scalars, RexCall call) {
        String text = PostgresSql.TEXTS.bounded(scalars, call.getOperands().get(0));
        return like(
                call,
                PostgresLetters.SMALL.of(text),
                PostgresLetters.SMALL.of(pattern(scalars, call)),
                LikeExpression.escapeOfAnyCase(call));
    }

    private static String pattern(ScalarToSql scalars, RexCall call) {
        return PostgresSql.TEXTS.bounded(scalars, call.getOperands().get(1));
    }

    /**
     * Without ESCAPE there is no escape character, so that no pattern is wrong. The server goes one step deeper on its stack
     * for each sign % that a text reaches: a constant has few of them, and under a value of a row that has more it is NULL.
     */
    private static String like(RexCall call, String text, String pattern, Optional<String> escape) {
        String sign = " ESCAPE " + PostgresText.text(escape.orElse(""));
        if (call.getOperands().get(1) instanceof RexLiteral) {
            if (pattern.chars().filter(letter -> letter == '%').count() > MOST_SIGNS) {
                throw PostgresSql.TYPES.lacking().function("LIKE with more than " + MOST_SIGNS + " signs %");
            }
            return "(" + text + " LIKE " + pattern + sign + ")";
        }
        return Once.of(
                text,
                pattern,
                "CASE WHEN length(v.b) - length(replace(v.b, '%', '')) <= " + MOST_SIGNS + " THEN v.a LIKE v.b" + sign
                        + " END");
    }
}
