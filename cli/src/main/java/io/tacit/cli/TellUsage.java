package io.tacit.cli;

import io.tacit.cli.text.Wrap;
import java.io.PrintWriter;
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
        err.println(Wrap.atTerminal(isSecondQuery(failure) ? ONE_QUERY : String.valueOf(failure.getMessage())));
        UnmatchedArgumentException.printSuggestions(failure, err);
        err.println("See " + line.getCommandSpec().qualifiedName() + " --help.");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }

    /** Whether a word too many stands beside a query: mostly a file, as the shell takes it, or a query without quotes. */
    private static boolean isSecondQuery(ParameterException failure) {
        return failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.isUnknownOption()
                && failure.getCommandLine().getCommandSpec().positionalParameters().stream()
                        .anyMatch(parameter -> parameter.paramLabel().equals("SQL"));
    }
}
