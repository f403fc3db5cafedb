package io.tacit.cli.shell;

import java.util.ArrayList;
import java.util.List;

/** Where a statement ends in what was typed so far: at a semicolon outside quotes and comments. */
final class StatementText {
    private StatementText() {}

    /** The place behind the first semicolon that ends a statement; -1 where the statement goes on. */
    static int end(String text) {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == ';') {
                return at + 1;
            }
            at = piece(text, at);
        }
        return -1;
    }

    /** The statements of a text, without their semicolons; the last one need not have one. */
    static List<String> split(String text) {
        List<String> statements = new ArrayList<>();
        String rest = text;
        while (!isBlank(rest)) {
            int end = end(rest);
            statements.add(rest.substring(0, end < 0 ? rest.length() : end - 1).strip());
            rest = end < 0 ? "" : rest.substring(end);
        }
        return statements;
    }

    /** Whether there is nothing to run: blanks, comments and semicolons. */
    static boolean isBlank(String text) {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean comment = text.startsWith("--", at) || text.startsWith("/*", at);
            if (!comment && c != ';' && !Character.isWhitespace(c)) {
                return false;
            }
            at = piece(text, at);
        }
        return true;
    }

    /** Whether a text is a command of the shell, which ends with its line. */
    static boolean isCommand(String text) {
        return text.stripLeading().startsWith("\\");
    }

    /** The place behind a quoted piece, a comment, or else one character. An unclosed one reaches to the end. */
    static int piece(String text, int at) {
        char c = text.charAt(at);
        if (c == '\'' || c == '"') {
            return behind(text, String.valueOf(c), at + 1);
        }
        if (text.startsWith("--", at)) {
            return behind(text, "\n", at);
        }
        return text.startsWith("/*", at) ? comment(text, at) : at + 1;
    }

    private static int behind(String text, String sign, int from) {
        int found = text.indexOf(sign, from);
        return found < 0 ? text.length() : found + sign.length();
    }

    /** A comment may hold others, as the parser reads them. */
    private static int comment(String text, int start) {
        int depth = 0;
        int at = start;
        do {
            int change = text.startsWith("/*", at) ? 1 : text.startsWith("*/", at) ? -1 : 0;
            depth += change;
            at += change == 0 ? 1 : 2;
        } while (depth > 0 && at < text.length());
        return Math.min(at, text.length());
    }
}
