package io.tacit.cli;

import io.tacit.cli.OwnerBook.Opened;
import io.tacit.engine.session.AnalystPolicy;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
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
        return analyst().isEmpty()
                ? opened(books::open)
                : AnalystPolicy.hearing(
                        () -> opened(err -> books.openFor(analyst().get())));
    }

    private int opened(Function<PrintWriter, Opened> books) {
        try (Opened opened = books.apply(spec.commandLine().getErr())) {
            return run(opened, spec.commandLine().getOut());
        }
    }

    /** The analyst who is to read what the command says; empty for the owner, who reads all. */
    Optional<String> analyst() {
        return Optional.empty();
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
