package io.tacit.cli;

import io.tacit.cli.text.Wrap;
import io.tacit.engine.refusal.NearestName;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells people that the command was not written as it must be: what is wrong and where to look, exit code 2. */
final class TellUsage implements IParameterExceptionHandler {
    private static final String ONE_QUERY =
            "There are several words where one query stands. Put the query in quotes, and name files by --table FILE.";

    @Override
    public int handleParseException(ParameterException failure, String[] words) {
        CommandLine line = failure.getCommandLine();
        PrintWriter err = line.getErr();
        Optional<String> command = unknownCommand(failure);
        err.println(Wrap.atTerminal(
                isSecondQuery(failure) ? ONE_QUERY : command.orElse(String.valueOf(failure.getMessage()))));
        if (command.isEmpty()) {
            UnmatchedArgumentException.printSuggestions(failure, err);
        }
        err.println("See " + line.getCommandSpec().qualifiedName() + " --help.");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    /** What is said where the name of a command stands that there is none of. */
    private static Optional<String> unknownCommand(ParameterException failure) {
        CommandLine line = failure.getCommandLine();
        if (!(failure instanceof UnmatchedArgumentException unmatched)
                || unmatched.isUnknownOption()
                || line.getSubcommands().isEmpty()) {
            return Optional.empty();
        }
        String word = unmatched.getUnmatched().get(0);
        List<String> shown = line.getSubcommands().entrySet().stream()
                .filter(command ->
                        !command.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
        return Optional.of("There is no command " + word + "."
                + NearestName.of(word, shown)
                        .map(near -> " Did you mean " + near + "?")
                        .orElse(""));
    }

    /** Whether a word too many stands beside a query: mostly a file, as the shell takes it, or a query without quotes. */
    private static boolean isSecondQuery(ParameterException failure) {
        return failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.isUnknownOption()
                && failure.getCommandLine().getCommandSpec().positionalParameters().stream()
                        .anyMatch(parameter -> parameter.paramLabel().equals("SQL"));
    }
}
