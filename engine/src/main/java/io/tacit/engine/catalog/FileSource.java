package io.tacit.engine.catalog;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** A file that holds a table's rows. */
public sealed interface FileSource extends Source permits Source.Csv, Source.Parquet, Source.Json, Source.DuckDb {
    /** The file that is read. */
    Path path();

    /** Which table of the file, where it has several. */
    Optional<String> tableInFile();

    /** Asks by format. */
    <R> R matchFormat(
            Function<? super Source.Csv, ? extends R> csv,
            Function<? super Source.Parquet, ? extends R> parquet,
            Function<? super Source.Json, ? extends R> json,
            Function<? super Source.DuckDb, ? extends R> duckDb);

    @Override
    default <R> R match(Function<? super FileSource, ? extends R> file) {
        return file.apply(this);
    }
}
