package io.tacit.grammar;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Gives the parser a name for each word that is no keyword where it stands.
 *
 * <p>Calcite's grammar has some six hundred keywords and takes many of them for the beginning of syntax that no query
 * here may use ({@code VALUE}, {@code PERIOD}, {@code NEW}) or that a bracket must follow ({@code CAST},
 * {@code FLOOR}). People's columns are called so too. A word stays a keyword only where {@link WordRules} says what it
 * is needed for, which is judged by the words and signs beside it; everywhere else the parser sees an identifier.
 */
final class NameTokens extends TacitParserImplTokenManager implements TacitParserImplConstants {
    /** What an open bracket belongs to. */
    enum Bracket {
        PLAIN,
        /** {@code CAST(x}, before its AS. */
        CAST,
        /** A type, after the AS of a CAST. */
        TYPE,
        /** {@code OVER (} and {@code WINDOW w AS (}. */
        WINDOW,
        /** {@code INTERVAL (n) DAY}. */
        INTERVAL,
        TRIM,
        /** {@code * EXCLUDE (}. */
        EXCLUDED
    }

    /** The rest of {@code 1_000}. */
    private static final Pattern UNDERSCORED = Pattern.compile("(_[0-9]+)+");

    private final List<Token> ahead = new ArrayList<>();
    private final Deque<Bracket> open = new ArrayDeque<>();
    private Token pushedBack;
    private Bracket closed = Bracket.PLAIN;
    private int last = EOF;
    private int beforeLast = EOF;
    private boolean begun;
    private boolean inType;

    NameTokens(SimpleCharStream stream) {
        super(stream);
    }

    @Override
    public Token getNextToken() {
        Token token = ahead.isEmpty() ? read() : ahead.remove(0);
        if (WordRules.isWord(token.kind) && begun && !isKeyword(token.kind)) {
            token.kind = IDENTIFIER;
        }
        follow(token.kind);
        return token;
    }

    private Token read() {
        Token token = pushedBack == null ? super.getNextToken() : pushedBack;
        pushedBack = null;
        if (token.kind == UNSIGNED_INTEGER_LITERAL) {
            Token behind = super.getNextToken();
            boolean digits = behind.kind == IDENTIFIER
                    && behind.beginLine == token.endLine
                    && behind.beginColumn == token.endColumn + 1
                    && UNDERSCORED.matcher(behind.image).matches();
            if (digits) {
                token.image += behind.image.replace("_", "");
                token.endColumn = behind.endColumn;
            } else {
                pushedBack = behind;
            }
        }
        return token;
    }

    private boolean isKeyword(int word) {
        if (last == DOT || next() == NAMED_ARGUMENT_ASSIGNMENT) {
            return false;
        }
        if (word == DATETIME && (bracket() == Bracket.TYPE || last == INFIX_CAST)) {
            // A type that the grammar does not know; its name is read later.
            return false;
        }
        if (bracket() == Bracket.TYPE || (inType && (last == INFIX_CAST || WordRules.TYPE_TAIL.get(word)))) {
            return true;
        }
        return last != AS && WordRules.isKeyword(word, this);
    }

    /** What the next words are judged by. */
    private void follow(int kind) {
        begun = true;
        inType = kind == INFIX_CAST || (inType && continuesType(kind));
        if (kind == AS && bracket() == Bracket.CAST) {
            open.pop();
            open.push(Bracket.TYPE);
        } else if (kind == LPAREN || kind == LBRACKET) {
            open.push(kind == LPAREN ? opened() : Bracket.PLAIN);
        } else if (kind == RPAREN || kind == RBRACKET) {
            closed = open.isEmpty() ? Bracket.PLAIN : open.pop();
        }
        beforeLast = last;
        last = kind;
    }

    private boolean continuesType(int kind) {
        return last == INFIX_CAST
                || WordRules.TYPE_TAIL.get(kind)
                || kind == LPAREN
                || kind == RPAREN
                || kind == COMMA
                || kind == UNSIGNED_INTEGER_LITERAL;
    }

    private Bracket opened() {
        switch (last) {
            case CAST:
            case TRY_CAST:
            case SAFE_CAST:
                return Bracket.CAST;
            case OVER:
                return Bracket.WINDOW;
            case AS:
                return isQuery(next()) ? Bracket.PLAIN : Bracket.WINDOW;
            case TRIM:
                return Bracket.TRIM;
            case EXCLUDE:
                return Bracket.EXCLUDED;
            case INTERVAL:
                return Bracket.INTERVAL;
            case PLUS:
            case MINUS:
                return beforeLast == INTERVAL ? Bracket.INTERVAL : Bracket.PLAIN;
            default:
                return Bracket.PLAIN;
        }
    }

    private static boolean isQuery(int kind) {
        return kind == SELECT || kind == WITH || kind == VALUES || kind == TABLE || kind == LPAREN;
    }

    /** The kind of the token before, as the parser sees it. */
    int last() {
        return last;
    }

    int beforeLast() {
        return beforeLast;
    }

    /** The kind of the token behind, as it is written. */
    int next() {
        return peek(0);
    }

    /** The kind of a later token, 0 being the next. */
    int peek(int distance) {
        while (ahead.size() <= distance) {
            if (!ahead.isEmpty() && ahead.get(ahead.size() - 1).kind == EOF) {
                return EOF;
            }
            ahead.add(read());
        }
        return ahead.get(distance).kind;
    }

    /** The innermost open bracket. */
    Bracket bracket() {
        return open.isEmpty() ? Bracket.PLAIN : open.element();
    }

    /** The bracket that was closed last. */
    Bracket closed() {
        return closed;
    }
}
