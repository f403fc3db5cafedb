package io.tacit.engine.session;

import io.tacit.engine.ledger.ReleaseStore.Stored;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ClockWord;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The answers that were kept for one analyst, found by what a query means or, without planning it again, by its text.
 */
final class KeptAnswers {
    private static final int MOST_TEXTS = 1_000;

    private final AnswerPlaces keep;
    private final Map<String, KnownText> texts = new HashMap<>();

    KeptAnswers(AnswerPlaces keep) {
        this.keep = keep;
    }

    /** The digest of a text when it was planned, and what it called its columns and all that reports name. */
    private record KnownText(String digest, List<AnswerColumn> columns, ReportNames names) {}

    /**
     * What is kept of a query.
     *
     * @param place where its answer is kept or will be; empty where nothing is kept
     * @param answer the kept answer, if it may go out again
     */
    record Kept(Optional<String> place, Optional<KeptAnswer> answer) {
        static final Kept NOTHING = new Kept(Optional.empty(), Optional.empty());
    }

    /**
     * An answer that was kept.
     *
     * @param answer as it was released, with what its reports name as this query names it
     * @param columns as this query names them
     * @param at when it was released
     */
    record KeptAnswer(Answer answer, List<AnswerColumn> columns, Instant at) {}

    /**
     * Looks for a text that was asked before, word for word.
     *
     * @throws Refusal with which the same query failed before
     */
    Kept find(Question question) {
        KnownText text = texts.get(question.sql());
        return text == null ? Kept.NOTHING : found(question, text);
    }

    /**
     * Looks for a query.
     *
     * @throws Refusal with which the same query failed before
     */
    Kept find(Question question, PreparedQuery query) {
        if (query.releases().isEmpty()) {
            return Kept.NOTHING;
        }
        KnownText text = new KnownText(query.digest(), query.columns(), ReportNames.of(query));
        // A query that asks what time it is means something else each time.
        if (!ClockWord.mayBeIn(question.sql())) {
            if (texts.size() >= MOST_TEXTS) {
                texts.clear();
            }
            texts.put(question.sql(), text);
        }
        return found(question, text);
    }

    private Kept found(Question question, KnownText text) {
        Optional<String> place = keep.key(text.digest());
        Optional<Stored> stored = question.fresh() ? Optional.empty() : place.flatMap(keep::find);
        if (stored.filter(Stored::failed).isPresent()) {
            throw StoredAnswer.readFailure(stored.get().content());
        }
        return new Kept(
                place,
                stored.map(kept ->
                        new KeptAnswer(text.names().in(StoredAnswer.read(kept.content())), text.columns(), kept.at())));
    }

    /** Keeps an answer. */
    void keep(String place, Instant at, Answer answer) {
        keep.keep(place, new Stored(at, false, StoredAnswer.write(answer)));
    }

    /** Keeps that a query failed. */
    void keep(String place, Instant at, Refusal refusal) {
        keep.keep(place, new Stored(at, true, StoredAnswer.write(refusal)));
    }
}
