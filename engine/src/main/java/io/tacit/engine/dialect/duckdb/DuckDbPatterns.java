package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.PatternFunction;
import io.tacit.engine.sql.RegularExpression;
import io.tacit.engine.sql.RegularReplacement;
import io.tacit.engine.sql.TextLengths;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Patterns. Those with rules of their own are constants, checked here. */
final class DuckDbPatterns {
    private DuckDbPatterns() {}

    static ScalarPrinter printer(PatternFunction function) {
        return switch (function) {
            case LIKE -> (scalars, call) -> like(scalars, call, "LIKE");
            case NOT_LIKE -> (scalars, call) -> "(NOT " + like(scalars, call, "LIKE") + ")";
            case ILIKE -> (scalars, call) -> like(scalars, call, "ILIKE");
            case NOT_ILIKE -> (scalars, call) -> "(NOT " + like(scalars, call, "ILIKE") + ")";
            case SIMILAR_TO -> DuckDbPatterns::similar;
            case NOT_SIMILAR_TO -> (scalars, call) -> "(NOT " + similar(scalars, call) + ")";
            case REGEXP_LIKE -> DuckDbPatterns::regularExpression;
            case REGEXP_REPLACE -> DuckDbPatterns::regularReplacement;
        };
    }

    /** The result of a replacement; as for REPLACE, it is NULL for a text so long that the result could be too long. */
    private static String regularReplacement(ScalarToSql scalars, RexCall call) {
        RegularReplacement replacement = RegularReplacement.of(call);
        RexNode operand = call.getOperands().get(0);
        String text = DuckDbTexts.atMost(scalars, operand);
        long most = Math.min(TextLengths.MOST, scalars.most(operand));
        String inside = most <= replacement.longest()
                ? text
                : "CASE WHEN length(" + text + ") <= " + replacement.longest() + " THEN " + text + " END";
        String options = replacement.options().isEmpty() ? "" : ", " + SqlText.text(replacement.options());
        String made = "regexp_replace(" + inside + ", " + SqlText.text(replacement.pattern()) + ", "
                + SqlText.text(replacement.by()) + options + ")";
        return replacement.built(most) <= TextLengths.MOST ? made : DuckDbTexts.cut(made);
    }

    /** A LIKE: without ESCAPE no pattern is wrong; with ESCAPE both pattern and escape are constants, checked here. */
    private static String like(ScalarToSql scalars, RexCall call, String word) {
        String text = "(" + DuckDbTexts.text(scalars, call, 0) + " " + word + " " + DuckDbTexts.text(scalars, call, 1);
        if (call.getOperands().size() == 2) {
            return text + ")";
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
        return text + " ESCAPE " + SqlText.text(escape) + ")";
    }

    private static String similar(ScalarToSql scalars, RexCall call) {
        if (call.getOperands().size() != 2) {
            throw RegularExpression.badPattern("SIMILAR TO with ESCAPE is not accepted.");
        }
        String pattern = constant(call.getOperands().get(1), "The pattern of SIMILAR TO");
        String expression = RegularExpression.ofSimilarTo(pattern);
        return "regexp_full_match(" + DuckDbTexts.text(scalars, call, 0) + ", " + SqlText.text(expression) + ")";
    }

    private static String regularExpression(ScalarToSql scalars, RexCall call) {
        String pattern = constant(call.getOperands().get(1), "A regular expression");
        return "regexp_matches(" + DuckDbTexts.text(scalars, call, 0) + ", "
                + SqlText.text(RegularExpression.checked(pattern)) + ")";
    }

    private static String constant(RexNode node, String what) {
        return ConstantValue.text(node, () -> RegularExpression.badPattern(what + " must be a constant text."));
    }
}
