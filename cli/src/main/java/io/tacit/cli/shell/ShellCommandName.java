package io.tacit.cli.shell;

import java.util.Arrays;
import java.util.Optional;

/** The commands of the shell, in the order of its help. */
enum ShellCommandName {
    HELP("\\?", "", "this help"),
    TABLES("\\dt", "", "the tables, and whose rows they hold"),
    DESCRIBE("\\d", "[TABLE]", "the columns of a table; without a name, the tables"),
    BUDGET("\\budget", "", "what was spent, and what is left"),
    EXPLAIN("\\explain", "[QUERY]", "what a query would cost; without one, the last query. Free"),
    HISTORY("\\history", "[N]", "the questions of this session; with a number, its answer again, free"),
    CONFIRM("\\confirm", "[on|off]", "whether cost and expected ± are shown before a query runs"),
    FORMAT("\\format", "[FORMAT]", "how answers are written: table, csv, json, markdown, html"),
    EXPANDED("\\x", "[on|off]", "one line for each value instead of a table"),
    CHART("\\chart", "[on|off]", "draws noisy numbers below the table"),
    TIMING("\\timing", "[on|off]", "how long each query took"),
    OUTPUT("\\o", "[FILE]", "answers go to a file; without a name, to the terminal again"),
    INCLUDE("\\i", "FILE", "runs the statements of a file"),
    QUIT("\\q", "", "leaves the shell, as Ctrl-D does");

    private final String word;
    private final String argument;
    private final String meaning;

    ShellCommandName(String word, String argument, String meaning) {
        this.word = word;
        this.argument = argument;
        this.meaning = meaning;
    }

    String word() {
        return word;
    }

    String meaning() {
        return meaning;
    }

    static Optional<ShellCommandName> of(String word) {
        return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
    }

    /** What the help says of all of them. */
    static String help() {
        StringBuilder text = new StringBuilder(
                "A statement ends with a semicolon; Tab completes; Ctrl-C stops a query or drops a line.\n");
        for (ShellCommandName command : values()) {
            String written = command.word + " " + command.argument;
            text.append("  ")
                    .append(written)
                    .append(" ".repeat(20 - written.length()))
                    .append(command.meaning)
                    .append('\n');
        }
        return text.append("SELECT …, EXPLAIN PRIVACY SELECT …, FRESH SELECT …, SHOW TABLES and DESCRIBE t are"
                        + " answered.\n")
                .toString();
    }
}
