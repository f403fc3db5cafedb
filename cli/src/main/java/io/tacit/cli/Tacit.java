package io.tacit.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;

/** The command line's root. */
@Command(
        name = "tacit",
        mixinStandardHelpOptions = true,
        versionProvider = Tacit.Version.class,
        description = "Answers SQL about people without exposing anyone: every answer is differentially private.",
        subcommands = {
            QueryCommand.class,
            ExplainCommand.class,
            DemoCommand.class,
            PolicyCommand.class,
            BudgetCommand.class,
            LedgerCommand.class,
            RefreshCommand.class,
            HelpCommand.class,
            WarmUpCommand.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit demo",
            "  tacit query --table visits=visits.csv --privacy-unit VisitorId \\",
            "      'SELECT Day, COUNT(*) AS visits FROM visits GROUP BY Day'",
            "  tacit policy init shop.duckdb",
            "  tacit query --help"
        })
public final class Tacit implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] words) {
        // Scripts read what tacit writes: numbers look the same everywhere.
        Locale.setDefault(Locale.ROOT);
        CommandLine line = commandLine();
        line.setOut(writer(FileDescriptor.out));
        line.setErr(writer(FileDescriptor.err));
        System.exit(run(line, words));
    }

    /** The exit code; whatever goes wrong is told in one message. */
    static int run(CommandLine line, String... words) {
        int code;
        try {
            code = line.execute(words);
        } catch (Throwable failure) {
            // An Error, such as too little memory: picocli hands over exceptions only.
            code = TellErrors.unexpected(failure, line.getErr());
        }
        // Reports also what could not be written: a full disk must not look like an answer.
        boolean lost = line.getOut().checkError();
        if (lost && code == CommandLine.ExitCode.OK) {
            code = TellErrors.lostOutput(line.getErr());
        }
        line.getErr().flush();
        return code;
    }

    /** UTF-8 whatever the locale says: answers hold names from the data, and JSON is UTF-8. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), false);
    }

    /** The parser of the command line, with Tacit's way of telling errors. */
    public static CommandLine commandLine() {
        CommandLine line = new CommandLine(new Tacit());
        line.setExecutionExceptionHandler(new TellErrors());
        line.setParameterExceptionHandler(new TellUsage());
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.setAbbreviatedOptionsAllowed(false);
        return line;
    }

    /** What {@code --version} says: the version of the jar, and of the Java that runs it. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Tacit.class.getPackage().getImplementationVersion();
            return new String[] {
                "tacit " + (version == null ? "(not packaged)" : version),
                "Java " + Runtime.version().feature()
            };
        }
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
