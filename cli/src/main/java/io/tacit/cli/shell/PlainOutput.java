package io.tacit.cli.shell;

import io.tacit.cli.text.RunningLine;
import io.tacit.cli.text.Terminal;
import java.io.PrintWriter;
import java.util.function.BooleanSupplier;

/** Output that is no terminal: everything is written as it comes. */
record PlainOutput(PrintWriter writer) implements ShellOutput {
    @Override
    public void show(String text) {
        writer.print(text);
        writer.flush();
    }

    @Override
    public RunningLine running(BooleanSupplier waits) {
        return RunningLine.none(writer);
    }

    @Override
    public int columns() {
        return Terminal.columns();
    }
}
