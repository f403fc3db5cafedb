package io.tacit.engine.backend;

import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An engine that can hold people's rows: it says what sources declare of themselves, and opens declared tables. It
 * keeps nothing open itself.
 */
public interface DataEngine {
    /** The SQL dialect of the back ends that this engine opens, known before one is open. */
    Dialect dialect();

    /** The engine that opens these tables: this one, unless it leaves some kinds of sources to others. */
    default DataEngine holding(List<SourceTable> tables) {
        return this;
    }

    /**
     * Opens the declared tables. Reads no row.
     *
     * @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE when a source cannot be opened
     */
    Backend open(List<SourceTable> tables);

    /**
     * The same engine, which also passes its messages to this log. They may quote data and are for the owner's eyes
     * only.
     */
    DataEngine alsoTelling(Consumer<String> ownerLog);

    /**
     * The columns that a Parquet file declares. Reads no row.
     *
     * @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE when it cannot be opened
     */
    FileSchema parquet(Path file);

    /**
     * What a database file declares of its tables. Reads no row.
     *
     * @param wanted which tables are looked at, by name as {@link DatabaseSchema#names} has it
     * @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE when it cannot be opened
     */
    DatabaseSchema database(Path file, Predicate<String> wanted);

    /**
     * What a database server declares of the tables that its user may read. Reads no row.
     *
     * @param url its address, without a password
     * @param wanted as for {@link #database}; a schema is before the name unless it is {@code public}
     * @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE when it cannot be reached
     */
    default DatabaseSchema server(String url, Predicate<String> wanted) {
        throw new Refusal(
                ErrorCode.SOURCE_UNREADABLE,
                "This engine reads files only.",
                "Open the session with an engine that reads database servers.");
    }

    /**
     * What files declare that a server reads. Reads no row.
     *
     * @param url its address
     * @param path of the files, as the server knows it
     * @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE when they cannot be read
     */
    default DatabaseSchema.Relation serverFiles(String url, String path) {
        throw new Refusal(
                ErrorCode.SOURCE_UNREADABLE,
                "This server has tables, and no files that could be read.",
                "Name a table.");
    }

    /**
     * A new schema of a server for tables that somebody makes up. It is the only thing that is ever written there.
     *
     * @param url its address
     * @param texts how they are stored; what is read as declared does not depend on it
     * @throws io.tacit.engine.refusal.Refusal SOURCE_UNREADABLE when the user may not write there
     */
    default InventedTables invented(String url, InventedTables.Texts texts) {
        throw new Refusal(
                ErrorCode.SOURCE_UNREADABLE,
                "This engine has no server to make up tables on.",
                "Name a server: jdbc:postgresql://… or sc://….");
    }

    /**
     * The number of values of each key that occur more than once, not counting rows with a NULL in the key. These are
     * exact counts of people's data: for the owner alone.
     *
     * @param tables the declared tables
     * @param keys columns of these
     * @return a number for each key
     * @throws io.tacit.engine.refusal.Refusal as {@link #open}, and ENGINE when it fails
     */
    Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys);

    /**
     * What the values of columns look like where they would tell who somebody is. The engine reads values for that, and
     * keeps all that it saw but these words to itself.
     *
     * @param table a declared table
     * @param person the column that names the person, if one is known
     * @return columns by name; what is not in it looks like nothing of the kind, or this engine does not look
     * @throws io.tacit.engine.refusal.Refusal as {@link #open}, and ENGINE when it fails
     */
    default Map<String, Likeness> looks(SourceTable table, Optional<String> person) {
        return Map.of();
    }

    /**
     * How many values of columns are NULL when they are read since their type does not know them, or since nothing says whose
     * they are. These are exact counts of people's data: for the owner alone.
     *
     * @param table a declared table
     * @return columns by name, with counts above 0; empty where this engine does not look
     * @throws io.tacit.engine.refusal.Refusal as {@link #open}, and ENGINE when it fails
     */
    default Map<String, Long> lost(SourceTable table) {
        return Map.of();
    }

    /**
     * Columns that should hold no values twice.
     *
     * @param table the table's name
     * @param columns names of its columns, which are unique together
     */
    record Key(String table, List<String> columns) {
        public Key {
            columns = List.copyOf(columns);
        }
    }

    /**
     * What a source declares of itself. Columns whose names mean each other cannot be read: a name would mean whichever
     * comes first, also where it says whose a row is.
     *
     * @param columns those that can be read, in its order
     * @param unread those that cannot
     * @param ambiguous the names that mean each other
     */
    record FileSchema(List<Column> columns, List<Unread> unread, AmbiguousNames ambiguous) {
        public FileSchema {
            unread = List.copyOf(unread);
            columns = columns.stream()
                    .filter(column -> !ambiguous.has(column.name()))
                    .toList();
        }

        /** Of a source that has no other columns than these, those that can be read first. */
        public FileSchema(List<Column> columns, List<Unread> unread) {
            this(
                    columns,
                    unread,
                    AmbiguousNames.of(Stream.concat(
                                    columns.stream().map(Column::name),
                                    unread.stream().map(Unread::name))
                            .toList()));
        }
    }

    /**
     * A column whose type has no counterpart in Tacit's SQL.
     *
     * @param name the column
     * @param type the engine's word for its type, for people
     */
    record Unread(String name, String type) {}
}
