package io.tacit.engine.audit;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.InventedTables;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.duckdb.SqlText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.EngineOfSources;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Where made-up people are put, which decides whose back end is tested: they are written into files, and copied from there
 * to a server.
 */
public interface InventedPlace extends AutoCloseable {
    /** They stay in files, which the embedded engine reads. */
    InventedPlace FILES = files -> files;

    /**
     * The same tables with the same rows, in their order, where the engine that is tested reads them. At least those of the
     * last {@value OnServer#KEPT} calls are there.
     *
     * @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE when they cannot be written there
     */
    List<SourceTable> put(List<SourceTable> files);

    /**
     * Told of one of the tester's own queries that was refused.
     *
     * @return whether the engine lacks something that it needs, so that there is nothing to test
     */
    default boolean lacks(String sql, Refusal refusal) {
        return false;
    }

    /** The queries that were not tested, because the engine lacks something; of one with many expressions, those alone. */
    default Set<String> lacking() {
        return Set.of();
    }

    @Override
    default void close() {}

    /**
     * On a server, in schemas of its own which are removed when this is closed.
     *
     * @param url the address of a database or cluster for tests, in which the user may make schemas
     */
    static InventedPlace on(String url) {
        return new OnServer(url);
    }

    /** Schemas of a server; the oldest is removed when there are too many. */
    final class OnServer implements InventedPlace {
        /** A query is run over one database and its neighbours, each without one person or in another order. */
        static final int KEPT = 8;

        /** What a dialect refuses that the embedded engine's does not, and a subquery that an engine cannot plan. */
        private static final Set<ErrorCode> LACKING = Set.of(
                ErrorCode.UNSUPPORTED_FUNCTION, ErrorCode.AGGREGATE, ErrorCode.ARGUMENT_TYPE, ErrorCode.SUBQUERY);

        private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});

        private final String url;
        private final DataEngine engine = EngineOfSources.with(SETTINGS);
        private final Deque<InventedTables> schemas = new ArrayDeque<>();
        private final Set<String> lacking = new TreeSet<>();

        private OnServer(String url) {
            this.url = url;
        }

        @Override
        public List<SourceTable> put(List<SourceTable> files) {
            if (schemas.size() == KEPT) {
                schemas.removeFirst().close();
            }
            InventedTables schema = engine.invented(url, InventedTables.Texts.ALIKE);
            schemas.addLast(schema);
            List<SourceTable> copies = new ArrayList<>();
            try (EmbeddedDuckDb database = EmbeddedDuckDb.open(files, SETTINGS)) {
                for (SourceTable table : files) {
                    copies.add(copy(table, database, schema));
                }
            }
            return copies;
        }

        private static SourceTable copy(SourceTable table, EmbeddedDuckDb database, InventedTables schema) {
            int width = table.table().columns().size();
            String sql = "SELECT CAST(COLUMNS(*) AS VARCHAR) FROM "
                    + SqlText.name(table.table().name());
            return schema.add(
                    table.table(),
                    rows -> database.rows(sql, row -> {
                        @Nullable String[] values = new @Nullable String[width];
                        for (int i = 0; i < width; i++) {
                            values[i] = row.getString(i + 1);
                        }
                        rows.accept(values);
                    }));
        }

        @Override
        public boolean lacks(String sql, Refusal refusal) {
            boolean lacks = LACKING.contains(refusal.code());
            if (lacks) {
                lacking.add(sql);
            }
            return lacks;
        }

        @Override
        public Set<String> lacking() {
            return Collections.unmodifiableSet(lacking);
        }

        @Override
        public void close() {
            if (schemas.isEmpty()) {
                return;
            }
            InventedTables last = schemas.removeLast();
            // One that stays behind does not keep the others.
            try {
                close();
            } finally {
                last.close();
            }
        }
    }
}
