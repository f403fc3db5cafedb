package io.tacit.cli;

import io.tacit.cli.text.Wrap;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Tells people that the command was not written as it must be: what is wrong and where to look, exit code 2. */
final class TellUsage implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException failure, String[] words) {
        CommandLine line = failure.getCommandLine();
        PrintWriter err = line.getErr();
        err.println(Wrap.atTerminal(String.valueOf(failure.getMessage())));
        UnmatchedArgumentException.printSuggestions(failure, err);
        err.println("See " + line.getCommandSpec().qualifiedName() + " --help.");
        err.flush();
        return CommandLine.ExitCode.USAGE;
    }
}
