package io.tacit.cli;

import io.tacit.cli.text.Wrap;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.ledger.AccountTerms;
import io.tacit.engine.ledger.AuditLog;
import io.tacit.engine.ledger.Ledger;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Analyst;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.AnalystPolicy;
import io.tacit.engine.session.EngineOfSources;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The books of a policy, as its owner opens them. */
final class OwnerBook {
    @Option(
            names = "--policy",
            paramLabel = "FILE",
            defaultValue = "tacit.yaml",
            description = "The policy. Default: ${DEFAULT-VALUE}.")
    private Path file = PolicyOptions.USUAL;

    /**
     * Opened books.
     *
     * @param policy whose they are
     * @param book to be closed
     */
    record Opened(Policy policy, LedgerBook book) implements AutoCloseable {
        Ledger ledger() {
            return book.ledger();
        }

        AuditLog log() {
            return book.auditLog();
        }

        /** All accounts that anybody's query can charge, each once. */
        List<AccountTerms> accounts() {
            Map<String, AccountTerms> accounts = new LinkedHashMap<>();
            for (Analyst analyst : policy.analysts()) {
                policy.accountsOf(analyst.name()).forEach(terms -> accounts.putIfAbsent(terms.name(), terms));
            }
            List<AccountTerms> all = new ArrayList<>(accounts.values());
            // The total comes last.
            policy.total().ifPresent(total -> {
                all.removeIf(terms -> terms.name().equals(total.name()));
                all.add(total);
            });
            return all;
        }

        /**
         * An account, by its whole name or without that of the data set.
         *
         * @throws Refusal ACCOUNT when the policy has none of that name
         */
        AccountTerms account(String name) {
            List<String> names = accounts().stream().map(AccountTerms::name).toList();
            return accounts().stream()
                    .filter(terms -> terms.name().equals(name) || terms.name().equals(policy.dataset() + "/" + name))
                    .findFirst()
                    .orElseThrow(() -> new Refusal(
                            ErrorCode.ACCOUNT,
                            "The policy has no account " + name + ".",
                            "Its accounts are: " + String.join(", ", names) + "."));
        }

        @Override
        public void close() {
            book.close();
        }
    }

    /**
     * Opens the books.
     *
     * @throws Refusal POLICY or LEDGER when one of them is not as it must be
     */
    Opened open(java.io.PrintWriter err) {
        Policy policy = PolicyFile.read(file, EngineOfSources.with(DuckDbSettings.standard()));
        PolicyOptions.tellBeginning(policy, err);
        LedgerBook book = LedgerBook.open(policy.ledger(), policy.auditLog(), Clock.systemUTC());
        book.tellWaits(who -> {
            err.println(Wrap.atTerminal(
                    "Waiting for the ledger, which " + who.orElse("another process") + " holds. Ctrl-C stops this."));
            err.flush();
        });
        return new Opened(policy, book);
    }

    /**
     * Opens the books for what one analyst may know of them.
     *
     * @throws Refusal POLICY or LEDGER; the owner's log has the reason
     */
    Opened openFor(String analyst) {
        Policy policy = AnalystPolicy.read(file, EngineOfSources.with(DuckDbSettings.standard()), analyst, "");
        return new Opened(policy, LedgerBook.open(policy.ledger(), policy.auditLog(), Clock.systemUTC()));
    }

    /** Who gives the command, for the book: the name under which they are logged in. */
    static String owner() {
        return System.getProperty("user.name", "owner");
    }
}
