package io.tacit.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command line's root. */
@Command(
        name = "tacit",
        mixinStandardHelpOptions = true,
        version = "tacit 0.1.0",
        description = "Answers SQL about people without exposing anyone: every answer is differentially private.",
        subcommands = {
            QueryCommand.class,
            ExplainCommand.class,
            DemoCommand.class,
            HelpCommand.class,
            WarmUpCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit demo",
            "  tacit query --table visits=visits.csv --privacy-unit VisitorId \\",
            "      'SELECT Day, COUNT(*) AS visits FROM visits GROUP BY Day'",
            "  tacit query --help"
        })
public final class Tacit implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] words) {
        // Scripts read what tacit writes: numbers look the same everywhere.
        java.util.Locale.setDefault(java.util.Locale.ROOT);
        int code = commandLine().execute(words);
        System.out.flush();
        System.exit(code);
    }

    /** The parser of the command line, with Tacit's way of telling errors. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Tacit());
        line.setExecutionExceptionHandler(new TellErrors());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.setAbbreviatedOptionsAllowed(false);
        return line;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
