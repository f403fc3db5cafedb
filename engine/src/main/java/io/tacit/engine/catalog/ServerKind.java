package io.tacit.engine.catalog;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The kinds of servers whose tables can be read, each with how its addresses begin. */
public enum ServerKind {
    POSTGRESQL("PostgreSQL", "public", "jdbc:postgresql:"),
    SPARK("Spark", "default", "sc:|spark:");

    private final String title;
    private final String usualSchema;
    private final Pattern beginning;

    ServerKind(String title, String usualSchema, String beginning) {
        this.title = title;
        this.usualSchema = usualSchema;
        this.beginning = Pattern.compile(beginning);
    }

    /** The kind of server that a text is the address of; empty for a file's name. */
    public static Optional<ServerKind> of(String address) {
        return Arrays.stream(values())
                .filter(kind -> kind.beginning.matcher(address).lookingAt())
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
