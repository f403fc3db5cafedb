package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.PatternFunction;
import io.tacit.engine.sql.RegularExpression;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Patterns. Regular expressions are lacking: Spark reads others than the language does, and may read them for ever. */
final class SparkPatterns {
    private static final int MOST_SIGNS = 200;

    private SparkPatterns() {}

    static ScalarPrinter printer(PatternFunction function) {
        return switch (function) {
            case LIKE -> SparkPatterns::like;
            case NOT_LIKE -> (scalars, call) -> "(NOT " + like(scalars, call) + ")";
            case ILIKE, NOT_ILIKE, SIMILAR_TO, NOT_SIMILAR_TO, REGEXP_LIKE, REGEXP_REPLACE ->
                SparkSql.TYPES.lacking().printer();
        };
    }

    /**
     * In Spark a backslash always escapes, and is an error before most letters: each stands doubled. Spark makes a regular
     * expression of a pattern and walks it on the stack, which one with many signs ends, with an error that quotes it: it
     * is a constant with few of them, and never a value of somebody's row.
     */
    private static String like(ScalarToSql scalars, RexCall call) {
        String pattern = ConstantValue.text(
                call.getOperands().get(1),
                () -> SparkSql.TYPES.lacking().function("LIKE with a pattern that is not a constant text"));
        String escape = call.getOperands().size() == 2
                ? ""
                : constant(call.getOperands().get(2), "ESCAPE");
        if (call.getOperands().size() > 2 && (escape.length() != 1 || escape.charAt(0) >= 128)) {
            throw RegularExpression.badPattern("ESCAPE must be one character without accents.");
        }
        if (pattern.chars().filter(letter -> letter == '%' || letter == '_').count() > MOST_SIGNS) {
            throw SparkSql.TYPES.lacking().function("LIKE with more than " + MOST_SIGNS + " signs % and _");
        }
        return "(" + SparkSql.TEXTS.text(scalars, call, 0) + " LIKE " + SparkText.text(escaped(pattern, escape)) + ")";
    }

    private static String escaped(String pattern, String escape) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char letter = pattern.charAt(i);
            boolean isEscaped = escape.indexOf(letter) >= 0;
            if (isEscaped) {
                i++;
                if (i == pattern.length()) {
                    throw RegularExpression.badPattern("A pattern must not end with its escape character.");
                }
                letter = pattern.charAt(i);
            }
            boolean isSign = letter == '%' || letter == '_';
            text.append(letter == '\\' || isEscaped && isSign ? "\\" : "").append(letter);
        }
        return text.toString();
    }

    private static String constant(RexNode node, String what) {
        return ConstantValue.text(node, () -> RegularExpression.badPattern(what + " must be a constant text."));
    }
}
