package io.tacit.engine.sql;

import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;

/**
 * What REPLACE(text, what, by) may make of a text.
 *
 * @param what the least number of characters that are replaced at a time
 * @param by the number of characters that take their place
 * @param constant whether both are known
 */
public record Replacement(long what, long by, boolean constant) {
    public static Replacement of(RexCall call) {
        RexNode what = call.getOperands().get(1);
        RexNode by = call.getOperands().get(2);
        boolean constant = isText(what) && isText(by);
        return constant
                ? new Replacement(length(what), length(by), true)
                : new Replacement(1, TextLengths.UNKNOWN, false);
    }

    private static boolean isText(RexNode node) {
        return node instanceof RexLiteral literal && !literal.isNull() && SqlTypeUtil.isCharacter(literal.getType());
    }

    private static long length(RexNode node) {
        String text = ConstantValue.of((RexLiteral) node, NlsString.class).getValue();
        return text.codePointCount(0, text.length());
    }

    /** Whether the result is never longer than the text; searching for an empty text finds nothing. */
    public boolean shortens() {
        return constant && (what == 0 || by <= what);
    }

    /** The longest result for a text of some length. */
    long most(long text) {
        if (shortens()) {
            return text;
        }
        return constant ? Math.min(TextLengths.MOST, built(text)) : TextLengths.MOST;
    }

    /** The longest text that the engine makes of a text of some length when nothing is cut. */
    public long built(long text) {
        if (shortens()) {
            return text;
        }
        return constant && text < TextLengths.UNKNOWN ? text * by / what : TextLengths.UNKNOWN;
    }

    /** Whether a text within the limit may be given to the engine without checking its length. */
    public boolean isSmall() {
        return shortens() || built(TextLengths.MOST) <= TextLengths.MOST_ON_THE_WAY;
    }
}
