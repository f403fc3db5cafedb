package io.tacit.engine.session;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.release.Noise;
import java.util.List;
import java.util.function.Supplier;

/** Lets tests of other packages plant wrong noise behind the public door. Exists in test code only. */
public final class DoorWithNoise {
    private DoorWithNoise() {}

    /** Opens a session with that noise. */
    public static TacitSession open(
            List<SourceTable> tables, Defaults defaults, DuckDbSettings settings, Supplier<Noise> noise) {
        return TacitSession.open(tables, defaults, settings, noise);
    }
}
