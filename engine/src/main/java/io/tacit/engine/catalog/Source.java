package io.tacit.engine.catalog;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Where a table's rows lie: in a file, or in a database on a server. */
public sealed interface Source {
    /** Whether the source itself keeps NULL out of the columns that it declares so. */
    boolean enforcesNotNull();

    /** Calls the function of this kind of source. */
    <R> R match(Function<? super File, ? extends R> file, Function<? super Server, ? extends R> server);

    /** A file that holds a table's rows. */
    sealed interface File extends Source {
        /** The file that is read. */
        Path path();

        /** Which table of the file, where it has several. */
        Optional<String> tableInFile();

        /** Calls the function of this format. */
        <R> R matchFormat(
                Function<? super Csv, ? extends R> csv,
                Function<? super Parquet, ? extends R> parquet,
                Function<? super Json, ? extends R> json,
                Function<? super DuckDb, ? extends R> duckDb);

        @Override
        default <R> R match(Function<? super File, ? extends R> file, Function<? super Server, ? extends R> server) {
            return file.apply(this);
        }
    }

    /**
     * A text file with a header and one row a line, or a record that may span lines; fields are read as text, by position, and cast totally to
     * their declared types.
     *
     * @param path the file
     * @param format how a line divides into fields
     * @param header the names in its first line, among which each of the table's is once; empty where they are the
     *     table's own, in its order
     */
    record Csv(Path path, CsvFormat format, List<String> header) implements File {
        public Csv {
            header = List.copyOf(header);
        }

        /** A file whose columns are those of its table, in the same order, whatever its header calls them. */
        public Csv(Path path, CsvFormat format) {
            this(path, format, List.of());
        }

        /** The same file with names for its columns. */
        public Csv inOrder(List<String> names) {
            return new Csv(path, format, names);
        }

        @Override
        public Optional<String> tableInFile() {
            return Optional.empty();
        }

        @Override
        public boolean enforcesNotNull() {
            return false;
        }

        @Override
        public <R> R matchFormat(
                Function<? super Csv, ? extends R> csv,
                Function<? super Parquet, ? extends R> parquet,
                Function<? super Json, ? extends R> json,
                Function<? super DuckDb, ? extends R> duckDb) {
            return csv.apply(this);
        }
    }

    /** A Parquet file. */
    record Parquet(Path path) implements File {
        @Override
        public Optional<String> tableInFile() {
            return Optional.empty();
        }

        @Override
        public boolean enforcesNotNull() {
            return false;
        }

        @Override
        public <R> R matchFormat(
                Function<? super Csv, ? extends R> csv,
                Function<? super Parquet, ? extends R> parquet,
                Function<? super Json, ? extends R> json,
                Function<? super DuckDb, ? extends R> duckDb) {
            return parquet.apply(this);
        }
    }

    /**
     * A JSON file with one object a line; the lines may also be the elements of one array. Members are read as text,
     * by name, and cast totally to their declared types.
     */
    record Json(Path path) implements File {
        @Override
        public Optional<String> tableInFile() {
            return Optional.empty();
        }

        @Override
        public boolean enforcesNotNull() {
            return false;
        }

        @Override
        public <R> R matchFormat(
                Function<? super Csv, ? extends R> csv,
                Function<? super Parquet, ? extends R> parquet,
                Function<? super Json, ? extends R> json,
                Function<? super DuckDb, ? extends R> duckDb) {
            return json.apply(this);
        }
    }

    /**
     * A table or view of a DuckDB database file.
     *
     * @param path the database file
     * @param table the table's name in it
     */
    record DuckDb(Path path, String table) implements File {
        @Override
        public Optional<String> tableInFile() {
            return Optional.of(table);
        }

        @Override
        public boolean enforcesNotNull() {
            return true;
        }

        @Override
        public <R> R matchFormat(
                Function<? super Csv, ? extends R> csv,
                Function<? super Parquet, ? extends R> parquet,
                Function<? super Json, ? extends R> json,
                Function<? super DuckDb, ? extends R> duckDb) {
            return duckDb.apply(this);
        }
    }

    /**
     * A table or view of a database on a server, or of a Spark cluster's catalogue.
     *
     * @param url the server's address, which holds no password
     * @param table the table's name in it, with its schema before a dot unless that is the usual one of its kind of
     *     server; or a path with a slash in it, of files that the server reads
     */
    record Server(String url, String table) implements Source {
        /** What kind of server it is. */
        public ServerKind kind() {
            return ServerKind.of(url).orElseThrow(() -> new IllegalStateException("no server has this address"));
        }

        /** What is declared is kept where rows are read, as for a file: a view says nothing of NULL. */
        @Override
        public boolean enforcesNotNull() {
            return false;
        }

        @Override
        public <R> R match(Function<? super File, ? extends R> file, Function<? super Server, ? extends R> server) {
            return server.apply(this);
        }
    }
}
