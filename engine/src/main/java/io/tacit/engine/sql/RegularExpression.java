package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Locale;

/**
 * Checks regular expressions against a small language that every engine here understands in the same way and matches in
 * linear time: characters, {@code .}, classes, groups, alternatives, {@code * + ?} and {@code {m,n}}, anchors, and the
 * escapes {@code \d \w \s \b} with their opposites. A pattern outside of it would be an error in the engine.
 */
public final class RegularExpression {
    private static final int MAX_LENGTH = 1_000;

    /** An engine unrolls repetitions; nested ones multiply, so at most one level of them is counted. */
    private static final int MAX_REPETITIONS = 100;

    private static final String ESCAPABLE = "dDwWsSbBntrf\\.[]{}()*+?^$|/-_ #&~\"'<>=!@%,;:`";

    private final String pattern;
    private int at;
    private int depth;
    private boolean counted;

    private RegularExpression(String pattern) {
        this.pattern = pattern;
    }

    /**
     * The same pattern.
     *
     * @throws io.tacit.engine.refusal.Refusal if it is not in the language
     */
    public static String checked(String pattern) {
        if (pattern.length() > MAX_LENGTH) {
            throw badPattern("A regular expression may have at most " + MAX_LENGTH + " characters.");
        }
        RegularExpression check = new RegularExpression(pattern);
        check.alternatives();
        if (check.at < pattern.length()) {
            throw bad("a bracket ) without its (");
        }
        return pattern;
    }

    /** How many groups of a checked pattern have a number. */
    static int groups(String pattern) {
        int groups = 0;
        boolean inClass = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
            } else if (inClass || c == '[') {
                inClass = c != ']';
            } else if (c == '(' && !pattern.startsWith("?:", i + 1)) {
                groups++;
            }
        }
        return groups;
    }

    /** The regular expression of a SIMILAR TO pattern: {@code %} is any text, {@code _} any character. */
    public static String ofSimilarTo(String pattern) {
        StringBuilder text = new StringBuilder();
        boolean inClass = false;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\' && i + 1 < pattern.length()) {
                text.append(c).append(pattern.charAt(++i));
            } else if (inClass || (c != '%' && c != '_')) {
                inClass = c == '[' || (inClass && c != ']');
                text.append(!inClass && ".^$".indexOf(c) >= 0 ? "\\" : "").append(c);
            } else {
                text.append(c == '%' ? "[\\s\\S]*" : "[\\s\\S]");
            }
        }
        return checked(text.toString());
    }

    private void alternatives() {
        sequence();
        while (at < pattern.length() && pattern.charAt(at) == '|') {
            at++;
            sequence();
        }
    }

    private void sequence() {
        while (at < pattern.length() && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') {
            boolean before = counted;
            counted = false;
            boolean repeatable = atom();
            boolean countedInside = counted;
            if (at < pattern.length() && isQuantifier()) {
                if (!repeatable) {
                    throw bad("a repetition of nothing");
                }
                quantifier(countedInside);
            }
            counted |= before || countedInside;
        }
    }

    /** Whether it may be repeated. */
    private boolean atom() {
        char c = pattern.charAt(at++);
        switch (c) {
            case '(' -> group();
            case '[' -> characterClass();
            case '\\' -> {
                char escaped = escaped();
                return escaped != 'b' && escaped != 'B';
            }
            case '*', '+', '?', '{' -> throw bad("a repetition of nothing");
            case '^', '$' -> {
                return false;
            }
            default -> {
                if (c == '}' || c == ']') {
                    throw bad("a bracket that must be written with a backslash before it");
                }
            }
        }
        return true;
    }

    private void group() {
        if (++depth > 20) {
            throw bad("more than 20 nested groups");
        }
        if (pattern.startsWith("?:", at)) {
            at += 2;
        } else if (at < pattern.length() && pattern.charAt(at) == '?') {
            throw bad("a special group; only ( and (?: are known");
        }
        alternatives();
        if (at >= pattern.length()) {
            throw bad("a bracket ( without its )");
        }
        at++;
        depth--;
    }

    private char escaped() {
        if (at >= pattern.length()) {
            throw bad("a backslash at its end");
        }
        char c = pattern.charAt(at++);
        if (ESCAPABLE.indexOf(c) < 0) {
            throw bad("an unknown escape");
        }
        return c;
    }

    private void characterClass() {
        if (at < pattern.length() && pattern.charAt(at) == '^') {
            at++;
        }
        int members = 0;
        while (at < pattern.length() && pattern.charAt(at) != ']') {
            int low = member();
            members++;
            boolean range = at + 1 < pattern.length() && pattern.charAt(at) == '-' && pattern.charAt(at + 1) != ']';
            if (range) {
                at++;
                int high = member();
                if (low < 0 || high < low) {
                    throw bad("a range whose end is before its beginning");
                }
            }
        }
        if (at >= pattern.length() || members == 0) {
            throw bad("a [ without its ], or with nothing in it");
        }
        at++;
    }

    /** One member of a class; -1 if it is a class itself. */
    private int member() {
        char c = pattern.charAt(at++);
        if (c == '[') {
            throw bad("a [ inside of [ ]; write \\[");
        }
        if (Character.isSurrogate(c)) {
            throw bad("a rare character inside of [ ]");
        }
        if (c != '\\') {
            return c;
        }
        char escaped = escaped();
        if (escaped == 'b' || escaped == 'B') {
            throw bad("an unknown escape inside of [ ]");
        }
        return Character.isLetter(escaped) ? -1 : escaped;
    }

    private boolean isQuantifier() {
        return "*+?{".indexOf(pattern.charAt(at)) >= 0;
    }

    private void quantifier(boolean countedInside) {
        if (pattern.charAt(at++) == '{') {
            if (countedInside) {
                throw bad("a counted repetition inside of another");
            }
            counted = true;
            int end = pattern.indexOf('}', at);
            String range = end < 0 ? "" : pattern.substring(at, end);
            if (!range.matches("[0-9]{1,3}(,([0-9]{1,3})?)?")) {
                throw bad("a repetition that is not written {2} or {2,5}");
            }
            int comma = range.indexOf(',');
            int low = Integer.parseInt(comma < 0 ? range : range.substring(0, comma));
            int high = comma < 0 || comma == range.length() - 1 ? low : Integer.parseInt(range.substring(comma + 1));
            if (high < low || high > MAX_REPETITIONS) {
                throw bad(String.format(
                        Locale.ROOT, "a repetition of more than %d times, or a range upside down", MAX_REPETITIONS));
            }
            at = end + 1;
        }
        if (at < pattern.length() && pattern.charAt(at) == '?') {
            at++;
        }
        if (at < pattern.length() && isQuantifier()) {
            throw bad("a repetition of a repetition");
        }
    }

    private static Refusal bad(String what) {
        return badPattern("This regular expression holds " + what + ".");
    }

    /** What is wrong with a pattern, and what would be right. */
    public static Refusal badPattern(String rule) {
        return new Refusal(ErrorCode.INVALID_QUERY, rule, "Write a simple pattern in quotes, such as 'A%' for LIKE.");
    }
}
