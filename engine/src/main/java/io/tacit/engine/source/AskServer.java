package io.tacit.engine.source;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.NearestName;
import io.tacit.engine.refusal.Refusal;

/** Asks database servers for the columns of their tables. */
public final class AskServer {
    private AskServer() {}

    /** Whether a text is the address of a server, and no file's name. */
    public static boolean isAddress(String text) {
        return ServerKind.of(text).isPresent();
    }

    static AskFile.Declared table(String url, String written, DataEngine engine) {
        DatabaseSchema.Relation found = isPath(url, written)
                ? engine.serverFiles(url, written)
                : relation(
                        url,
                        written,
                        engine.server(url, name -> name.equals(written) || name.equalsIgnoreCase(plain(url, written))));
        return AskFile.declared(new Source.Server(url, found.name()), "table " + found.name(), found.declared());
    }

    /**
     * A table of a database.
     *
     * @throws Refusal SOURCE_SCHEMA when it has none that is called so and that its user may read
     */
    public static DatabaseSchema.Relation relation(String url, String written, DatabaseSchema schema) {
        String meant = schema.names().contains(written) ? written : plain(url, written);
        return schema.table(meant)
                .orElseThrow(() -> new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The database has no table " + written + " that its user may read.",
                        NearestName.of(plain(url, written), schema.names())
                                .map(near -> "Did you mean " + near + "?")
                                .orElse(
                                        schema.names().isEmpty()
                                                ? "GRANT SELECT on its tables to the user."
                                                : "There are: " + String.join(", ", schema.names()) + ".")));
    }

    /** A written name without the schema that is left out everywhere. */
    private static String plain(String url, String written) {
        return ServerKind.of(url).map(kind -> kind.plain(written)).orElse(written);
    }

    /** Whether a written name is the path of files that this server reads. */
    public static boolean isPath(String url, String written) {
        return ServerKind.of(url).filter(kind -> kind.isPath(written)).isPresent();
    }
}
