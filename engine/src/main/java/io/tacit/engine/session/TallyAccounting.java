package io.tacit.engine.session;

import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.ledger.ChargeRequest;
import io.tacit.engine.ledger.ReleaseStore;
import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.ledger.SessionLedger;
import io.tacit.engine.policy.Fingerprint;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.number.Rational;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The accounting of an owner who asks about their own files: what each file gave is added up beside it, and an answer
 * is kept for as long as no file changes. Answers lie beside the first table's file.
 */
final class TallyAccounting implements QueryAccounting {
    private final List<SourceTable> tables;
    private final String fingerprint;
    private final String heldOpen;
    private final Tally tally;
    private final Clock clock;
    private final SessionLedger session = new SessionLedger();
    private final Map<Path, TallyBook> books = new LinkedHashMap<>();
    private final Map<String, Path> files = new LinkedHashMap<>();
    private final Map<String, List<TallyBook>> payers = new LinkedHashMap<>();
    private final KeptAnswers kept = new KeptAnswers(new Places());
    private final KeptReleases releases = new KeptReleases(new Places());

    TallyAccounting(List<SourceTable> tables, Defaults defaults, QueryCeiling ceiling, Tally tally, Clock clock) {
        this.tables = List.copyOf(tables);
        this.heldOpen = FileState.ofHeldOpen(tables);
        this.tally = tally;
        this.clock = clock;
        for (SourceTable table : tables) {
            if (!table.table().protection().isPublic()) {
                file(table.source()).ifPresent(file -> {
                    files.put(key(table.table().name()), file);
                    payers.put(
                            key(table.table().name()),
                            Tally.all(file).stream()
                                    .map(place -> books.computeIfAbsent(
                                            place, each -> new TallyBook(file, each, tally, clock)))
                                    .toList());
                });
            }
        }
        Path folder = files.values().stream().findFirst().map(Path::getParent).orElse(Path.of(""));
        this.fingerprint = Fingerprint.of(folder, "", tables, defaults, ceiling);
    }

    /** Beside a server nothing can lie: what is asked of one is added up under a policy only. */
    private static Optional<Path> file(Source source) {
        return source.match(file -> Optional.of(file.path().toAbsolutePath()), server -> Optional.<Path>empty());
    }

    @Override
    public QueryInProgress begin(Question question) {
        books.values().forEach(TallyBook::start);
        return new TalliedQuery(question, state());
    }

    /** Empty, too, where this session may read other rows than a new one would. */
    private Optional<String> state() {
        return heldOpen.equals(FileState.ofHeldOpen(tables)) ? FileState.of(tables, clock.instant()) : Optional.empty();
    }

    @Override
    public <T> T heard(Supplier<T> work) {
        return work.get();
    }

    @Override
    public void tellWaits(Consumer<String> tell) {
        books.values().forEach(book -> book.tellWaits(tell));
    }

    @Override
    public void giveUp() {
        books.values().forEach(TallyBook::giveUp);
    }

    @Override
    public Charge spent() {
        return session.spent();
    }

    @Override
    public void close() {
        books.values().forEach(TallyBook::close);
    }

    private static String key(String table) {
        return table.toLowerCase(Locale.ROOT);
    }

    private Set<TallyBook> books(PreparedQuery query) {
        Set<TallyBook> paying = new LinkedHashSet<>();
        for (PreparedRelease release : query.releases()) {
            for (String table : release.tables()) {
                Optional.ofNullable(payers.get(key(table))).ifPresent(paying::addAll);
            }
        }
        return paying;
    }

    /** Where answers are kept: beside the first file, under the state of all. */
    private final class Places implements AnswerPlaces {
        @Override
        public Optional<String> key(String digest) {
            return state().map(state -> CanonicalQuery.digest(fingerprint, state, digest));
        }

        @Override
        public Optional<Stored> find(String key) {
            return store().flatMap(store -> store.find(key));
        }

        @Override
        public void keep(String key, Stored stored) {
            store().ifPresent(store -> store.keep(key, stored));
        }

        private Optional<ReleaseStore> store() {
            return books.values().stream().findFirst().flatMap(TallyBook::kept);
        }
    }

    private final class TalliedQuery implements QueryInProgress {
        private final Question question;
        private final Optional<String> state;
        private final Instant at = clock.instant();
        private final String seen = FileState.seen(tables);
        private Optional<String> place = Optional.empty();
        private KeptReleases.Found found = KeptReleases.Found.NOTHING;

        TalliedQuery(Question question, Optional<String> state) {
            this.question = question;
            this.state = state;
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
                            .with(known.columns(), new AnswerOrigin(Optional.of(known.at()), List.of(), stands())));
        }

        @Override
        public Optional<KeptSource> releases(PreparedQuery query) {
            found = releases.find(question, query);
            return found.releases().map(all -> new KeptSource(all, KeptRelease.origin(all, List.of(), stands())));
        }

        @Override
        public boolean keepsReleases() {
            return !found.places().isEmpty();
        }

        @Override
        public void released(PreparedQuery query, List<ReleasedRows> released) {
            if (standsStill()) {
                try {
                    releases.keep(found, "", at, query, released);
                } catch (Refusal refusal) {
                    // The answer has no room then either, which is said.
                    return;
                }
            }
        }

        private List<FileTally> stands() {
            return books.values().stream()
                    .flatMap(book -> book.stands().stream())
                    .toList();
        }

        @Override
        public List<AccountReport> preview(PreparedQuery query) {
            return List.of();
        }

        @Override
        public AnswerOrigin charge(PreparedQuery query) {
            Charge charge = query.charge();
            if (query.releases().isEmpty()) {
                return AnswerOrigin.OWN;
            }
            List<FileTally> tallied = new ArrayList<>();
            if (charge.delta().compareTo(Rational.ONE) >= 0) {
                throw new Refusal(
                        ErrorCode.BUDGET,
                        "The releases of this query have a delta of 1 or more together: that protects nobody.",
                        "Give each a smaller delta in its OPTIONS.");
            }
            Set<TallyBook> paying = books(query);
            ChargeRequest request = new ChargeRequest(
                    TallyBook.UNLIMITED,
                    System.getProperty("user.name", ""),
                    question.sql(),
                    new ApproximateDp(charge.epsilon(), charge.delta()),
                    List.of());
            // All are asked before the first one pays: what fits in one file may be too much for another.
            paying.forEach(book -> book.check(request));
            paying.forEach(book -> book.charge(request).ifPresent(tallied::add));
            session.charge(charge);
            return new AnswerOrigin(Optional.empty(), List.of(), tallied);
        }

        @Override
        public void answered(PreparedQuery query, Answer answer) {
            if (query.releases().isEmpty()) {
                return;
            }
            if (standsStill()) {
                place.ifPresent(key -> keep(key, answer));
            } else if (!seen.equals(FileState.seen(tables))) {
                tally.tell()
                        .accept(
                                "A file changed while it was read: this answer may count rows of before and of after, and is"
                                        + " not kept.");
            }
        }

        /** A file that changed while it was read may have given rows of both states. */
        private boolean standsStill() {
            return state.isPresent() && state.equals(state());
        }

        /** What was paid for goes out, also where its copy has no room. */
        private void keep(String key, Answer answer) {
            try {
                kept.keep(key, at, answer);
            } catch (Refusal refusal) {
                tally.tell().accept("This answer could not be kept, so asking again costs again. " + refusal.rule());
            }
        }

        @Override
        public void served() {}

        @Override
        public void explained() {}

        @Override
        public void failed(PreparedQuery query, Refusal refusal) {}

        @Override
        public void refused(Refusal refusal) {}
    }
}
