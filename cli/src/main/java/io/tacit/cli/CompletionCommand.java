package io.tacit.cli;

import io.tacit.cli.manual.Completion;
import io.tacit.cli.manual.ManPage;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tacit completion}: scripts for command-line shells, and pages for man. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = "Prints the script by which bash, zsh or fish completes commands and options.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit completion bash > ~/.local/share/bash-completion/completions/tacit",
            "  tacit completion zsh > ~/.zfunc/_tacit",
            "  tacit completion fish > ~/.config/fish/completions/tacit.fish"
        })
final class CompletionCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SHELL", arity = "0..1", description = "bash, zsh or fish.")
    private @Nullable Completion shell;

    @Option(names = "--man", paramLabel = "FOLDER", description = "Writes pages for man into a folder instead.")
    private @Nullable Path man;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() {
        CommandLine root = Tacit.commandLine();
        PrintWriter out = spec.commandLine().getOut();
        if (man != null) {
            pages(root, man);
        } else if (shell == null) {
            throw new CommandLine.ParameterException(spec.commandLine(), "For which shell? Say bash, zsh or fish.");
        } else {
            out.print(shell.script(root));
        }
        return CommandLine.ExitCode.OK;
    }

    private static void pages(CommandLine command, Path folder) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(command.getCommandSpec().qualifiedName("-") + ".1"), ManPage.of(command));
        } catch (IOException failure) {
            throw new Refusal(
                    ErrorCode.OUTPUT, "The pages cannot be written to " + folder + ".", "Choose another folder.");
        }
        command.getSubcommands().values().stream()
                .filter(below -> !below.getCommandSpec().usageMessage().hidden())
                .forEach(below -> pages(below, folder));
    }
}
