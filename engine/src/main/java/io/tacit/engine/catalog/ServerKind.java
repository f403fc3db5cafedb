package io.tacit.engine.catalog;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds of servers whose tables can be read, each with how its addresses begin. */
public enum ServerKind {
    POSTGRESQL("PostgreSQL", "public", List.of("jdbc:postgresql:")),
    SPARK("Spark", "default", List.of("sc:", "spark:"));

    private final String title;
    private final String usualSchema;
    private final List<String> beginnings;

    ServerKind(String title, String usualSchema, List<String> beginnings) {
        this.title = title;
        this.usualSchema = usualSchema;
        this.beginnings = beginnings;
    }

    /** The kind of server that a text is the address of; empty for a file's name. */
    public static Optional<ServerKind> of(String address) {
        return Arrays.stream(values())
                .filter(kind -> kind.beginnings.stream().anyMatch(address::startsWith))
                .findFirst();
    }

    /** Its name, for people. */
    public String title() {
        return title;
    }

    /** A written name of a table without the schema that is left out everywhere. */
    public String plain(String written) {
        return written.toLowerCase(Locale.ROOT).startsWith(usualSchema + ".")
                ? written.substring(usualSchema.length() + 1)
                : written;
    }

    /** Whether a written name is a path of files that the server reads, and no table of its catalogue. */
    public boolean isPath(String written) {
        return this == SPARK && written.indexOf('/') >= 0;
    }
}
