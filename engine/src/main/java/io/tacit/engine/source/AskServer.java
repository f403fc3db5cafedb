package io.tacit.engine.source;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.NearestName;
import io.tacit.engine.refusal.Refusal;
import java.util.Locale;

/** Asks database servers for the columns of their tables. */
public final class AskServer {
    /** How the address of a server begins. */
    public static final String POSTGRES = "jdbc:postgresql:";

    private static final String USUAL_SCHEMA = "public.";

    private AskServer() {}

    /** Whether a text is the address of a server, and no file's name. */
    public static boolean isAddress(String text) {
        return text.startsWith(POSTGRES);
    }

    static AskFile.Declared table(String url, String written, DataEngine engine) {
        DatabaseSchema.Relation found =
                relation(url, written, engine.server(url, name -> name.equalsIgnoreCase(plain(written))));
        return AskFile.declared(new Source.Postgres(url, found.name()), "table " + found.name(), found.declared());
    }

    /**
     * A table of a database.
     *
     * @throws Refusal SOURCE_SCHEMA when it has none that is called so and that its user may read
     */
    public static DatabaseSchema.Relation relation(String url, String written, DatabaseSchema schema) {
        return schema.table(plain(written))
                .orElseThrow(() -> new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The database has no table " + written + " that its user may read.",
                        NearestName.of(plain(written), schema.names())
                                .map(near -> "Did you mean " + near + "?")
                                .orElse(
                                        schema.names().isEmpty()
                                                ? "GRANT SELECT on its tables to the user."
                                                : "There are: " + String.join(", ", schema.names()) + ".")));
    }

    /** A written name without the schema that is left out everywhere. */
    private static String plain(String written) {
        return written.toLowerCase(Locale.ROOT).startsWith(USUAL_SCHEMA)
                ? written.substring(USUAL_SCHEMA.length())
                : written;
    }
}
