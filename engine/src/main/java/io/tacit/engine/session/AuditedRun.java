package io.tacit.engine.session;

import io.tacit.engine.answer.Sandbox;
import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.QueryCeiling;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.pushdown.PushedDownSql;
import io.tacit.engine.release.Calibration;
import io.tacit.engine.release.Noise;
import io.tacit.engine.release.ReleasedRows;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs queries as a {@link TacitSession} does, over a back end and with noise from outside: for the tester, which works
 * on people that it made up. It knows no account, and what it answers is as private as the noise that it was given.
 * Only {@code audit} may use it; a test of the architecture holds that.
 */
public final class AuditedRun implements AutoCloseable {
    private final PrepareQuery prepare;
    private final BackgroundStart<Sandbox> sandbox;

    private AuditedRun(PrepareQuery prepare, BackgroundStart<Sandbox> sandbox) {
        this.prepare = prepare;
        this.sandbox = sandbox;
    }

    /**
     * Opens a run over tables whose people are made up.
     *
     * @param tables the declared tables; of the public ones the rows are read by what is left of a query after its
     *     releases
     * @param defaults what holds for a release whose query does not say otherwise
     */
    public static AuditedRun open(List<SourceTable> tables, Defaults defaults, DuckDbSettings settings) {
        Catalog catalog = CheckDeclarations.check(tables);
        List<SourceTable> open = tables.stream()
                .filter(table -> table.table().protection().isPublic() && PublicRows.isFile(table))
                .toList();
        DataEngine engine = EngineOfSources.with(settings).holding(tables);
        return new AuditedRun(
                new PrepareQuery(catalog, defaults, QueryCeiling.NONE, engine.dialect()), new BackgroundStart<>(() -> {
                    Sandbox sandbox = Sandbox.open(open, settings);
                    showServersTables(tables, engine, sandbox);
                    return sandbox;
                }));
    }

    /** Public tables of a server, which are no part of what a run asks of its back end. */
    private static void showServersTables(List<SourceTable> tables, DataEngine engine, Sandbox sandbox) {
        PublicRows rows = PublicRows.of(tables);
        if (!rows.names().isEmpty()) {
            BackgroundStart<Backend> server = new BackgroundStart<>(() -> engine.open(tables));
            rows.copy(String.join(" ", rows.names()), server, sandbox);
            server.close();
        }
    }

    /**
     * Prepares a query.
     *
     * @throws io.tacit.engine.refusal.Refusal when it is not accepted
     */
    public Query prepare(String sql) {
        return new Query(prepare.prepare(sql));
    }

    /** An accepted query. */
    public final class Query {
        private final PreparedQuery query;

        private Query(PreparedQuery query) {
            this.query = query;
        }

        /** Its releases, in the order in which they run. */
        public List<Calibration> releases() {
            return query.releases().stream().map(PreparedRelease::calibration).toList();
        }

        /** The printers of the pushed-down queries, one for each release. */
        public List<PushedDownSql> partial() {
            return query.releases().stream().map(PreparedRelease::sql).toList();
        }

        /** The charge of the query. */
        public Charge charge() {
            return query.charge();
        }

        /**
         * Checks and runs the query.
         *
         * @throws io.tacit.engine.refusal.Refusal when the engine fails
         */
        public Answer run(Backend backend, Supplier<Noise> noise) {
            return run(backend, noise, released -> {});
        }

        /**
         * Checks and runs the query, and hands over each release when it is done.
         *
         * @throws io.tacit.engine.refusal.Refusal when the engine fails
         */
        public Answer run(Backend backend, Supplier<Noise> noise, Consumer<ReleasedRows> done) {
            BackgroundStart<Backend> given = new BackgroundStart<>(() -> backend);
            given.opened();
            RunQuery run = new RunQuery(given, sandbox, PublicRows.of(List.of()), noise);
            run.check(query);
            return run.run(
                    query,
                    releases().stream()
                            .mapToDouble(release -> release.plan().parameters().confidence())
                            .min()
                            .orElseThrow(),
                    done);
        }
    }

    @Override
    public void close() {
        sandbox.close();
    }
}
