package io.tacit.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The policy that a command is about: named by {@code --policy} as everywhere, or by the command's only word. */
final class PolicyFileOption {
    @Option(
            names = "--policy",
            paramLabel = "FILE",
            defaultValue = "tacit.yaml",
            description = "The policy. Default: ${DEFAULT-VALUE}.")
    private Path option = PolicyOptions.USUAL;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "The policy, as --policy FILE.")
    private @Nullable Path word;

    /**
     * The file.
     *
     * @throws ParameterException when two are named
     */
    Path file(CommandLine line) {
        if (word == null) {
            return option;
        }
        if (line.getParseResult().hasMatchedOption("--policy")) {
            throw new ParameterException(
                    line,
                    "There are two policies, " + option + " and " + word + ". Name one, with --policy or without.");
        }
        return word;
    }
}
