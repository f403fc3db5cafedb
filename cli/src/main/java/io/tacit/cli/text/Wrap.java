package io.tacit.cli.text;

/** Breaks sentences between words where a terminal's line ends. */
public final class Wrap {
    /** Narrower lines would hold a word or two. */
    private static final int LEAST = 30;

    private Wrap() {}

    /**
     * The text with lines of at most so many columns, where words allow that; a line that goes on stands as far to the
     * right as it began. Text that fits, or goes to no terminal, stays as it is.
     */
    public static String at(String text, int columns) {
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

    private static String broken(String line, int columns) {
        String indent = " ".repeat(line.length() - line.stripLeading().length());
        String end = line.substring(line.stripTrailing().length());
        StringBuilder text = new StringBuilder(indent);
        int width = indent.length();
        boolean first = true;
        for (String word : line.strip().split(" ", -1)) {
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
