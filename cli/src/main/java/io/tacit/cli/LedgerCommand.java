package io.tacit.cli;

import io.tacit.cli.OwnerBook.Opened;
import io.tacit.cli.text.BookText;
import io.tacit.engine.ledger.LedgerVerdict;
import java.io.PrintWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
final class LedgerCommand extends CommandGroup {
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
    static final class Verify extends OwnerCommand {
        @Option(
                names = "--hash",
                paramLabel = "HASH",
                description = "A hash noted earlier; the check fails if no entry has it.")
        private @Nullable String hash;

        @Override
        void check() {
            if (hash != null && !hash.strip().matches("[0-9A-Fa-f]{64}")) {
                throw usage(
                        "--hash takes all 64 digits of a hash, as \"tacit ledger verify\" and \"tacit budget history"
                                + " --format csv\" show it.");
            }
        }

        @Override
        int run(Opened opened, PrintWriter out) {
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

    /** {@code tacit ledger log}. */
    @Command(
            name = "log",
            mixinStandardHelpOptions = true,
            description =
                    "Shows who asked what and what was decided, oldest first. CSV has all of it, reasons and what the"
                            + " engine said too. For you alone: what the engine said of a failure may quote data.",
            footerHeading = "%nExamples:%n",
            footer = {"  tacit ledger log", "  tacit ledger log --analyst ada --last 10 --format csv"})
    static final class Log extends OwnerCommand {
        @Option(names = "--analyst", paramLabel = "NAME", description = "Only what this analyst asked.")
        private @Nullable String analyst;

        @Mixin
        private final ListOptions list = new ListOptions();

        @Override
        int run(Opened opened, PrintWriter out) {
            out.print(BookText.lines(opened.log().newest(list.last(), Optional.ofNullable(analyst)), list.csv()));
            return CommandLine.ExitCode.OK;
        }
    }
}
