package io.tacit.engine.session;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.AuditLog.Decision;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.ledger.SessionLedger;
import io.tacit.engine.ledger.book.LedgerBook;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.policy.PolicyFile;
import io.tacit.engine.refusal.AnalystWords;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ReleasedRows;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The accounting of one analyst under a policy: accounts that last, answers that are kept, a log for the owner. */
final class PolicyAccounting implements QueryAccounting {
    /** For the owner alone: if an analyst could see it, or if the answer were not kept, it would tell when rows are written. */
    private static final String CHANGED =
            "A file changed while this question read it, so that its answer may count rows of before and"
                    + " of after. It is kept all the same, for whoever asks again must not learn when rows are written; after a change"
                    + " of the version, or tacit refresh, it is asked anew.";

    private final Charging charging;
    private final KeptAnswers kept;
    private final KeptReleases releases;
    private final QueryLog log;
    private final OwnerWords words;
    private final Clock clock;
    private final LedgerBook book;
    private final List<SourceTable> tables;
    private final SessionLedger spent = new SessionLedger();

    private PolicyAccounting(
            Policy policy,
            String analyst,
            WatchPolicy watch,
            OwnerRecords books,
            OwnerWords words,
            Clock clock,
            LedgerBook book) {
        String account = policy.accountsOf(analyst).get(0).name();
        this.charging = new Charging(analyst, watch::accounts, books.ledger(), words);
        AnswerPlaces places = new KeepAnswers(policy, account, books, clock, watch::holds);
        this.kept = new KeptAnswers(places);
        this.releases = new KeptReleases(places);
        this.log = new QueryLog(books.log(), analyst, account, words);
        this.words = words;
        this.clock = clock;
        this.book = book;
        this.tables = policy.tables();
    }

    /**
     * Opens the books of a policy for one analyst.
     *
     * @param engine says what files declare, should the policy change
     * @throws Refusal ACCOUNT for an analyst whom the policy does not name, LEDGER when the books cannot be opened
     */
    static PolicyAccounting open(Policy policy, String analyst, DataEngine engine, OwnerWords words, Clock clock) {
        WatchPolicy watch = new WatchPolicy(policy, analyst, engine);
        LedgerBook book = book(policy, analyst, words, clock);
        OwnerRecords books = new OwnerRecords(book.ledger(), book.releaseStore(), book.auditLog());
        return new PolicyAccounting(policy, analyst, watch, books, words, clock, book);
    }

    /** Tells the owner why there is no session. */
    void notOpened(Throwable failed) {
        Refusal refusal = failed instanceof Refusal told
                ? told
                : AnalystWords.PLANNING.refusal(ErrorCode.ENGINE).because(Mistakes.detail(failed));
        QueryLog.Asked nothing =
                new QueryLog.Asked(UUID.randomUUID().toString(), clock.instant(), "", System.nanoTime());
        log.write(nothing, Decision.REFUSED, refusal, "0", "0");
    }

    @Override
    public QueryInProgress begin(Question question) {
        words.clear();
        String text = question.fresh() ? "FRESH " + question.sql().stripLeading() : question.sql();
        return new AnalystQuery(
                question, new QueryLog.Asked(UUID.randomUUID().toString(), clock.instant(), text, System.nanoTime()));
    }

    private static LedgerBook book(Policy policy, String analyst, OwnerWords words, Clock clock) {
        try {
            return LedgerBook.open(policy.ledger(), policy.auditLog(), clock);
        } catch (Refusal unusable) {
            AnalystPolicy.tell(new PolicyFile.Books(policy.ledger(), policy.auditLog()), analyst, "", unusable, words);
            throw unusable;
        }
    }

    @Override
    public <T> T heard(Supplier<T> work) {
        return AnalystHearing.of(work);
    }

    /** An analyst hears neither where the ledger lies nor who holds it. */
    @Override
    public void tellWaits(Consumer<String> tell) {
        book.tellWaits(who -> tell.accept("Waiting for the ledger, which another process holds."));
    }

    @Override
    public void giveUp() {
        book.giveUp();
    }

    @Override
    public Charge spent() {
        return spent.spent();
    }

    @Override
    public void close() {
        book.close();
    }

    private final class AnalystQuery implements QueryInProgress {
        private final Question question;
        private final QueryLog.Asked asked;

        /** Where its answer will be kept: decided before it runs. */
        private Optional<String> place = Optional.empty();

        private KeptReleases.Found found = KeptReleases.Found.NOTHING;

        /** What was seen of the files before they were read. */
        private String seen = "";

        AnalystQuery(Question question, QueryLog.Asked asked) {
            this.question = question;
            this.asked = asked;
        }

        @Override
        public Optional<Answer> known() {
            return known(kept.find(question));
        }

        @Override
        public Optional<Answer> known(PreparedQuery query) {
            return known(kept.find(question, query));
        }

        private Optional<Answer> known(KeptAnswers.Kept found) {
            place = found.place();
            return found.answer()
                    .map(known -> known.answer()
                            .with(
                                    known.columns(),
                                    new AnswerOrigin(Optional.of(known.at()), charging.accountReports(""), List.of())));
        }

        @Override
        public Optional<KeptSource> releases(PreparedQuery query) {
            found = releases.find(question, query);
            return found.releases()
                    .map(all -> new KeptSource(all, KeptRelease.origin(all, charging.accountReports(""), List.of())));
        }

        @Override
        public List<AccountReport> preview(PreparedQuery query) {
            return charging.preview(asked.id(), query, isKept(query));
        }

        private boolean isKept(PreparedQuery query) {
            try {
                return kept.find(question, query).answer().isPresent()
                        || releases.find(question, query).releases().isPresent();
            } catch (Refusal keptAsFailed) {
                return true;
            }
        }

        @Override
        public AnswerOrigin charge(PreparedQuery query) {
            if (query.releases().isEmpty()) {
                charging.checkRights();
                return AnswerOrigin.OWN;
            }
            Charge charge = query.charge();
            seen = FileState.seen(read(query));
            log.asked(asked, Decimals.spent(charge.epsilon()), Decimals.spent(charge.delta()));
            AccountReport own = charging.charge(asked.id(), query);
            spent.charge(query.charge());
            return AnswerOrigin.paidBy(List.of(own));
        }

        @Override
        public boolean keepsReleases() {
            return !found.places().isEmpty();
        }

        @Override
        public void released(PreparedQuery query, List<ReleasedRows> released) {
            try {
                releases.keep(found, asked.id(), asked.at(), query, released);
            } catch (Refusal refusal) {
                words.accept("The releases could not be kept. " + refusal.rule());
            }
        }

        @Override
        public void answered(PreparedQuery query, Answer answer) {
            if (!query.releases().isEmpty()) {
                place.ifPresent(key -> keep(key, answer));
                if (!seen.equals(FileState.seen(read(query)))) {
                    words.accept(CHANGED);
                }
            }
            log.write(asked, Decision.ANSWERED, null, answer.epsilon(), answer.delta());
        }

        private List<SourceTable> read(PreparedQuery query) {
            Set<String> names = query.releases().stream()
                    .flatMap(release -> release.tables().stream())
                    .map(name -> name.toLowerCase(Locale.ROOT))
                    .collect(Collectors.toSet());
            return tables.stream()
                    .filter(table -> names.contains(table.table().name().toLowerCase(Locale.ROOT)))
                    .toList();
        }

        /** What was paid for goes out, also where its copy has no room; the owner's log says so. */
        private void keep(String key, Answer answer) {
            try {
                kept.keep(key, asked.at(), answer);
            } catch (Refusal refusal) {
                words.accept("The answer could not be kept. " + refusal.rule());
            }
        }

        @Override
        public void served() {
            log.write(asked, Decision.SERVED_FROM_STORE, null, "0", "0");
        }

        @Override
        public void served(KeptSource source) {
            words.accept("Computed from what was released for "
                    + source.releases().stream()
                            .map(KeptRelease::query)
                            .distinct()
                            .collect(Collectors.joining(", "))
                    + ".");
            served();
        }

        @Override
        public void explained() {
            log.write(asked, Decision.EXPLAINED, null, "0", "0");
        }

        @Override
        public void failed(PreparedQuery query, Refusal refusal) {
            boolean cancelled = refusal.code() == ErrorCode.CANCELLED;
            if (!cancelled && !query.releases().isEmpty()) {
                charging.failed(asked.id(), query);
                // Others may be told of it again.
                place.ifPresent(key -> kept.keep(key, asked.at(), refusal.forAnalyst()));
            }
            Charge charge = query.charge();
            log.write(
                    asked,
                    cancelled ? Decision.CANCELLED : Decision.FAILED,
                    refusal,
                    Decimals.spent(charge.epsilon()),
                    Decimals.spent(charge.delta()));
        }

        @Override
        public void refused(Refusal refusal) {
            log.write(asked, Decision.REFUSED, refusal, "0", "0");
        }
    }
}
