package io.tacit.engine.session;

import io.tacit.engine.answer.Sandbox;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.TableDescription;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.policy.Policy;
import io.tacit.engine.refusal.AnalystWords;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.RedrawnRows;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.sql.SchemaStatement;
import io.tacit.engine.sql.WantedError;
import io.tacit.privacy.random.SystemRandomBits;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Answers private SQL queries over declared tables. The only public door of the engine.
 *
 * <p>Over files of one's own:
 *
 * <pre>{@code
 * try (TacitSession session = TacitSession.open(tables, Defaults.STANDARD)) {
 *     Answer answer = session.query("SELECT Day, COUNT(*) AS visits FROM visits GROUP BY Day");
 * }
 * }</pre>
 *
 * <p>Under a policy, as one of its analysts: the account is charged before data is read, an answer that was given
 * before is given again at no cost, and the owner's log tells of every query.
 *
 * <pre>{@code
 * Policy policy = PolicyFile.read(Path.of("tacit.yaml"), DuckDbEngine.standard());
 * try (TacitSession session = TacitSession.open(policy, "ada")) {
 *     Answer answer = session.query("SELECT Day, COUNT(*) AS visits FROM visits GROUP BY Day");
 * }
 * }</pre>
 *
 * <p>One thread at a time asks; {@link #cancel} may come from any other.
 */
public final class TacitSession implements AutoCloseable {
    /** The time of a processor that planning may take: a hundred times what a query of usual length needs. */
    private static final Duration PLANNING = Duration.ofSeconds(5);

    private final Catalog catalog;
    private final PrepareQuery prepare;
    private final BackgroundStart<Backend> backend;
    private final BackgroundStart<Sandbox> sandbox;
    private final Defaults defaults;
    private final RunQuery run;
    private final QueryAccounting accounting;
    private final PublicRows publicRows;
    private final RunningTime time;
    private final PlanningThread planning = new PlanningThread(PLANNING);

    private TacitSession(
            Catalog catalog,
            PrepareQuery prepare,
            BackgroundStart<Backend> backend,
            BackgroundStart<Sandbox> sandbox,
            PublicRows publicRows,
            Defaults defaults,
            Supplier<Noise> noise,
            QueryAccounting accounting,
            OptionalLong seconds) {
        this.catalog = catalog;
        this.prepare = prepare;
        this.backend = backend;
        this.sandbox = sandbox;
        this.defaults = defaults;
        this.run = new RunQuery(backend, sandbox, publicRows, noise);
        this.publicRows = publicRows;
        this.accounting = accounting;
        this.time = new RunningTime(seconds, () -> {
            backend.ifOpened(Backend::cancel);
            sandbox.ifOpened(Sandbox::cancel);
        });
    }

    /**
     * Opens a session with standard settings of the embedded engine.
     *
     * @param tables the declared tables; others do not exist
     * @param defaults what holds for a release whose query does not say otherwise
     * @throws Refusal when declarations contradict each other
     */
    public static TacitSession open(List<SourceTable> tables, Defaults defaults) {
        return open(tables, defaults, DuckDbSettings.standard());
    }

    /** Opens a session. The engine starts beside the planning of the first query that needs it. */
    public static TacitSession open(List<SourceTable> tables, Defaults defaults, DuckDbSettings settings) {
        return open(tables, defaults, settings, () -> Noise.of(new SystemRandomBits()));
    }

    /**
     * Opens a session that adds up what questions spend, beside the files, and keeps their answers.
     *
     * @param ceiling what a query may ask for at most, and how long it may run
     */
    public static TacitSession open(
            List<SourceTable> tables, Defaults defaults, QueryCeiling ceiling, Tally tally, DuckDbSettings settings) {
        return open(
                tables, defaults, ceiling, tally, settings, Clock.systemUTC(), () -> Noise.of(new SystemRandomBits()));
    }

    /** For tests: at a time and with noise that they know. */
    static TacitSession open(
            List<SourceTable> tables,
            Defaults defaults,
            QueryCeiling ceiling,
            Tally tally,
            DuckDbSettings settings,
            Clock clock,
            Supplier<Noise> noise) {
        return open(
                tables,
                defaults,
                ceiling,
                EngineOfSources.with(settings, ceiling.seconds()),
                settings,
                noise,
                // How long a query may run does not matter to an answer that is kept.
                new TallyAccounting(tables, defaults, QueryCeiling.NONE, tally, clock));
    }

    /** Opens a session whose queries may not ask for more than the limits allow. */
    public static TacitSession open(
            List<SourceTable> tables, Defaults defaults, QueryCeiling ceiling, DuckDbSettings settings) {
        return open(tables, defaults, ceiling, EngineOfSources.with(settings, ceiling.seconds()), settings);
    }

    /**
     * Opens a session over people's rows that another engine holds.
     *
     * @param engine opens all declared tables, and runs all that reads private rows
     * @param sandbox of the embedded engine, where the rest of a query runs over what was released and over public
     *     tables: their sources must be ones that the embedded engine reads, too
     */
    public static TacitSession open(
            List<SourceTable> tables,
            Defaults defaults,
            QueryCeiling ceiling,
            DataEngine engine,
            DuckDbSettings sandbox) {
        return open(
                tables,
                defaults,
                ceiling,
                engine,
                sandbox,
                () -> Noise.of(new SystemRandomBits()),
                new SelfAccounting());
    }

    /** For tests: with noise that they know. */
    static TacitSession open(
            List<SourceTable> tables, Defaults defaults, DuckDbSettings settings, Supplier<Noise> noise) {
        return open(tables, defaults, EngineOfSources.with(settings), settings, noise);
    }

    /** For tests: over another engine, with noise that they know. */
    static TacitSession open(
            List<SourceTable> tables,
            Defaults defaults,
            DataEngine engine,
            DuckDbSettings sandbox,
            Supplier<Noise> noise) {
        return open(tables, defaults, QueryCeiling.NONE, engine, sandbox, noise, new SelfAccounting());
    }

    /**
     * Opens a session of an analyst under a policy, with standard settings of the embedded engine. Makes the ledger
     * where there is none yet.
     *
     * @throws Refusal ACCOUNT for an analyst whom the policy does not name, LEDGER when the ledger cannot be opened
     */
    public static TacitSession open(Policy policy, String analyst) {
        return open(policy, analyst, DuckDbSettings.standard());
    }

    /** Opens a session of an analyst under a policy. */
    public static TacitSession open(Policy policy, String analyst, DuckDbSettings settings) {
        return open(policy, analyst, settings, Clock.systemUTC(), () -> Noise.of(new SystemRandomBits()));
    }

    /**
     * Opens a session of an analyst under a policy, over people's rows that another engine holds.
     *
     * @param engine as for {@link #open(List, Defaults, QueryCeiling, DataEngine, DuckDbSettings)}; what it says goes
     *     to the owner's log, too. It and the sandbox take what they are told to take, whatever the policy says
     */
    public static TacitSession open(Policy policy, String analyst, DataEngine engine, DuckDbSettings sandbox) {
        return open(policy, analyst, engine, sandbox, Clock.systemUTC(), () -> Noise.of(new SystemRandomBits()));
    }

    /** For tests: at a time and with noise that they know. */
    static TacitSession open(
            Policy policy, String analyst, DuckDbSettings settings, Clock clock, Supplier<Noise> noise) {
        DuckDbSettings own = settings.within(
                policy.resources().mebibytes(), policy.resources().spill());
        return open(policy, analyst, EngineOfSources.with(own, policy.ceiling().seconds()), own, clock, noise);
    }

    /** For tests: over another engine, at a time and with noise that they know. */
    static TacitSession open(
            Policy policy,
            String analyst,
            DataEngine engine,
            DuckDbSettings sandbox,
            Clock clock,
            Supplier<Noise> noise) {
        return AnalystHearing.of(() -> {
            List<SourceTable> tables = policy.tablesOf(analyst);
            OwnerWords words = new OwnerWords();
            DataEngine telling = engine.alsoTelling(words);
            PolicyAccounting accounting = PolicyAccounting.open(policy, analyst, telling, words, clock);
            try {
                return open(
                        tables,
                        policy.defaults(),
                        policy.ceiling(),
                        telling,
                        sandbox.alsoTelling(words),
                        noise,
                        accounting);
            } catch (RuntimeException | Error failed) {
                accounting.notOpened(failed);
                accounting.close();
                throw failed;
            }
        });
    }

    private static TacitSession open(
            List<SourceTable> tables,
            Defaults defaults,
            QueryCeiling ceiling,
            DataEngine engine,
            DuckDbSettings settings,
            Supplier<Noise> noise,
            QueryAccounting accounting) {
        Catalog catalog = CheckDeclarations.check(tables);
        DataEngine holding = engine.holding(tables);
        List<SourceTable> open = tables.stream()
                .filter(table -> table.table().protection().isPublic() && PublicRows.isFile(table))
                .toList();
        return new TacitSession(
                catalog,
                new PrepareQuery(catalog, defaults, ceiling, holding.dialect(), accounting.keeps()),
                new BackgroundStart<>(() -> holding.open(tables)),
                new BackgroundStart<>(() -> Sandbox.open(open, settings)),
                PublicRows.of(tables),
                defaults,
                noise,
                accounting,
                ceiling.seconds());
    }

    /**
     * As {@link #query(Question)}, taking a kept answer where there is one, unless the text begins with {@code FRESH}.
     */
    public Answer query(String sql) {
        return query(Question.of(sql));
    }

    /**
     * Answers a query: charges it, runs it, adds noise; or gives the answer again that was kept under the policy. A
     * query that starts with {@code EXPLAIN PRIVACY} is explained as by {@link #explain(String)}, as a table, and costs
     * nothing; so do {@code SHOW TABLES} and {@code DESCRIBE t}, which read no data.
     *
     * @throws Refusal when the query is not accepted or fails; once it was charged it stays charged
     */
    public Answer query(Question question) {
        return accounting.heard(() -> answer(question));
    }

    private Answer answer(Question question) {
        QueryInProgress asked = accounting.begin(question);
        PreparedQuery query;
        AnswerOrigin origin;
        try {
            Optional<SchemaStatement> look = SchemaStatement.read(question.sql(), catalog);
            if (look.isPresent()) {
                asked.explained();
                return SchemaTable.of(look.get(), catalog);
            }
            Optional<Answer> known = asked.known();
            if (known.isPresent()) {
                asked.served();
                return known.get();
            }
            backend.start();
            sandbox.start();
            query = planning.plan(() -> prepare.prepare(question.sql()));
            if (query.explain()) {
                Explanation explanation =
                        new ExplainQuery(publicRows).explain(asked, query, query.wanted(), query.confidence(defaults));
                asked.explained();
                return ExplanationTable.of(explanation, query.wanted().map(WantedError::error));
            }
            Optional<Answer> kept = asked.known(query);
            if (kept.isPresent()) {
                asked.served();
                return kept.get();
            }
            Optional<QueryInProgress.KeptSource> source = asked.releases(query);
            if (source.isPresent()) {
                return again(asked, query, source.get());
            }
            run.check(query);
            origin = asked.charge(query);
        } catch (Refusal refusal) {
            asked.refused(refusal);
            throw refusal;
        } catch (RuntimeException | Error mistake) {
            // No data was read yet. A mistake of ours is thrown as it is, but every query is in the log.
            asked.refused(AnalystWords.PLANNING.refusal(ErrorCode.ENGINE).because(Mistakes.detail(mistake)));
            throw mistake;
        }
        return paid(asked, query, origin);
    }

    /** An answer from releases that were kept: whatever it computes from them, nothing is charged. */
    private Answer again(QueryInProgress asked, PreparedQuery query, QueryInProgress.KeptSource source) {
        Answer answer = time.limit(() -> run.again(query, source.releases(), query.confidence(defaults)));
        asked.served(source);
        return ReportNames.of(query).in(answer).with(answer.columns(), source.origin());
    }

    private Answer paid(QueryInProgress asked, PreparedQuery query, AnswerOrigin origin) {
        double confidence = query.confidence(defaults);
        List<ReleasedRows> released = new ArrayList<>();
        // What will be computed from a kept release is not known yet.
        RedrawnRows redraws = query.redraws().draws() == 0 && asked.keepsReleases()
                ? RedrawnRows.forKeeping(confidence)
                : query.redraws();
        Answer answer;
        try {
            answer = time.limit(() -> run.run(query, confidence, redraws, released::add));
        } catch (Refusal refusal) {
            asked.failed(query, refusal);
            throw refusal;
        }
        asked.released(query, released);
        asked.answered(query, answer);
        return answer.with(answer.columns(), origin);
    }

    /**
     * Says what a query would cost and how accurate it would be. Touches no data and spends nothing.
     *
     * @throws Refusal when the query would not be accepted
     */
    public Explanation explain(String sql) {
        return accounting.heard(() -> explain(sql, Optional.empty()));
    }

    /**
     * Explains a query, and says for each aggregate which epsilon would keep it within an error, at the confidence of
     * the intervals. A text that begins with {@code EXPLAIN PRIVACY (error = …)} keeps its own.
     *
     * @param error more than 0
     * @throws Refusal when the query would not be accepted
     */
    public Explanation explain(String sql, BigDecimal error) {
        return accounting.heard(() -> explain(sql, Optional.of(new WantedError(error, Optional.empty()))));
    }

    private Explanation explain(String sql, Optional<WantedError> wanted) {
        Question question = Question.of(sql);
        QueryInProgress asked = accounting.begin(question);
        try {
            PreparedQuery query = planning.plan(() -> prepare.prepare(question.sql()));
            Explanation explanation = new ExplainQuery(publicRows)
                    .explain(asked, query, query.wanted().or(() -> wanted), query.confidence(defaults));
            asked.explained();
            return explanation;
        } catch (Refusal refusal) {
            asked.refused(refusal);
            throw refusal;
        } catch (RuntimeException | Error mistake) {
            asked.refused(AnalystWords.PLANNING.refusal(ErrorCode.ENGINE).because(Mistakes.detail(mistake)));
            throw mistake;
        }
    }

    /** The tables that may be asked about, as {@code SHOW TABLES} and {@code DESCRIBE} tell them. Reads no data. */
    public List<TableDescription> tables() {
        return TableDescription.of(catalog);
    }

    /** What this session has spent so far. */
    public Charge spent() {
        return accounting.spent();
    }

    /**
     * Tells whoever asks of a wait that is not for the data: another process holds the ledger, or the tally of a file. Once
     * in each wait that lasts for more than a second; a wait ends after half a minute, or when it is {@linkplain #cancel
     * cancelled}.
     *
     * @param tell takes a plain sentence, from any thread
     */
    public void tellWaits(Consumer<String> tell) {
        accounting.tellWaits(tell);
    }

    /** Stops the query from another thread: its planning, its wait for the ledger, or its run, whose budget stays spent. */
    public void cancel() {
        planning.cancel();
        accounting.giveUp();
        backend.ifOpened(Backend::cancel);
        sandbox.ifOpened(Sandbox::cancel);
    }

    @Override
    public void close() {
        backend.close();
        sandbox.close();
        accounting.close();
    }
}
