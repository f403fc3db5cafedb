package io.tacit.engine.catalog;

import java.nio.file.Path;

/** Where a table's rows lie. */
public sealed interface Source {
    /** The file that is read. */
    Path path();

    /**
     * A text file with one header line and one row a line; fields are read as text, by position, and cast totally to
     * their declared types.
     *
     * @param path the file
     * @param format how a line divides into fields
     */
    record Csv(Path path, CsvFormat format) implements Source {}

    /** A Parquet file. */
    record Parquet(Path path) implements Source {}

    /**
     * A JSON file with one object a line; the lines may also be the elements of one array. Members are read as text,
     * by name, and cast totally to their declared types.
     */
    record Json(Path path) implements Source {}

    /**
     * A table or view of a DuckDB database file.
     *
     * @param path the database file
     * @param table the table's name in it
     */
    record DuckDb(Path path, String table) implements Source {}
}
