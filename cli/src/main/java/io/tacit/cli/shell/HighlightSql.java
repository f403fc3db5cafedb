package io.tacit.cli.shell;

import java.util.Locale;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Colours what is typed: keywords, texts, numbers, comments, commands of the shell. */
final class HighlightSql implements Highlighter {
    private static final AttributedStyle KEYWORD =
            AttributedStyle.DEFAULT.bold().foreground(AttributedStyle.BLUE);
    private static final AttributedStyle TEXT = AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
    private static final AttributedStyle NUMBER = AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);
    private static final AttributedStyle COMMENT = AttributedStyle.DEFAULT.faint();
    private static final AttributedStyle COMMAND = AttributedStyle.DEFAULT.foreground(AttributedStyle.MAGENTA);

    @Override
    public AttributedString highlight(LineReader reader, String text) {
        return coloured(text);
    }

    static AttributedString coloured(String text) {
        if (StatementText.isCommand(text)) {
            return new AttributedString(text, COMMAND);
        }
        AttributedStringBuilder out = new AttributedStringBuilder();
        int at = 0;
        while (at < text.length()) {
            int end = isWordPart(text.charAt(at)) ? wordEnd(text, at) : StatementText.piece(text, at);
            out.styled(style(text, at, end), text.substring(at, end));
            at = end;
        }
        return out.toAttributedString();
    }

    private static AttributedStyle style(String text, int at, int end) {
        char first = text.charAt(at);
        if (first == '\'') {
            return TEXT;
        }
        if (end - at > 1 && (first == '-' || first == '/')) {
            return COMMENT;
        }
        if (Character.isDigit(first)) {
            return NUMBER;
        }
        return SqlKeywords.ALL.contains(text.substring(at, end).toUpperCase(Locale.ROOT))
                ? KEYWORD
                : AttributedStyle.DEFAULT;
    }

    private static int wordEnd(String text, int start) {
        int at = start;
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }
}
