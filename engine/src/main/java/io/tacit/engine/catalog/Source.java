package io.tacit.engine.catalog;

import java.nio.file.Path;

/** Where a table's rows lie. */
public sealed interface Source {
    /** The file that is read. */
    Path path();

    /** A text file with one header line; columns are read as text and cast totally to their declared types. */
    record Csv(Path path) implements Source {}

    /** A Parquet file. */
    record Parquet(Path path) implements Source {}

    /** A JSON file: an array of objects, or one object a line. */
    record Json(Path path) implements Source {}

    /**
     * A table or view of a DuckDB database file.
     *
     * @param path the database file
     * @param table the table's name in it
     */
    record DuckDb(Path path, String table) implements Source {}
}
