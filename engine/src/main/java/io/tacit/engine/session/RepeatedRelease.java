package io.tacit.engine.session;

import io.tacit.engine.answer.Sandbox;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.RememberingBackend;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ReleaseRows;
import io.tacit.engine.release.ReleasedRows;
import io.tacit.privacy.random.SystemRandomBits;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Releases one query again and again over rows that are read once: for experiments on data that whoever runs them may
 * see.
 *
 * <p>Each release is the one that a {@link TacitSession} would give: the same plan, the same code from the exact states
 * on, and fresh noise of the system. Nothing is charged, nothing is remembered, and the mean of many releases is the
 * exact answer, so that together they protect nobody. Nothing that serves analysts may use it.
 *
 * <p>One thread at a time asks; {@link #cancel} may come from any other.
 */
public final class RepeatedRelease implements AutoCloseable {
    private final PreparedQuery query;
    private final BackgroundStart<Backend> backend;
    private final BackgroundStart<Sandbox> sandbox;
    private final RunQuery run;
    private final Noise noise;
    private @Nullable Supplier<ReleasedRows> again;

    private RepeatedRelease(
            PreparedQuery query,
            BackgroundStart<Backend> backend,
            BackgroundStart<Sandbox> sandbox,
            PublicRows publicRows,
            Supplier<Noise> noise) {
        this.query = query;
        this.backend = backend;
        this.sandbox = sandbox;
        this.run = new RunQuery(backend, sandbox, publicRows, noise);
        this.noise = noise.get();
    }

    /**
     * Plans a query over files. Reads no row.
     *
     * @param tables the declared tables
     * @param defaults what holds for a release whose query does not say otherwise
     * @throws io.tacit.engine.refusal.Refusal when the query is not accepted
     */
    public static RepeatedRelease open(
            List<SourceTable> tables, Defaults defaults, DuckDbSettings settings, String sql) {
        return open(tables, defaults, settings, sql, () -> Noise.of(new SystemRandomBits()));
    }

    /** For tests: with noise that they know. */
    static RepeatedRelease open(
            List<SourceTable> tables, Defaults defaults, DuckDbSettings settings, String sql, Supplier<Noise> noise) {
        Catalog catalog = CheckDeclarations.check(tables);
        DataEngine engine = EngineOfSources.with(settings).holding(tables);
        PreparedQuery query = new PrepareQuery(catalog, defaults, QueryCeiling.NONE, engine.dialect()).prepare(sql);
        List<SourceTable> open = tables.stream()
                .filter(table -> table.table().protection().isPublic() && PublicRows.isFile(table))
                .toList();
        return new RepeatedRelease(
                query,
                new BackgroundStart<>(() -> new RememberingBackend(engine.open(tables))),
                new BackgroundStart<>(() -> Sandbox.open(open, settings)),
                PublicRows.of(tables),
                noise);
    }

    /** What is known of its releases without data, as {@link TacitSession#explain(String)} says it. */
    public List<ReleaseReport> planned() {
        return query.releases().stream()
                .map(release -> ReleaseReports.planned(release.calibration(), release.people(), Optional.empty()))
                .toList();
    }

    /**
     * One more release of a query that has one.
     *
     * @return a row for each group that appears: keys as text, the aggregates, and the ends of their intervals, in this
     *     order and before the rest of the query is computed from them
     * @throws IllegalStateException for a query with several releases, or none
     * @throws io.tacit.engine.refusal.Refusal ENGINE when it fails; CANCELLED when it was stopped
     */
    public List<@Nullable Object[]> release() {
        if (query.releases().size() != 1) {
            throw new IllegalStateException("only a query with one release can be repeated alone");
        }
        PreparedRelease release = query.releases().get(0);
        ReleaseRows.prepare(release.calibration(), release.sql(), backend.opened());
        if (again == null) {
            again = ReleaseRows.repeated(release.calibration(), release.sql(), backend.opened(), noise);
        }
        return again.get().rows();
    }

    /**
     * One more answer to the whole query; slower than {@link #release}, as the rest of it is computed, too.
     *
     * @throws io.tacit.engine.refusal.Refusal ENGINE when it fails; CANCELLED when it was stopped
     */
    public Answer answer() {
        run.check(query);
        return run.run(
                query,
                query.releases().stream()
                        .mapToDouble(release -> release.plan().parameters().confidence())
                        .min()
                        .orElse(Defaults.STANDARD.confidence()));
    }

    /** Stops what is running, from another thread. */
    public void cancel() {
        backend.ifOpened(Backend::cancel);
        sandbox.ifOpened(Sandbox::cancel);
    }

    @Override
    public void close() {
        backend.close();
        sandbox.close();
    }
}
