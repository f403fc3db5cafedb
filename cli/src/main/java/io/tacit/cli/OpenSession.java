package io.tacit.cli;

import io.tacit.engine.backend.duckdb.DuckDbBackend;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.TacitSession;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import io.tacit.engine.source.DeclaredSource.Origin;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A session over the tables of the command line, telling people what was decided for them. */
final class OpenSession implements AutoCloseable {
    private final TacitSession session;
    private final List<DeclaredSource> declared;
    private final PrintWriter err;

    private OpenSession(TacitSession session, List<DeclaredSource> declared, PrintWriter err) {
        this.session = session;
        this.declared = declared;
        this.err = err;
    }

    /**
     * Settles the tables and opens them.
     *
     * @throws Refusal when options contradict each other or a file cannot be read
     */
    static OpenSession open(SourceOptions sources, PrivacyOptions privacy, PrintWriter err) {
        Defaults defaults = privacy.defaults();
        // The engine takes the longest to load; it does so while options are read and the query is planned.
        DuckDbBackend.preload();
        DuckDbSettings settings = DuckDbSettings.standard();
        if ("1".equals(System.getenv("TACIT_DEBUG"))) {
            settings = settings.withOwnerLog(message -> err.println("engine: " + message));
        }
        List<DeclaredSource> declared = DeclareTables.declare(sources, settings);
        List<SourceTable> tables = declared.stream().map(DeclaredSource::table).toList();
        OpenSession opened = new OpenSession(TacitSession.open(tables, defaults, settings), declared, err);
        declared.forEach(opened::tell);
        err.flush();
        return opened;
    }

    TacitSession session() {
        return session;
    }

    private void tell(DeclaredSource source) {
        source.notices().forEach(err::println);
        if (source.origin() == Origin.PROPOSED) {
            err.println(DeclareTables.shown(source));
        }
    }

    /** Keeps proposed schemas for later runs. Only after success: a refused query leaves nothing behind. */
    void keepSchemas() {
        for (DeclaredSource source : declared) {
            if (source.origin() != Origin.PROPOSED) {
                continue;
            }
            DeclaredSource kept = DeclareSource.keep(source);
            Path file = kept.schemaFile().map(Path::getFileName).orElse(Path.of("the schema file"));
            err.println(
                    kept.origin() == Origin.WRITTEN
                            ? "The columns of " + source.table().table().name() + " are kept in " + file
                                    + " beside the file, as a public fact. Edit it there, or use --column."
                            : "The columns of " + source.table().table().name()
                                    + " could not be kept beside the file: the next run proposes them anew."
                                    + " Use --column to settle them.");
        }
        err.flush();
    }

    /** The files that are read and the schemas beside them: nothing may be written over them. */
    List<Path> inputs() {
        List<Path> paths = new ArrayList<>();
        for (DeclaredSource source : declared) {
            paths.add(source.table().source().path());
            source.schemaFile().ifPresent(paths::add);
        }
        return paths;
    }

    @Override
    public void close() {
        session.close();
    }
}
