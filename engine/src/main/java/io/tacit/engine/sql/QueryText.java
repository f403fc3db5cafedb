package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;

/**
 * Limits on a query's text, checked before parsing: a parser that recurses must not be handed text that is too deep or
 * too long for it. Also takes a trailing semicolon away.
 *
 * <p>The scanner knows quotes and comments and nothing else. It counts a run of letters and digits, a quoted piece, or
 * any other single character as one token.
 */
final class QueryText {
    static final int MAX_TOKENS = 50_000;
    static final int MAX_NESTING = 200;

    /** A token is short; a comment or a quoted piece of many megabytes has no honest use. */
    static final int MAX_CHARACTERS = 1_000_000;

    private final String text;
    private int at;
    private int tokens;
    private int nesting;
    private int end = -1;

    private QueryText(String text) {
        this.text = text;
    }

    /**
     * The text without its trailing semicolon, with every character at its place.
     *
     * @throws Refusal when the text is empty, too long, too deep, or holds more than one query
     */
    static String checked(String text) {
        if (text.length() > MAX_CHARACTERS) {
            throw tooComplex(null, "This query is longer than " + MAX_CHARACTERS + " characters.");
        }
        QueryText scan = new QueryText(text);
        scan.run();
        if (scan.tokens == 0) {
            throw new Refusal(ErrorCode.NOT_A_QUERY, "There is no query here.", "Write one that begins with SELECT.");
        }
        return scan.end < 0 ? text : text.substring(0, scan.end);
    }

    private void run() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\0') {
                throw new Refusal(
                        ErrorCode.SYNTAX, position(at), "The text holds a NUL character.", "Remove that character.");
            }
            if (Character.isWhitespace(c)) {
                at++;
            } else if (startsWith("--")) {
                skipLine();
            } else if (startsWith("/*")) {
                skipComment();
            } else {
                token(c);
            }
        }
    }

    private void token(char c) {
        int start = at;
        if (c == ';') {
            at++;
            if (end < 0) {
                end = start;
            }
            return;
        }
        if (end >= 0) {
            throw new Refusal(
                    ErrorCode.NOT_A_QUERY,
                    position(start),
                    "Only one query can be answered at a time.",
                    "Send what follows the semicolon as a query of its own.");
        }
        if (++tokens > MAX_TOKENS) {
            throw tooComplex(position(start), "This query has more than " + MAX_TOKENS + " words and signs.");
        }
        if (c == '\'' || c == '"' || c == '`') {
            skipTo(String.valueOf(c), at + 1);
        } else if (isWordPart(c)) {
            word(start);
        } else {
            at++;
            nest(c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0, start);
        }
    }

    private void word(int start) {
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        int length = at - start;
        if (length == 4 && text.regionMatches(true, start, "CASE", 0, 4)) {
            nest(1, start);
        } else if (length == 3 && text.regionMatches(true, start, "END", 0, 3)) {
            nest(-1, start);
        }
    }

    private void nest(int change, int where) {
        nesting = Math.max(0, nesting + change);
        if (nesting > MAX_NESTING) {
            throw tooComplex(position(where), "This query is nested more than " + MAX_NESTING + " levels deep.");
        }
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    private boolean startsWith(String sign) {
        return text.startsWith(sign, at);
    }

    private void skipLine() {
        while (at < text.length() && text.charAt(at) != '\n' && text.charAt(at) != '\r') {
            at++;
        }
    }

    /** A comment may hold others, as in PostgreSQL and DuckDB. */
    private void skipComment() {
        int start = at;
        int comments = 0;
        do {
            if (at >= text.length()) {
                throw new Refusal(ErrorCode.SYNTAX, position(start), "This comment has no end.", "Close it with */.");
            }
            int change = startsWith("/*") ? 1 : startsWith("*/") ? -1 : 0;
            comments += change;
            at += change == 0 ? 1 : 2;
        } while (comments > 0);
    }

    /** An unclosed quote runs to the end; the parser will say so. */
    private void skipTo(String sign, int from) {
        int close = text.indexOf(sign, from);
        at = close < 0 ? text.length() : close + sign.length();
    }

    private Position position(int offset) {
        return positionAt(text, offset);
    }

    /** The line and column of an offset. */
    static Position positionAt(String text, int offset) {
        int line = 1;
        int start = 0;
        for (int i = 0; i < offset; i++) {
            if (endsLine(text, i)) {
                line++;
                start = i + 1;
            }
        }
        return new Position(line, offset - start + 1);
    }

    /** The offset of a line and column; the text's end for what lies beyond it. */
    static int offsetOf(String text, Position position) {
        int line = 1;
        int at = 0;
        while (line < position.line() && at < text.length()) {
            if (endsLine(text, at++)) {
                line++;
            }
        }
        return Math.min(text.length(), at + position.column() - 1);
    }

    /** A line feed, a carriage return, or both together: as the parser counts, so that places agree. */
    private static boolean endsLine(String text, int at) {
        char c = text.charAt(at);
        return c == '\n' || (c == '\r' && (at + 1 == text.length() || text.charAt(at + 1) != '\n'));
    }

    private static Refusal tooComplex(@org.jspecify.annotations.Nullable Position where, String rule) {
        return new Refusal(ErrorCode.TOO_COMPLEX, where, rule, "Split it into several queries.");
    }
}
