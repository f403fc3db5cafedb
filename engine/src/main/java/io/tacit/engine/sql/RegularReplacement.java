package io.tacit.engine.sql;

import org.apache.calcite.rex.RexCall;

/**
 * What REGEXP_REPLACE(text, pattern, by [, options]) makes of a text: all but the text are constants, so that it is
 * known how long the result may be.
 *
 * @param pattern a checked pattern
 * @param by what takes the place of a match
 * @param options {@code g} for every match instead of the first, {@code i} for letters of either case
 * @param letters characters in {@code by} that stand for themselves
 * @param groups how often {@code by} names a part of the match
 */
public record RegularReplacement(String pattern, String by, String options, long letters, long groups) {
    private static final int MAX_LENGTH = 1_000;

    public static RegularReplacement of(RexCall call) {
        String pattern = RegularExpression.checked(constant(call, 1, "The pattern of REGEXP_REPLACE"));
        String by = constant(call, 2, "What REGEXP_REPLACE puts in the place of a match");
        String options = call.getOperands().size() > 3 ? constant(call, 3, "The options of REGEXP_REPLACE") : "";
        if (!options.matches("[gic]{0,3}") || options.contains("i") && options.contains("c")) {
            throw RegularExpression.badPattern(
                    "The options of REGEXP_REPLACE are g (every match), i and c (letters of either case, or not).");
        }
        if (by.length() > MAX_LENGTH) {
            throw RegularExpression.badPattern(
                    "REGEXP_REPLACE puts at most " + MAX_LENGTH + " characters in a match's place.");
        }
        int known = RegularExpression.groups(pattern);
        long letters = 0;
        long groups = 0;
        for (int i = 0; i < by.length(); i++, letters++) {
            if (by.charAt(i) != '\\') {
                continue;
            }
            char next = ++i < by.length() ? by.charAt(i) : ' ';
            if (next >= '0' && next <= '9' && next - '0' <= known) {
                groups++;
                letters--;
            } else if (next != '\\') {
                throw RegularExpression.badPattern(
                        "Behind a backslash stands the number of one of the pattern's groups, or a backslash.");
            }
        }
        return new RegularReplacement(pattern, by, options, letters, groups);
    }

    private static String constant(RexCall call, int operand, String what) {
        return ConstantValue.text(
                call.getOperands().get(operand),
                () -> RegularExpression.badPattern(what + " must be a constant text."));
    }

    /**
     * The longest text that the engine makes of a text of some length: a match may be found before and behind every
     * character.
     */
    public long built(long text) {
        long places = options.contains("g") ? text + 1 : 1;
        return Math.min(TextLengths.UNKNOWN, places * letters + text * (groups + 1));
    }

    /** The longest text whose result stays within the limit for intermediate texts. */
    public long longest() {
        long perCharacter = groups + 1 + (options.contains("g") ? letters : 0);
        return (TextLengths.MOST_ON_THE_WAY - letters) / perCharacter;
    }
}
