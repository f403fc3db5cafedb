package io.tacit.cli;

import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.session.TacitSession;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** From options to a session, telling people what was decided for them. */
final class OpenSession {
    private OpenSession() {}

    static TacitSession open(SourceOptions sources, PrivacyOptions privacy, PrintWriter err) {
        Defaults defaults = privacy.defaults();
        // The engine takes the longest to load; it does so while options are read and the query is planned.
        DuckDbBackend.preload();
        DuckDbSettings settings = DuckDbSettings.standard();
        if ("1".equals(System.getenv("TACIT_DEBUG"))) {
            settings = settings.withOwnerLog(message -> err.println("engine: " + message));
        }
        List<DeclaredSource> declared = DeclareTables.declare(sources, settings);
        List<SourceTable> tables = declared.stream().map(DeclaredSource::table).toList();
        TacitSession session = TacitSession.open(tables, defaults, settings);
        declared.forEach(source -> tell(source, err));
        err.flush();
        return session;
    }

    /** A proposed schema is kept and shown once; later runs take it as given. */
    private static void tell(DeclaredSource source, PrintWriter err) {
        source.notices().forEach(err::println);
        if (source.origin() != DeclaredSource.Origin.PROPOSED) {
            return;
        }
        err.println(DeclareTables.shown(source));
        DeclaredSource kept = DeclareSource.keep(source);
        Path file = kept.schemaFile().orElse(Path.of("the schema file"));
        err.println(
                kept.origin() == DeclaredSource.Origin.WRITTEN
                        ? "These types are kept in " + file.getFileName()
                                + " beside the file, as a public fact. Edit it there, or use --column."
                        : "These types could not be kept beside the file: the next run proposes them anew. Use --column to fix them.");
    }
}
