package io.tacit.engine.session;

import io.tacit.engine.answer.Sandbox;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Limits;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.ledger.SessionLedger;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.FeedReleases;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ReleaseRows;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.engine.sql.WantedError;
import io.tacit.privacy.number.Rational;
import io.tacit.privacy.random.SystemRandomBits;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers private SQL queries over declared tables. The only public door of the engine.
 *
 * <p>One thread at a time asks; {@link #cancel} may come from any other.
 *
 * <pre>{@code
 * try (TacitSession session = TacitSession.open(tables, Defaults.STANDARD)) {
 *     Answer answer = session.query("SELECT Day, COUNT(*) AS visits FROM visits GROUP BY Day");
 * }
 * }</pre>
 */
public final class TacitSession implements AutoCloseable {
    private final PrepareQuery prepare;
    private final Opening<Backend> backend;
    private final Opening<Sandbox> sandbox;
    private final Defaults defaults;
    private final Supplier<Noise> noise;
    private final SessionLedger ledger = new SessionLedger();

    private TacitSession(
            PrepareQuery prepare,
            Opening<Backend> backend,
            Opening<Sandbox> sandbox,
            Defaults defaults,
            Supplier<Noise> noise) {
        this.prepare = prepare;
        this.backend = backend;
        this.sandbox = sandbox;
        this.defaults = defaults;
        this.noise = noise;
    }

    /**
     * Opens a session with standard settings of the embedded engine.
     *
     * @param tables the declared tables; others do not exist
     * @param defaults what holds for a release whose query does not say otherwise
     * @throws io.tacit.engine.refusal.Refusal when declarations contradict each other
     */
    public static TacitSession open(List<SourceTable> tables, Defaults defaults) {
        return open(tables, defaults, DuckDbSettings.standard());
    }

    /** Opens a session. The engine starts beside the planning of the first query that needs it. */
    public static TacitSession open(List<SourceTable> tables, Defaults defaults, DuckDbSettings settings) {
        return open(tables, defaults, Limits.NONE, settings);
    }

    /** Opens a session whose queries may not ask for more than the limits allow. */
    public static TacitSession open(
            List<SourceTable> tables, Defaults defaults, Limits limits, DuckDbSettings settings) {
        return open(tables, defaults, limits, settings, () -> Noise.of(new SystemRandomBits()));
    }

    /** For tests: with noise that they know. */
    static TacitSession open(
            List<SourceTable> tables, Defaults defaults, DuckDbSettings settings, Supplier<Noise> noise) {
        return open(tables, defaults, Limits.NONE, settings, noise);
    }

    private static TacitSession open(
            List<SourceTable> tables,
            Defaults defaults,
            Limits limits,
            DuckDbSettings settings,
            Supplier<Noise> noise) {
        Catalog catalog = CheckDeclarations.check(tables);
        List<SourceTable> open = tables.stream()
                .filter(table -> table.table().protection() instanceof Protection.Public)
                .toList();
        return new TacitSession(
                new PrepareQuery(catalog, defaults, limits),
                new Opening<>(() -> DuckDbBackend.open(tables, settings)),
                new Opening<>(() -> Sandbox.open(open, settings)),
                defaults,
                noise);
    }

    /**
     * Answers a query: charges it, runs it, adds noise. A query that starts with {@code EXPLAIN PRIVACY} is explained as
     * by {@link #explain}, as a table, and costs nothing.
     *
     * @throws io.tacit.engine.refusal.Refusal when the query is not accepted or fails; once it was charged it stays
     *     charged
     */
    public Answer query(String sql) {
        backend.start();
        sandbox.start();
        PreparedQuery query = prepare.prepare(sql);
        if (query.explain()) {
            return ExplanationTable.of(
                    explanation(query, query.wanted()), query.wanted().isPresent());
        }
        for (int i = 0; i < query.releases().size(); i++) {
            check(query, i);
        }
        sandbox.opened().check(query.answerSql(), query.answerTypes());
        ledger.charge(query.releases().stream().map(Calibration::charge).toList());
        Noise fresh = noise.get();
        List<ReleasedRows> released = new ArrayList<>();
        ReportColumns reports = new ReportColumns(query.reports());
        try {
            for (int i = 0; i < query.releases().size(); i++) {
                ReleasedRows rows =
                        ReleaseRows.run(query.releases().get(i), query.partial().get(i), backend.opened(), fresh);
                sandbox.opened()
                        .load(
                                rows.name(),
                                reports.types(rows.calibration().plan()),
                                rows.keyCount(),
                                reports.rows(rows));
                if (query.fed().contains(rows.name())) {
                    FeedReleases.fill(rows, backend.opened());
                }
                released.add(rows);
            }
        } finally {
            query.fed().forEach(name -> backend.opened().dropWorkTable(name));
        }
        return answer(query, released);
    }

    /**
     * Says what a query would cost and how accurate it would be. Touches no data and spends nothing.
     *
     * @throws io.tacit.engine.refusal.Refusal when the query would not be accepted
     */
    public Explanation explain(String sql) {
        PreparedQuery query = prepare.prepare(sql);
        return explanation(query, query.wanted());
    }

    /**
     * The same, and for each aggregate the epsilon with which it would be off by no more than an error, with the
     * confidence of the intervals. A text that begins with {@code EXPLAIN PRIVACY (error = …)} keeps its own.
     *
     * @param error more than 0
     * @throws io.tacit.engine.refusal.Refusal when the query would not be accepted
     */
    public Explanation explain(String sql, BigDecimal error) {
        PreparedQuery query = prepare.prepare(sql);
        return explanation(query, query.wanted().or(() -> Optional.of(new WantedError(error, Optional.empty()))));
    }

    /** What this session has spent so far. */
    public Charge spent() {
        return ledger.spent();
    }

    /** Stops the running query from another thread; its budget stays spent. */
    public void cancel() {
        backend.ifOpened(Backend::cancel);
        sandbox.ifOpened(Sandbox::cancel);
    }

    @Override
    public void close() {
        backend.close();
        sandbox.close();
    }

    /** Everything that can fail without data fails here, before anything is charged. */
    private void check(PreparedQuery query, int release) {
        Calibration calibration = query.releases().get(release);
        ReleaseRows.prepare(calibration, query.partial().get(release), backend.opened());
        for (ReleaseRows.Check check :
                ReleaseRows.checks(calibration, query.partial().get(release))) {
            backend.opened().check(check.sql(), check.keyCount(), check.integerCount());
        }
        if (query.fed().contains(calibration.plan().name())) {
            FeedReleases.declare(calibration.plan(), backend.opened());
        }
        ReportColumns reports = new ReportColumns(query.reports());
        sandbox.opened().declare(calibration.plan().name(), reports.types(calibration.plan()));
    }

    private Answer answer(PreparedQuery query, List<ReleasedRows> released) {
        int width = query.columns().size();
        List<AnswerRow> rows = new ArrayList<>();
        for (@Nullable Object[] row : sandbox.opened().run(query.answerSql(), query.answerTypes())) {
            List<@Nullable Object> values = new ArrayList<>();
            List<@Nullable Interval> intervals = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                values.add(row[i]);
                int low = query.low().get(i);
                intervals.add(
                        low < 0 ? null : interval(row[low], row[query.high().get(i)]));
            }
            rows.add(new AnswerRow(values, intervals));
        }
        List<ReleaseReport> reports = new ArrayList<>();
        for (int i = 0; i < released.size(); i++) {
            reports.add(ReleaseReports.released(released.get(i), query.people().get(i)));
        }
        Charge spent = total(query);
        return new Answer(
                query.columns(),
                rows,
                reports,
                Decimals.text(spent.epsilon()),
                Decimals.text(spent.delta()),
                confidence(query));
    }

    private static @Nullable Interval interval(@Nullable Object low, @Nullable Object high) {
        return low instanceof Double a && high instanceof Double b ? new Interval(a, b) : null;
    }

    private Explanation explanation(PreparedQuery query, Optional<WantedError> wanted) {
        List<ReleaseReport> reports = new ArrayList<>();
        for (int i = 0; i < query.releases().size(); i++) {
            reports.add(ReleaseReports.planned(
                    query.releases().get(i), query.people().get(i), wanted));
        }
        List<String> pushedDown = new ArrayList<>();
        for (int i = 0; i < query.releases().size(); i++) {
            for (ReleaseRows.Check check :
                    ReleaseRows.checks(query.releases().get(i), query.partial().get(i))) {
                pushedDown.add(check.sql());
            }
        }
        Charge cost = total(query);
        return new Explanation(
                reports,
                pushedDown,
                query.answerSql(),
                Decimals.text(cost.epsilon()),
                Decimals.text(cost.delta()),
                confidence(query),
                wanted.map(WantedError::error).orElse(null));
    }

    private static Charge total(PreparedQuery query) {
        Rational epsilon = Rational.ZERO;
        Rational delta = Rational.ZERO;
        for (Calibration release : query.releases()) {
            epsilon = epsilon.plus(release.charge().epsilon());
            delta = delta.plus(release.charge().delta());
        }
        return new Charge(epsilon, delta);
    }

    private double confidence(PreparedQuery query) {
        return query.releases().stream()
                .mapToDouble(release -> release.plan().parameters().confidence())
                .min()
                .orElse(defaults.confidence());
    }
}
