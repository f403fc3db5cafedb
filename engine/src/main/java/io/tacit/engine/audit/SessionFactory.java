package io.tacit.engine.audit;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.session.TacitSession;
import java.util.List;

/**
 * Opens the sessions of the black-box audit, over tables that the tester made up. Another factory tests another back
 * end, or one with a planted mistake.
 */
@FunctionalInterface
public interface SessionFactory {
    /** Opens a session; the tester closes it. */
    TacitSession open(List<SourceTable> tables, Defaults defaults);

    /** Opens ordinary sessions over the embedded engine. */
    static SessionFactory standard(DuckDbSettings settings) {
        return at(InventedPlace.FILES, settings);
    }

    /** Opens ordinary sessions over the engine of a place. */
    static SessionFactory at(InventedPlace place, DuckDbSettings settings) {
        return (tables, defaults) -> TacitSession.open(place.put(tables), defaults, settings);
    }
}
