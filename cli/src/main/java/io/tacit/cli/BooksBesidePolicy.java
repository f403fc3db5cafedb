package io.tacit.cli;

import io.tacit.cli.OwnerBook.Opened;
import io.tacit.cli.text.Numbers;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.LedgerEntry;
import io.tacit.engine.ledger.LedgerPlace;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Analyst;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.SameFile;
import io.tacit.privacy.number.Rational;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Where a policy and its ledger say different things that an owner may not expect. */
final class BooksBesidePolicy {
    private BooksBesidePolicy() {}

    /** Plain sentences: accounts that the policy no longer has, and budgets beyond what the ledger holds. */
    static List<String> differences(Opened opened) {
        List<String> sentences = new ArrayList<>();
        for (AccountTerms terms : opened.accounts()) {
            Balance balance = opened.ledger().balance(terms);
            if (isMore(terms.budget(), balance.limit())) {
                sentences.add("The policy gives " + terms.name() + " " + words(terms.budget()) + ", the ledger "
                        + words(balance.limit())
                        + ": more than it was opened with holds once you grant it, with tacit budget grant.");
            }
        }
        Set<String> living = opened.accounts().stream().map(AccountTerms::name).collect(Collectors.toSet());
        Set<String> former = new TreeSet<>();
        for (LedgerEntry entry : opened.ledger().history(Optional.empty(), Integer.MAX_VALUE)) {
            if (entry.kind() == LedgerEntry.Kind.CHARGE && !living.contains(entry.account())) {
                former.add(entry.account());
            }
        }
        String dataset = opened.policy().dataset() + "/";
        for (String name : former) {
            sentences.add(
                    name.startsWith(dataset)
                            ? "The policy no longer has the account " + name
                                    + ". What its analysts spent there counts in the accounts that they pay from now."
                            : "The ledger has the account " + name + ", of another data set: if only the name of the"
                                    + " data set has changed, what was spent there does not count here.");
        }
        return sentences;
    }

    /**
     * Plain sentences on ledgers in the same folder in which somebody of this policy has spent: by default a ledger is called as the
     * data set, so that one whose name changes begins a new one.
     */
    static List<String> others(Policy policy) {
        if (!(policy.ledger() instanceof LedgerPlace.Sqlite own)) {
            return List.of();
        }
        Path folder = own.file().toAbsolutePath().getParent();
        List<String> sentences = new ArrayList<>();
        if (folder == null) {
            return sentences;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.ledger.sqlite")) {
            for (Path file : files) {
                if (!SameFile.same(file, own.file())) {
                    Set<String> known = spenders(file);
                    known.retainAll(
                            policy.analysts().stream().map(Analyst::name).toList());
                    if (!known.isEmpty()) {
                        sentences.add("Beside the ledger lies " + file.getFileName() + ", in which "
                                + String.join(", ", known)
                                + (known.size() == 1 ? " has" : " have")
                                + " spent: if only the name of the data set has changed, that does not count here. Write"
                                + " its name under ledger and the former name under dataset.");
                    }
                }
            }
        } catch (IOException unreadable) {
            return sentences;
        }
        return sentences;
    }

    private static Set<String> spenders(Path file) {
        Set<String> names = new TreeSet<>();
        try (LedgerBook book = LedgerBook.open(new LedgerPlace.Sqlite(file))) {
            for (LedgerEntry entry : book.ledger().history(Optional.empty(), Integer.MAX_VALUE)) {
                if (entry.kind() == LedgerEntry.Kind.CHARGE) {
                    names.add(entry.who());
                }
            }
        } catch (Refusal noLedger) {
            return names;
        }
        return names;
    }

    private static boolean isMore(Budget policy, Budget ledger) {
        return main(policy).compareTo(main(ledger)) > 0 || policy.delta().compareTo(ledger.delta()) > 0;
    }

    private static Rational main(Budget budget) {
        return budget.match(basic -> basic.limit().epsilon(), zcdp -> zcdp.rho().value());
    }

    private static String words(Budget budget) {
        String name = budget.match(basic -> "ε ", zcdp -> "ρ ");
        return name + Numbers.allowed(main(budget)) + " and δ " + Numbers.allowed(budget.delta());
    }
}
