package io.tacit.cli.shell;

import io.tacit.cli.text.RunningLine;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;

/** Where a shell writes: a terminal with its pager, or plain streams. */
interface ShellOutput {
    /** For all lines but long answers. */
    PrintWriter writer();

    /** Shows an answer, page by page where it is long and somebody looks. */
    void show(String text);

    /**
     * Says while a query runs that it does, where somebody looks.
     *
     * @param waits as {@link RunningLine} takes it
     */
    RunningLine running(BooleanSupplier waits);

    /** How many columns a line may take. */
    int columns();
}
