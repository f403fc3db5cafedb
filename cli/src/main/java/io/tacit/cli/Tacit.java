package io.tacit.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
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
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit demo",
            "  tacit query --table visits=visits.csv --privacy-unit VisitorId \\",
            "      'SELECT Day, COUNT(*) AS visits FROM visits GROUP BY Day'",
            "  tacit shell visits.csv --privacy-unit VisitorId",
            "  tacit policy init shop.duckdb",
            "  tacit query --help"
        })
public final class Tacit extends CommandGroup {
    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] given) {
        String[] words = opensShell(given) ? new String[] {"shell"} : given;
        // Scripts read what tacit writes: numbers look the same everywhere.
        Locale.setDefault(Locale.ROOT);
        CommandLine line = commandLine(words);
        line.setOut(writer(FileDescriptor.out));
        line.setErr(writer(FileDescriptor.err));
        System.exit(run(line, words));
    }

    /** Whether tacit alone, typed at a terminal beside a policy, opens a shell. */
    private static boolean opensShell(String... words) {
        return words.length == 0 && ShellCommand.isInteractive() && Files.exists(PolicyOptions.USUAL);
    }

    /** The exit code; every failure is told in one message. */
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

    /** UTF-8 under every locale: answers hold names from the data, and JSON is UTF-8. */
    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), false);
    }

    /** The parser of the command line with all commands. */
    public static CommandLine commandLine() {
        return commandLine(List.of(Word.values()));
    }

    /**
     * The parser with only the command that the words name, or with all commands: it takes time to read the options of
     * a command.
     */
    private static CommandLine commandLine(String... words) {
        for (Word command : Word.values()) {
            if (command != Word.HELP && words.length > 0 && words[0].equals(command.word)) {
                return commandLine(List.of(command));
            }
        }
        return commandLine();
    }

    /** The parser with these commands and with Tacit's way of telling errors. */
    private static CommandLine commandLine(List<Word> commands) {
        CommandLine line = new CommandLine(new Tacit());
        commands.forEach(command -> line.addSubcommand(command.word, command.make.get()));
        line.setExecutionExceptionHandler(new TellErrors());
        line.setParameterExceptionHandler(new TellUsage());
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.setAbbreviatedOptionsAllowed(false);
        return line;
    }

    /** The commands, in the order of the help. */
    @SuppressWarnings("ImmutableEnumChecker") // Constructors of commands: nothing in them changes.
    private enum Word {
        QUERY("query", QueryCommand::new),
        SHELL("shell", ShellCommand::new),
        TABLES("tables", TablesCommand::new),
        EXPLAIN("explain", ExplainCommand::new),
        DEMO("demo", DemoCommand::new),
        POLICY("policy", PolicyCommand::new),
        BUDGET("budget", BudgetCommand::new),
        LEDGER("ledger", LedgerCommand::new),
        REFRESH("refresh", RefreshCommand::new),
        AUDIT("audit", AuditCommand::new),
        EXPERIMENT("experiment", ExperimentCommand::new),
        COMPLETION("completion", CompletionCommand::new),
        HELP("help", HelpCommand::new),
        WARM_UP("warm-up", WarmUpCommand::new);

        private final String word;
        private final Supplier<Object> make;

        Word(String word, Supplier<Object> make) {
            this.word = word;
            this.make = make;
        }
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
}
