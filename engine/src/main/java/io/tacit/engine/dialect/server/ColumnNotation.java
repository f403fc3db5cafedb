package io.tacit.engine.dialect.server;

import io.tacit.engine.catalog.ColumnType;
import java.util.Optional;

/** How a server's columns are read. */
public interface ColumnNotation {
    /** The server's types. */
    ServerTypes types();

    /** What a catalogue calls a decimal, before its digits in brackets. */
    String decimal();

    /**
     * The type as which a column of another type than a decimal is read unless the owner says otherwise; none for what has
     * no type here.
     */
    Optional<ColumnType> natural(String type);

    /**
     * A column as a value of its natural type; NULL where that has no such value, and where the value would make later
     * expressions fail. Equal values are the same value.
     *
     * @param name of the column
     * @param type as the server writes it
     * @param own its natural type
     */
    String read(String name, String type, ColumnType own);

    /** The condition under which no other value of a column is read as the same; empty where that is so for all. */
    default Optional<String> oneToOne(String name, String type) {
        return Optional.empty();
    }
}
