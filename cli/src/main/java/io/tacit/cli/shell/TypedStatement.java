package io.tacit.cli.shell;

import java.util.List;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Reads what is typed: Enter ends a statement behind its semicolon and a command with its line, else begins a new line. */
final class TypedStatement implements Parser {
    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        boolean entered = context == ParseContext.ACCEPT_LINE || context == ParseContext.SECONDARY_PROMPT;
        if (entered && !StatementText.isCommand(line) && !StatementText.isBlank(line) && StatementText.end(line) < 0) {
            throw new EOFError(-1, -1, "the statement goes on", ";");
        }
        int at = Math.min(cursor, line.length());
        int start = at;
        while (start > 0 && isPart(line.charAt(start - 1))) {
            start--;
        }
        return new Word(line, at, line.substring(start, at), StatementText.isCommand(line) && start == first(line));
    }

    private static int first(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '\\' || c == '"' || c == '?';
    }

    /**
     * The word at the cursor, up to the cursor.
     *
     * @param first whether it is the name of a command
     */
    record Word(String line, int cursor, String word, boolean first) implements ParsedLine {
        @Override
        public int wordCursor() {
            return word.length();
        }

        @Override
        public int wordIndex() {
            return first ? 0 : 1;
        }

        @Override
        public List<String> words() {
            return first ? List.of(word) : List.of("", word);
        }
    }
}
