package io.tacit.engine.dialect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * Breaks a query into lines that people can read: one clause a line, subqueries and stages indented, long lists one
 * item a line, each comment on a line of its own.
 *
 * <p>Only blanks between tokens change, so that the query stays the same: what stands in quotes or in a comment is
 * copied. The time is linear in the length of the text.
 */
public final class SqlLayout {
    /** A clause whose text is longer has one item on each line. */
    private static final int WIDTH = 100;

    /** Deeper queries are not indented further: the text would grow with the square of the depth. */
    private static final int DEEPEST = 20;

    private static final Set<String> QUERIES = Set.of("SELECT", "WITH", "VALUES");
    private static final Set<String> LISTS = Set.of("SELECT", "WHERE");
    private static final Set<String> JOINS = Set.of("INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI");
    private static final Set<String> CLAUSES = Set.of("SELECT", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "OFFSET");
    private static final Set<String> SET_OPERATIONS = Set.of("UNION", "INTERSECT", "EXCEPT");

    private final List<String> tokens;

    /** For each token whether a query begins there, perhaps after brackets of its own or a comment. */
    private final boolean[] startsQuery;

    private final StringBuilder text = new StringBuilder();
    private final Deque<Bracket> open = new ArrayDeque<>();

    /** A bracket that is open, or the whole text. */
    private static final class Bracket {
        private final boolean isQuery;
        private final int indent;
        private String clause = "";
        private boolean isLong;
        private boolean isJoining;

        Bracket(boolean isQuery, int indent) {
            this.isQuery = isQuery;
            this.indent = indent;
        }
    }

    private SqlLayout(List<String> tokens) {
        this.tokens = tokens;
        this.startsQuery = new boolean[tokens.size() + 1];
        for (int i = tokens.size() - 1; i >= 0; i--) {
            String token = tokens.get(i);
            boolean before = token.equals("(") || isBlank(token) || isComment(token);
            startsQuery[i] = QUERIES.contains(token) || before && startsQuery[i + 1];
        }
    }

    /** The same query in lines. */
    public static String of(String query) {
        return new SqlLayout(tokens(query)).text();
    }

    private String text() {
        open.push(new Bracket(true, 0));
        for (int i = 0; i < tokens.size(); i++) {
            String token = tokens.get(i);
            if (token.equals("(")) {
                openBracket(i);
            } else if (token.equals(")") && open.size() > 1) {
                closeBracket();
            } else if (open.element().isQuery) {
                inQuery(i, token);
            } else {
                text.append(token);
            }
        }
        return text.toString();
    }

    private void openBracket(int at) {
        Bracket outer = open.element();
        boolean isQuery = startsQuery[at + 1];
        text.append('(');
        // Joins and the items of a long clause stand further in than the clause, and what they hold further than they.
        boolean inItem = outer.isQuery && (outer.isJoining || outer.isLong && LISTS.contains(outer.clause));
        int indent = outer.indent + (inItem ? 1 : 0);
        Bracket inner = new Bracket(isQuery, isQuery ? Math.min(DEEPEST, indent + 1) : indent);
        open.push(inner);
        if (isQuery) {
            newLine(inner.indent);
        }
    }

    private void closeBracket() {
        Bracket inner = open.pop();
        if (inner.isQuery) {
            newLine(Math.max(0, inner.indent - 1));
        }
        text.append(')');
    }

    private void inQuery(int at, String token) {
        Bracket query = open.element();
        if (isBlank(token)) {
            if (!endsLine()) {
                text.append(' ');
            }
        } else if (isComment(token)) {
            newLine(query.indent);
            text.append(token);
            newLine(query.indent);
        } else if (startsClause(at)) {
            clause(at, token, query);
        } else if (token.equals(",") && query.isLong) {
            text.append(token);
            newLine(query.clause.equals("WITH") ? query.indent : query.indent + 1);
        } else if (token.equals("AND") && query.isLong && query.clause.equals("WHERE")) {
            newLine(query.indent + 1);
            text.append(token);
        } else {
            text.append(token);
        }
    }

    private void clause(int at, String token, Bracket query) {
        if (token.equals("JOIN") || JOINS.contains(token)) {
            newLine(query.indent + 1);
            text.append(token);
            query.isJoining = true;
            return;
        }
        newLine(query.indent);
        text.append(token);
        query.clause = token;
        query.isJoining = false;
        query.isLong = token.equals("WITH") || isLong(at);
        if (token.equals("WITH")) {
            newLine(query.indent);
        } else if (token.equals("SELECT") && query.isLong) {
            newLine(query.indent + 1);
        }
    }

    private boolean startsClause(int at) {
        String token = tokens.get(at);
        if (token.equals("JOIN")) {
            return !JOINS.contains(before(at));
        }
        if (JOINS.contains(token)) {
            return after(at).equals("JOIN");
        }
        if (token.equals("FROM")) {
            return !before(at).equals("DISTINCT");
        }
        return CLAUSES.contains(token) || SET_OPERATIONS.contains(token) || token.equals("WITH");
    }

    /** The nearest token before this one that is not blank. */
    private String before(int at) {
        int i = at - 1;
        while (i >= 0 && isBlank(tokens.get(i))) {
            i--;
        }
        return i < 0 ? "" : tokens.get(i);
    }

    /** The nearest token after this one that is not blank. */
    private String after(int at) {
        int i = at + 1;
        while (i < tokens.size() && isBlank(tokens.get(i))) {
            i++;
        }
        return i < tokens.size() ? tokens.get(i) : "";
    }

    /** Whether a clause has more text than a line holds, up to the next clause or the end of its bracket. */
    private boolean isLong(int at) {
        int length = 0;
        int depth = 0;
        for (int i = at; i < tokens.size() && length <= WIDTH; i++) {
            String token = tokens.get(i);
            depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
            if (depth < 0 || i > at && depth == 0 && startsClause(i)) {
                return false;
            }
            length += token.length();
        }
        return length > WIDTH;
    }

    private void newLine(int indent) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        text.setLength(end);
        if (end > 0 && text.charAt(end - 1) != '\n') {
            text.append('\n');
        }
        text.append("  ".repeat(indent));
    }

    private boolean endsLine() {
        int last = text.length() - 1;
        while (last >= 0 && text.charAt(last) == ' ') {
            last--;
        }
        return last < 0 || text.charAt(last) == '\n';
    }

    private static boolean isBlank(String token) {
        return token.equals(" ");
    }

    private static boolean isComment(String token) {
        return token.startsWith("/*");
    }

    /**
     * Splits a text into words and numbers, quoted texts and names, comments, blanks (a run is one token), and single
     * characters.
     */
    private static List<String> tokens(String query) {
        List<String> tokens = new ArrayList<>();
        int at = 0;
        while (at < query.length()) {
            int end = tokenEnd(query, at);
            tokens.add(Character.isWhitespace(query.charAt(at)) ? " " : query.substring(at, end));
            at = end;
        }
        return tokens;
    }

    private static int tokenEnd(String query, int at) {
        char first = query.charAt(at);
        if (first == '\'' || first == '"' || first == '`') {
            // A doubled quote inside ends one token and begins the next, with nothing between them.
            int end = query.indexOf(first, at + 1);
            return end < 0 ? query.length() : end + 1;
        }
        if (query.startsWith("/*", at)) {
            int end = query.indexOf("*/", at + 2);
            return end < 0 ? query.length() : end + 2;
        }
        int end = at + 1;
        if (Character.isWhitespace(first)) {
            while (end < query.length() && Character.isWhitespace(query.charAt(end))) {
                end++;
            }
        } else if (isWordPart(first)) {
            while (end < query.length() && isWordPart(query.charAt(end))) {
                end++;
            }
        }
        return end;
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }
}
