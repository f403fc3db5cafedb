package io.tacit.engine.audit;

import io.tacit.engine.audit.Trace.Finding;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.RememberingBackend;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.engine.session.AuditedRun;
import io.tacit.engine.session.EngineOfSources;
import io.tacit.privacy.audit.Layer;
import io.tacit.privacy.audit.Verdict;
import io.tacit.privacy.audit.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Runs a query over a database and again over its neighbours, with the same noisy outcomes, and looks at everything
 * that differs (the argument is in {@code ReplayAudit.md} beside this class).
 *
 * <p>A neighbour lacks one person, and then may differ by no more than is charged; or it has the same rows in another
 * order, and then may not differ at all. No chance is involved: a verdict's false-alarm rate is 0.
 */
public final class ReplayAudit implements AutoCloseable {
    private static final int FINDINGS = 5;

    private final AuditedRun audited;
    private final RememberingBackend whole;
    private final List<Neighbour> neighbours;
    private final String words;
    private final Mistakes mistakes;

    private record Opened(Database database, Backend backend) {}

    /** A neighbour that is made and opened when the first query comes to it: one before it may end the search. */
    private static final class Neighbour {
        private final Supplier<Database> made;
        private final Mistakes mistakes;
        private @Nullable Opened opened;

        Neighbour(Supplier<Database> made, Mistakes mistakes) {
            this.made = made;
            this.mistakes = mistakes;
        }

        Opened open() {
            Opened already = opened;
            if (already == null) {
                Database database = made.get();
                already = new Opened(database, backend(database, mistakes));
                opened = already;
            }
            return already;
        }

        void close() {
            Opened already = opened;
            if (already != null) {
                already.backend().close();
            }
        }
    }

    /**
     * A database to run over.
     *
     * @param tables its tables
     * @param words what tells it from the first, for people
     * @param sameRows whether it has the rows of the same people, in another order
     */
    public record Database(List<SourceTable> tables, String words, boolean sameRows) {
        public Database {
            tables = List.copyOf(tables);
        }
    }

    /** The mistakes that a test plants, to see whether they are found. */
    record Mistakes(UnaryOperator<Backend> backend, UnaryOperator<Noise> noise) {
        static final Mistakes NONE = new Mistakes(UnaryOperator.identity(), UnaryOperator.identity());
    }

    private ReplayAudit(
            AuditedRun audited, RememberingBackend whole, List<Neighbour> neighbours, String words, Mistakes mistakes) {
        this.audited = audited;
        this.whole = whole;
        this.neighbours = List.copyOf(neighbours);
        this.words = words;
        this.mistakes = mistakes;
    }

    /**
     * Opens the databases.
     *
     * @param whole the one with all people
     * @param neighbours the others
     * @param defaults what holds for queries that do not say otherwise
     */
    public static ReplayAudit open(Database whole, List<Database> neighbours, Defaults defaults) {
        return open(
                whole,
                neighbours.stream()
                        .<Supplier<Database>>map(neighbour -> () -> neighbour)
                        .toList(),
                defaults,
                Mistakes.NONE);
    }

    /** @param neighbours each is asked for once, at the first query that comes to it, or never */
    static ReplayAudit open(Database whole, List<Supplier<Database>> neighbours, Defaults defaults, Mistakes mistakes) {
        return new ReplayAudit(
                AuditedRun.open(whole.tables(), defaults, settings(1)),
                new RememberingBackend(backend(whole, mistakes)),
                neighbours.stream().map(made -> new Neighbour(made, mistakes)).toList(),
                whole.words(),
                mistakes);
    }

    private static Backend backend(Database database, Mistakes mistakes) {
        // Two threads where the order of rows shall not matter.
        DataEngine engine = EngineOfSources.with(settings(database.sameRows() ? 2 : 1));
        return mistakes.backend().apply(engine.open(database.tables()));
    }

    private static DuckDbSettings settings(int threads) {
        return new DuckDbSettings(512, threads, message -> {});
    }

    /**
     * Runs a query over all pairs. The trials of the verdict are those over which the engine could run it: a query that
     * always fails tells nothing.
     *
     * @param seed the same for the same noisy outcomes
     * @throws io.tacit.engine.refusal.Refusal when the query is not accepted
     */
    public Verdict run(String sql, long seed) {
        AuditedRun.Query query = audited.prepare(sql);
        whole.forget();
        String claim = Verdict.claim(
                query.charge().epsilon().toDoubleNearest(),
                query.charge().delta().toDoubleNearest());
        if (query.releases().isEmpty()) {
            // It reads public tables only.
            return new Verdict(Layer.REPLAY, sql, claim, 0, 0, Optional.empty());
        }
        Optional<Violation> violation = Optional.empty();
        int pairs = 0;
        for (int i = 0; i < neighbours.size() && violation.isEmpty(); i++) {
            Opened opened = neighbours.get(i).open();
            Database neighbour = opened.database();
            ReplayPair pair = new ReplayPair(query, whole, opened.backend(), neighbour.sameRows(), mistakes.noise());
            ReplayPair.Result result = pair.run(seed + i);
            pairs += result.answered() ? 1 : 0;
            violation = violation(result.findings(), neighbour);
        }
        return new Verdict(Layer.REPLAY, sql, claim, 0, pairs, violation);
    }

    /** Why a query is not accepted, if it is not. */
    Optional<Refusal> refusal(String sql) {
        try {
            audited.prepare(sql);
            return Optional.empty();
        } catch (Refusal refusal) {
            return Optional.of(refusal);
        }
    }

    private Optional<Violation> violation(List<Finding> findings, Database neighbour) {
        if (findings.isEmpty()) {
            return Optional.empty();
        }
        List<String> events = new ArrayList<>();
        findings.stream().limit(FINDINGS).forEach(finding -> events.add(finding.what() + " " + finding.event()));
        return Optional.of(
                Violation.certain(findings.get(0).what(), words, neighbour.words(), String.join("\n", events)));
    }

    @Override
    public void close() {
        audited.close();
        whole.close();
        neighbours.forEach(Neighbour::close);
    }
}
