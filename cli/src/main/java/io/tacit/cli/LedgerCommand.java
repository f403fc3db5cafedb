package io.tacit.cli;

import io.tacit.cli.OwnerBook.Opened;
import io.tacit.cli.text.BookText;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerVerdict;
import io.tacit.engine.ledger.Receipt;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
        description = "Checks that nobody changed the ledger, shows who asked what, and goes on after a wrong clock.",
        subcommands = {LedgerCommand.Verify.class, LedgerCommand.Log.class, LedgerCommand.Clock.class},
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit ledger verify",
            "  tacit ledger log --analyst ada",
            "  tacit ledger clock --reason 'battery of the clock' --yes",
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
        /** Questions bear so much. */
        private static final Duration TOLERATED = Duration.ofMinutes(1);

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
            Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            for (LedgerEntry last : opened.ledger().history(Optional.empty(), 1)) {
                if (last.at().isAfter(now.plus(TOLERATED))) {
                    out.println("Its last entry is of " + last.at() + ", and by the clock of this machine it is " + now
                            + " (UTC): nothing is released until then. If the clock is right, go on with tacit ledger"
                            + " clock.");
                }
            }
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

    /** {@code tacit ledger clock}. */
    @Command(
            name = "clock",
            mixinStandardHelpOptions = true,
            description =
                    "Goes on by the clock of this machine after it was far ahead once, when nothing is released because"
                            + " entries of the ledger are of a time to come. What was spent in windows that have not begun counts in"
                            + " those of today, beside what was spent in these. The ledger keeps who did it and why.",
            footerHeading = "%nExamples:%n",
            footer = {"  tacit ledger clock --reason 'battery of the clock' --yes"})
    static final class Clock extends OwnerCommand {
        @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why, for the ledger.")
        private String reason = "";

        @Option(names = "--yes", description = "You are sure. Without it, nothing is done.")
        private boolean sure;

        @Override
        int run(Opened opened, PrintWriter out) {
            if (!sure) {
                throw usage("Nothing was done. The time is " + Instant.now().truncatedTo(ChronoUnit.SECONDS)
                        + " (UTC) by the clock of this machine: say --yes if that is right.");
            }
            Receipt receipt = opened.ledger().trustClock(OwnerBook.owner(), reason);
            if (!receipt.balances().isEmpty()) {
                out.print(BookText.balances(receipt.balances(), false));
            }
            out.println("The ledger goes on from now, as entry " + receipt.number() + " says.");
            return CommandLine.ExitCode.OK;
        }
    }
}
