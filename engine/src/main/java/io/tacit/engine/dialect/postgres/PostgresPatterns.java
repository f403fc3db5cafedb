package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.LikeExpression;
import io.tacit.engine.sql.PatternFunction;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;

/** Patterns. Regular expressions are lacking: PostgreSQL reads others than the language does. */
final class PostgresPatterns {
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
                PostgresSql.TEXTS.text(scalars, call, 0),
                PostgresSql.TEXTS.bounded(scalars, call.getOperands().get(1)),
                LikeExpression.escape(call));
    }

    /** Of small letters, as in DuckDB; the server's own ILIKE goes by its own letters. */
    private static String likeOfAnyCase(ScalarToSql scalars, RexCall call) {
        return like(
                PostgresLetters.SMALL.of(
                        PostgresSql.TEXTS.bounded(scalars, call.getOperands().get(0))),
                PostgresLetters.SMALL.of(
                        PostgresSql.TEXTS.bounded(scalars, call.getOperands().get(1))),
                LikeExpression.escapeOfAnyCase(call));
    }

    /** Without ESCAPE there is no escape character, so that no pattern is wrong. */
    private static String like(String text, String pattern, Optional<String> escape) {
        return "(" + text + " LIKE " + pattern + " ESCAPE " + PostgresText.text(escape.orElse("")) + ")";
    }
}
