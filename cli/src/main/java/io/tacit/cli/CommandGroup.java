package io.tacit.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A command that only holds other commands: without one of them it shows its help. */
abstract class CommandGroup implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public final void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
