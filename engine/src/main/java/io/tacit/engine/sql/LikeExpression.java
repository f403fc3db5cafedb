package io.tacit.engine.sql;

import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** Checks patterns of LIKE and ILIKE: without ESCAPE none is wrong, with it pattern and escape are constants. */
public final class LikeExpression {
    private LikeExpression() {}

    /**
     * The escape character of a LIKE, if it has one.
     *
     * @throws io.tacit.engine.refusal.Refusal if an engine could fail over pattern or escape
     */
    public static Optional<String> escape(RexCall like) {
        return escape(like, false);
    }

    /**
     * The escape character of an ILIKE, if it has one. It is no letter: engines look for it in the pattern's small letters,
     * which may end with it where the pattern does not.
     *
     * @throws io.tacit.engine.refusal.Refusal if an engine could fail over pattern or escape
     */
    public static Optional<String> escapeOfAnyCase(RexCall like) {
        return escape(like, true);
    }

    private static Optional<String> escape(RexCall like, boolean anyCase) {
        if (like.getOperands().size() == 2) {
            return Optional.empty();
        }
        String pattern = constant(like.getOperands().get(1), "A pattern with ESCAPE");
        String escape = constant(like.getOperands().get(2), "ESCAPE");
        if (escape.length() != 1 || escape.charAt(0) >= 128) {
            throw RegularExpression.badPattern("ESCAPE must be one character without accents.");
        }
        char letter = escape.charAt(0);
        if (anyCase && Character.isLetter(letter)) {
            throw RegularExpression.badPattern("ESCAPE of ILIKE must not be a letter.");
        }
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == letter && ++i == pattern.length()) {
                throw RegularExpression.badPattern("A pattern must not end with its escape character.");
            }
        }
        return Optional.of(escape);
    }

    private static String constant(RexNode node, String what) {
        return ConstantValue.text(node, () -> RegularExpression.badPattern(what + " must be a constant text."));
    }
}
