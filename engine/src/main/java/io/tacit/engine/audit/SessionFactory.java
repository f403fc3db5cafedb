package io.tacit.engine.audit;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.session.TacitSession;
import java.util.List;

/**
 * How the black box is opened over tables that the tester made up; for another back end, or for one with a planted
 * mistake.
 */
@FunctionalInterface
public interface SessionFactory {
    /** Opens a session; the tester closes it. */
    TacitSession open(List<SourceTable> tables, Defaults defaults);

    /** The public door, over the embedded engine. */
    static SessionFactory standard(DuckDbSettings settings) {
        return (tables, defaults) -> TacitSession.open(tables, defaults, settings);
    }
}
