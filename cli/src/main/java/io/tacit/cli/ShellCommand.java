package io.tacit.cli;

import io.tacit.cli.shell.ShellRun;
import io.tacit.cli.shell.ShellSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tacit shell}: asks one question after the other, in one warm process. */
@Command(
        name = "shell",
        mixinStandardHelpOptions = true,
        description = "Asks one question after the other, without starting anew. In a folder with a tacit.yaml,"
                + " tacit alone does the same.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit shell visits.csv --privacy-unit VisitorId",
            "  tacit shell --policy tacit.yaml --analyst ada",
            "  tacit shell visits.csv --privacy-unit VisitorId < questions.sql",
            "",
            "A statement ends with a semicolon. Before a query runs you see what it costs. \\? lists the commands.",
            "Exit codes: 0 left, or all statements of a pipe answered; 1 one of them refused."
        })
final class ShellCommand implements Callable<Integer> {
    /** Set by the launcher when standard input and output are both a terminal; Java cannot tell in all its versions. */
    static final String INTERACTIVE = "tacit.interactive";

    @Parameters(
            paramLabel = "[NAME=]FILE",
            arity = "0..*",
            description = "Tables with people's rows; without a NAME called as their files.")
    private List<String> files = new ArrayList<>();

    @Mixin
    private final SourceOptions sources = new SourceOptions();

    @Mixin
    private final PrivacyOptions privacy = new PrivacyOptions();

    @Mixin
    private final PolicyOptions policy = new PolicyOptions();

    @Mixin
    private final TallyOptions tally = new TallyOptions();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandLine.Model.CommandSpec spec;

    /** Whether a person sits at both ends. */
    static boolean isInteractive() {
        return Boolean.getBoolean(INTERACTIVE);
    }

    @Override
    public Integer call() {
        CommandLine line = spec.commandLine();
        files.forEach(sources::addTable);
        try (OpenSession open =
                OpenSession.open(sources, privacy, policy, Optional.of(tally), Optional.empty(), line)) {
            ShellSession subject =
                    new ShellSession(open::session, open.who(), open.inputs(), open::keepSchemas, open::anew);
            if (isInteractive()) {
                ShellRun.atTerminal(subject);
                return CommandLine.ExitCode.OK;
            }
            return ShellRun.piped(subject, System.in, line.getOut()) ? CommandLine.ExitCode.OK : 1;
        }
    }
}
