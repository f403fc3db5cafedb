package io.tacit.cli;

import io.tacit.cli.OwnerBook.Opened;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The shell of the owner's commands: checks the options, opens the books of a policy, does one thing, closes them. */
abstract class OwnerCommand implements Callable<Integer> {
    @Mixin
    private final OwnerBook books = new OwnerBook();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** How a list is written. */
    enum Format {
        TABLE,
        CSV
    }

    @Override
    public final Integer call() {
        check();
        try (Opened opened = books.open(spec.commandLine().getErr())) {
            return run(opened, spec.commandLine().getOut());
        }
    }

    /**
     * Refuses options that contradict each other, before the books are opened.
     *
     * @throws ParameterException when they do
     */
    void check() {}

    /**
     * Does what the command is for.
     *
     * @return the exit code
     */
    abstract int run(Opened opened, PrintWriter out);

    /** Wrong usage, with the command's own help. */
    final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
