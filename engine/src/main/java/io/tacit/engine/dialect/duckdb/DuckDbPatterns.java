package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.sql.ConstantValue;
import io.tacit.engine.sql.LikeExpression;
import io.tacit.engine.sql.PatternFunction;
import io.tacit.engine.sql.RegularExpression;
import io.tacit.engine.sql.RegularReplacement;
import io.tacit.engine.sql.TextLengths;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Patterns. Those with rules of their own are constants, checked here. */
final class DuckDbPatterns {
    private DuckDbPatterns() {}

    static ScalarPrinter printer(PatternFunction function) {
        return switch (function) {
            case LIKE -> DuckDbPatterns::like;
            case NOT_LIKE -> (scalars, call) -> "(NOT " + like(scalars, call) + ")";
            case ILIKE -> DuckDbPatterns::likeOfAnyCase;
            case NOT_ILIKE -> (scalars, call) -> "(NOT " + likeOfAnyCase(scalars, call) + ")";
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

    private static String like(ScalarToSql scalars, RexCall call, String word, Optional<String> escape) {
        return "(" + DuckDbTexts.text(scalars, call, 0) + " " + word + " " + DuckDbTexts.text(scalars, call, 1)
                + escape.map(letter -> " ESCAPE " + SqlText.text(letter)).orElse("") + ")";
    }

    private static String like(ScalarToSql scalars, RexCall call) {
        return like(scalars, call, "LIKE", LikeExpression.escape(call));
    }

    private static String likeOfAnyCase(ScalarToSql scalars, RexCall call) {
        return like(scalars, call, "ILIKE", LikeExpression.escapeOfAnyCase(call));
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
