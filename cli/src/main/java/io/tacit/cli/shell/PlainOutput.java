package io.tacit.cli.shell;

import io.tacit.cli.text.RunningLine;
import io.tacit.cli.text.Terminal;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Output that is no terminal: everything is written as it comes. */
record PlainOutput(PrintWriter writer) implements ShellOutput {
    @Override
    public void show(String text) {
        writer.print(text);
        writer.flush();
    }

    @Override
    public RunningLine running(Supplier<Optional<OptionalDouble>> progress) {
        return RunningLine.none(writer);
    }

    @Override
    public int columns() {
        return Terminal.columns();
    }
}
