package io.tacit.cli.text;

/** Breaks sentences between words where a terminal's line ends. */
public final class Wrap {
    /** Narrower lines would hold a word or two. */
    private static final int LEAST = 30;

    /** A space between words; not one after a sign that belongs to the number behind it, or before one of the number before. */
    private static final String TOGETHER = "(?<![±εδρ≥≤]) (?!%)";

    private Wrap() {}

    /**
     * The text with lines of at most so many columns, where words allow that; a line that goes on stands as far to the
     * right as it began. Text that fits, or goes to no terminal, stays as it is, but for characters that would steer one.
     */
    public static String at(String given, int columns) {
        String text = HarmlessText.lines(given);
        if (columns < LEAST || text.lines().allMatch(line -> Width.of(line) <= columns)) {
            return text;
        }
        StringBuilder wrapped = new StringBuilder();
        for (String line : text.split("(?<=\n)", -1)) {
            wrapped.append(Width.of(line.stripTrailing()) <= columns ? line : broken(line, columns));
        }
        return wrapped.toString();
    }

    /** The text for whoever sits at the terminal that standard output goes to. */
    public static String atTerminal(String text) {
        return at(text, Terminal.columns());
    }

    /** A sentence for whoever sits at the terminal: what it quotes, such as a name of a column, cannot steer that. */
    public static String sentence(String text) {
        return atTerminal(Cells.shown(text));
    }

    /** The text if it fits, else as much of it as fits before a mark that something is missing. */
    static String cut(String text, int room) {
        if (Width.of(text) <= room) {
            return text;
        }
        int end = 0;
        int width = 1;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            width += Width.of(Character.toString(point));
            if (width > room) {
                break;
            }
            end += Character.charCount(point);
        }
        return text.substring(0, end) + "…";
    }

    /**
     * Lines of at most so many columns that hold all of the text, broken between words where it has any, else anywhere;
     * each ends with a line break.
     *
     * @param first what the first line begins with
     * @param next what the others begin with, as wide
     */
    static String within(String first, String next, String text, int columns) {
        int room = Math.max(1, columns - Width.of(first));
        StringBuilder lines = new StringBuilder();
        String left = text;
        String begin = first;
        while (Width.of(left) > room) {
            int end = fitting(left, room);
            int space = left.lastIndexOf(' ', end);
            boolean between = space > 0;
            lines.append(begin).append(left, 0, between ? space : end).append('\n');
            left = left.substring(between ? space + 1 : end);
            begin = next;
        }
        return lines.append(begin).append(left).append('\n').toString();
    }

    /** How many characters of a text fit: one at least. */
    private static int fitting(String text, int room) {
        int end = 0;
        int width = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            width += Width.of(Character.toString(point));
            if (width > room && end > 0) {
                break;
            }
            end += Character.charCount(point);
        }
        return end;
    }

    private static String broken(String line, int columns) {
        String indent = " ".repeat(line.length() - line.stripLeading().length());
        String end = line.substring(line.stripTrailing().length());
        StringBuilder text = new StringBuilder(indent);
        int width = indent.length();
        boolean first = true;
        for (String word : line.strip().split(TOGETHER, -1)) {
            int more = Width.of(word) + (first ? 0 : 1);
            if (!first && width + more > columns) {
                text.append(System.lineSeparator()).append(indent);
                width = indent.length();
                first = true;
                more = Width.of(word);
            }
            text.append(first ? "" : " ").append(word);
            width += more;
            first = false;
        }
        return text + end;
    }
}
