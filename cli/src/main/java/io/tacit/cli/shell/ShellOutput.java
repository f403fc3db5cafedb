package io.tacit.cli.shell;

import java.io.PrintWriter;

/** Where a shell writes: a terminal with its pager, or plain streams. */
interface ShellOutput {
    /** For all lines but long answers. */
    PrintWriter writer();

    /** Shows an answer, page by page where it is long and somebody looks. */
    void show(String text);

    /** How many columns a line may take. */
    int columns();
}
