package io.tacit.cli;

import io.tacit.cli.BudgetCommand.Format;
import io.tacit.cli.OwnerBook.Opened;
import io.tacit.cli.text.BookText;
import io.tacit.engine.ledger.LedgerVerdict;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code tacit ledger}: whether the books are whole, and who asked what. */
@Command(
        name = "ledger",
        mixinStandardHelpOptions = true,
        description = "Checks that nobody changed the ledger, and shows who asked what.",
        subcommands = {LedgerCommand.Verify.class, LedgerCommand.Log.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit ledger verify",
            "  tacit ledger log --analyst ada",
            "",
            "Exit codes: 0 done and whole, 1 something is wrong, 2 wrong usage."
        })
final class LedgerCommand implements Runnable {
    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** {@code tacit ledger verify}. */
    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description = "Computes every hash and every balance of the ledger anew.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  tacit ledger verify",
                "  tacit ledger verify --hash 5d41…",
                "",
                "Note the last hash somewhere else from time to time: with --hash a later check proves that nothing"
                        + " before it was changed or cut off."
            })
    static final class Verify implements Callable<Integer> {
        @Mixin
        private final OwnerBook books = new OwnerBook();

        @Option(names = "--hash", paramLabel = "HASH", description = "A hash noted earlier, which must occur.")
        private @Nullable String hash;

        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public Integer call() {
            PrintWriter out = spec.commandLine().getOut();
            try (Opened opened = books.open(spec.commandLine().getErr())) {
                LedgerVerdict verdict = opened.ledger().verify(Optional.ofNullable(hash));
                verdict.problems().forEach(problem -> out.println("Wrong: " + problem));
                out.println(
                        verdict.problems().isEmpty()
                                ? "The ledger is whole: " + verdict.entries()
                                        + (verdict.entries() == 1 ? " entry." : " entries.")
                                        + (verdict.entries() == 0 ? "" : " Its last hash is " + verdict.head() + ".")
                                : "The ledger is damaged or was changed. Release nothing until you know how.");
                return verdict.problems().isEmpty() ? CommandLine.ExitCode.OK : 1;
            }
        }
    }

    /** {@code tacit ledger log}. */
    @Command(
            name = "log",
            mixinStandardHelpOptions = true,
            description = "Shows who asked what and what was decided, oldest first. For you alone: what the engine said"
                    + " of a failure may quote data.",
            footerHeading = "%nExamples:%n",
            footer = {"  tacit ledger log", "  tacit ledger log --analyst ada --last 10 --format csv"})
    static final class Log implements Runnable {
        @Mixin
        private final OwnerBook books = new OwnerBook();

        @Option(names = "--analyst", paramLabel = "NAME", description = "Only what this analyst asked.")
        private @Nullable String analyst;

        @Option(
                names = "--last",
                paramLabel = "N",
                defaultValue = "50",
                description = "At most so many, the newest. Default: ${DEFAULT-VALUE}.")
        private int last = 50;

        @Option(names = "--format", paramLabel = "FORMAT", description = "table or csv. Default: table.")
        private Format format = Format.TABLE;

        @CommandLine.Spec
        @SuppressWarnings("NullAway.Init")
        private CommandSpec spec;

        @Override
        public void run() {
            try (Opened opened = books.open(spec.commandLine().getErr())) {
                spec.commandLine()
                        .getOut()
                        .print(BookText.lines(
                                opened.log().newest(Math.max(1, last), Optional.ofNullable(analyst)),
                                format == Format.CSV));
            }
        }
    }
}
