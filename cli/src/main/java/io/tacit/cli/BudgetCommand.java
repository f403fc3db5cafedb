package io.tacit.cli;

import io.tacit.cli.OwnerBook.Opened;
import io.tacit.cli.text.BookText;
import io.tacit.cli.text.BudgetPage;
import io.tacit.cli.text.Wrap;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.Receipt;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.measure.Rho;
import io.tacit.privacy.number.Rational;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tacit budget}: what was spent, what is left, and the owner's word on it. */
@Command(
        name = "budget",
        mixinStandardHelpOptions = true,
        description = "Shows the accounts of a policy and what was spent; grants more, or begins an account anew.",
        subcommands = {
            BudgetCommand.Show.class,
            BudgetCommand.History.class,
            BudgetCommand.Grant.class,
            BudgetCommand.Reset.class
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tacit budget show",
            "  tacit budget history --account students/ada",
            "  tacit budget grant --account students/ada --epsilon 1 --delta 1e-7 \\",
            "      --reason 'second paper'",
            "",
            "Exit codes: 0 done, 1 refused, 2 wrong usage."
        })
final class BudgetCommand extends CommandGroup {
    /** {@code tacit budget show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Shows every account: what may be spent, what was, what is left.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  tacit budget show",
                "  tacit budget show --analyst ada",
                "  tacit budget show --format html > budget.html"
            })
    static final class Show extends OwnerCommand {
        /** Of each account, as many as a picture can hold. */
        private static final int MOST_ENTRIES = 10_000;

        @Option(
                names = "--analyst",
                paramLabel = "NAME",
                description = "Only the account of this analyst, and only what they may know of it.")
        private @Nullable String analyst;

        @Option(
                names = "--format",
                paramLabel = "FORMAT",
                defaultValue = "table",
                description = "table, csv, or html: a page that shows who spent how much when. Default:"
                        + " ${DEFAULT-VALUE}.")
        private ShowFormat format = ShowFormat.TABLE;

        /** How accounts are shown. */
        enum ShowFormat {
            TABLE,
            CSV,
            HTML
        }

        @Override
        Optional<String> analyst() {
            return Optional.ofNullable(analyst);
        }

        @Override
        int run(Opened opened, PrintWriter out) {
            List<AccountTerms> accounts = analyst == null
                    ? opened.accounts()
                    : opened.policy().accountsOf(analyst).subList(0, 1);
            List<Balance> balances = accounts.stream()
                    .map(account -> opened.ledger().balance(account))
                    .toList();
            out.print(
                    format == ShowFormat.HTML
                            ? BudgetPage.of(opened.policy().dataset(), balances, entries(opened, accounts))
                            : BookText.balances(balances, format == ShowFormat.CSV));
            if (analyst == null && format == ShowFormat.TABLE) {
                BooksBesidePolicy.differences(opened).forEach(sentence -> out.println(Wrap.atTerminal(sentence)));
            }
            return CommandLine.ExitCode.OK;
        }

        /** What was charged to these accounts, oldest first; an analyst sees their own account's entries alone. */
        private static List<LedgerEntry> entries(Opened opened, List<AccountTerms> accounts) {
            return accounts.stream()
                    .flatMap(account -> opened.ledger().history(Optional.of(account.name()), MOST_ENTRIES).stream())
                    .sorted(Comparator.comparingLong(LedgerEntry::number))
                    .toList();
        }
    }

    /** {@code tacit budget history}. */
    @Command(
            name = "history",
            mixinStandardHelpOptions = true,
            description =
                    "Shows the entries of the ledger with the queries that were charged, oldest first. CSV has all of"
                            + " it: windows, who, whole queries and hashes.",
            footerHeading = "%nExamples:%n",
            footer = {"  tacit budget history", "  tacit budget history --account total --last 10 --format csv"})
    static final class History extends OwnerCommand {
        @Option(names = "--account", paramLabel = "NAME", description = "Only the entries of this account.")
        private @Nullable String account;

        @Mixin
        private final ListOptions list = new ListOptions();

        @Override
        int run(Opened opened, PrintWriter out) {
            Optional<String> name = Optional.ofNullable(account)
                    .map(given -> opened.account(given).name());
            List<LedgerEntry> entries = opened.ledger().history(name, list.last());
            Map<String, String> queries = opened.log()
                    .texts(entries.stream()
                            .filter(entry ->
                                    entry.kind() == LedgerEntry.Kind.CHARGE || entry.kind() == LedgerEntry.Kind.FAILURE)
                            .map(LedgerEntry::query)
                            .collect(Collectors.toSet()));
            out.print(BookText.entries(entries, queries, list.csv()));
            return CommandLine.ExitCode.OK;
        }
    }

    /** {@code tacit budget grant}. */
    @Command(
            name = "grant",
            mixinStandardHelpOptions = true,
            description = "Allows an account more than its policy did, in this and every later window. The ledger keeps"
                    + " who did it and why.",
            footerHeading = "%nExamples:%n",
            footer = {
                "  tacit budget grant --account students/ada --epsilon 1 --delta 1e-7 \\",
                "      --reason 'second paper'",
                "  tacit budget grant --account institute --rho 0.1 --delta 0 \\",
                "      --reason 'yearly report'"
            })
    static final class Grant extends OwnerCommand {
        @Option(names = "--account", paramLabel = "NAME", required = true, description = "Which account.")
        private String account = "";

        @Option(
                names = "--epsilon",
                paramLabel = "E",
                description = "How much epsilon to add, for an account of epsilon.")
        private @Nullable BigDecimal epsilon;

        @Option(names = "--rho", paramLabel = "R", description = "How much rho to add, for an account of rho.")
        private @Nullable BigDecimal rho;

        @Option(
                names = "--delta",
                paramLabel = "D",
                defaultValue = "0",
                description = "How much delta to add. Default: ${DEFAULT-VALUE}.")
        private BigDecimal delta = BigDecimal.ZERO;

        @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why, for the ledger.")
        private String reason = "";

        @Option(
                names = "--yes",
                description = "You are sure, of a grant above an epsilon or rho of 10. Without it, nothing is done.")
        private boolean sure;

        /** A policy is warned of what is more; a slip such as 1e9 for 1e-9 could be taken back by a reset only. */
        private static final BigDecimal MUCH = BigDecimal.TEN;

        @Override
        void check() {
            more();
            if (reason.isBlank()) {
                throw usage("Nothing was done. Say why, with --reason: the ledger keeps it.");
            }
            BigDecimal first = first();
            if (first.signum() == 0 && delta.signum() == 0) {
                throw usage("Nothing was done: a grant of 0 allows nothing.");
            }
            if (first.compareTo(MUCH) > 0 && !sure) {
                throw usage("Nothing was done. A grant of " + first
                        + " promises a single person very little: say --yes if you mean it.");
            }
        }

        @Override
        int run(Opened opened, PrintWriter out) {
            Receipt receipt = opened.ledger().grant(opened.account(account), more(), OwnerBook.owner(), reason);
            out.print(BookText.balances(receipt.balances(), false));
            out.println("Granted, as entry " + receipt.number() + " of the ledger.");
            return CommandLine.ExitCode.OK;
        }

        private BigDecimal first() {
            BigDecimal first = epsilon == null ? rho : epsilon;
            if (first == null || epsilon != null && rho != null) {
                throw usage("Give --epsilon or --rho, as the account is kept.");
            }
            return first;
        }

        private Budget more() {
            BigDecimal first = first();
            try {
                Rational small = Rational.of(delta);
                return epsilon != null
                        ? new Budget.Basic(new ApproximateDp(Rational.of(first), small))
                        : new Budget.Concentrated(new Rho(Rational.of(first)), small);
            } catch (IllegalArgumentException outOfRange) {
                throw usage("A grant is out of range: " + outOfRange.getMessage() + ".");
            }
        }
    }

    /** {@code tacit budget reset}. */
    @Command(
            name = "reset",
            mixinStandardHelpOptions = true,
            description = "Begins an account anew, as if nothing had been spent. For people who stay in the data, the"
                    + " losses before and after add up: do this when the data are other people's. The ledger"
                    + " keeps who did it and why.",
            footerHeading = "%nExamples:%n",
            footer = {"  tacit budget reset --account students/ada --reason 'data of 2027' --yes"})
    static final class Reset extends OwnerCommand {
        @Option(names = "--account", paramLabel = "NAME", required = true, description = "Which account.")
        private String account = "";

        @Option(names = "--reason", paramLabel = "TEXT", required = true, description = "Why, for the ledger.")
        private String reason = "";

        @Option(names = "--yes", description = "You are sure. Without it, nothing is done.")
        private boolean sure;

        @Override
        int run(Opened opened, PrintWriter out) {
            AccountTerms terms = opened.account(account);
            if (!sure) {
                out.print(BookText.balances(List.of(opened.ledger().balance(terms)), false));
                throw usage("Nothing was done. A reset makes the promise given so far void: say --yes if you mean it.");
            }
            Receipt receipt = opened.ledger().reset(terms, OwnerBook.owner(), reason);
            out.print(BookText.balances(receipt.balances(), false));
            out.println("Begun anew, as entry " + receipt.number() + " of the ledger.");
            return CommandLine.ExitCode.OK;
        }
    }
}
