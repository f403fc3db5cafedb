package io.tacit.cli.text;

/** What is known about the terminal that text goes to. */
public final class Terminal {
    /** Set by the launcher when standard output is a terminal; Java itself cannot tell its size. */
    private static final String COLUMNS = "tacit.columns";

    private Terminal() {}

    /** How many columns standard output has; no limit where it is no terminal or its size is unknown. */
    public static int columns() {
        int columns = Integer.getInteger(COLUMNS, 0);
        return columns > 0 ? columns : Integer.MAX_VALUE;
    }
}
