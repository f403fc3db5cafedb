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
    private SparkPatterns() {}

    static ScalarPrinter printer(PatternFunction function) {
        return switch (function) {
            case LIKE -> SparkPatterns::like;
            case NOT_LIKE -> (scalars, call) -> "(NOT " + like(scalars, call) + ")";
            case ILIKE, NOT_ILIKE, SIMILAR_TO, NOT_SIMILAR_TO, REGEXP_LIKE, REGEXP_REPLACE -> Lacking.FUNCTION;
        };
    }

    /**
     * In Spark a backslash always escapes, and is an error before most letters: each stands doubled, so that a pattern
     * without ESCAPE has no escape character. With it the pattern is a constant and is written anew.
     */
    private static String like(ScalarToSql scalars, RexCall call) {
        String like = "(" + SparkTexts.text(scalars, call, 0) + " LIKE ";
        if (call.getOperands().size() == 2) {
            return like + "replace("
                    + SparkTexts.bounded(scalars, call.getOperands().get(1)) + ", " + SparkText.text("\\") + ", "
                    + SparkText.text("\\\\") + "))";
        }
        String pattern = constant(call.getOperands().get(1), "A pattern with ESCAPE");
        String escape = constant(call.getOperands().get(2), "ESCAPE");
        if (escape.length() != 1 || escape.charAt(0) >= 128) {
            throw RegularExpression.badPattern("ESCAPE must be one character without accents.");
        }
        return like + SparkText.text(escaped(pattern, escape.charAt(0))) + ")";
    }

    private static String escaped(String pattern, char escape) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char letter = pattern.charAt(i);
            boolean isEscaped = letter == escape;
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
