package io.tacit.engine.source;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.source.SchemaFile.Entry;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The columns of a file as it declares them itself, or as a schema file beside it does. Proposes nothing: of a text
 * file without a schema file only the header is read, and its columns are texts until their types are declared.
 *
 * @param source how its rows are read
 * @param columns in its order; of a JSON file without a schema file those that are wanted
 * @param typed whether their types are declared
 * @param ambiguous columns that are left out, for their names mean each other
 */
public record FileColumns(Source source, List<Column> columns, boolean typed, AmbiguousNames ambiguous) {
    public FileColumns {
        columns = List.copyOf(columns);
    }

    /** A Parquet file declares its columns. */
    public static FileColumns parquet(Path file, DataEngine engine) {
        AskFile.Declared declared = AskFile.parquet(file, engine);
        return new FileColumns(declared.source(), declared.columns(), true, declared.ambiguous());
    }

    /**
     * A CSV file of a division that is known.
     *
     * @param declared its columns where it holds nothing, not even a header
     */
    public static FileColumns csv(Path file, CsvFormat format, List<String> declared) {
        if (LookAtCsv.isNothing(file)) {
            return new FileColumns(new Source.Csv(file, format, declared), texts(declared), false, AmbiguousNames.NONE);
        }
        TextShape shape = LookAtCsv.shape(file, format);
        return new FileColumns(
                new Source.Csv(file, format, shape.names()), texts(shape.usable()), false, shape.ambiguous());
    }

    /** A JSON file whose members are named in a declaration. */
    public static FileColumns json(Path file, List<String> names) {
        return new FileColumns(new Source.Json(file), texts(names), false, AmbiguousNames.NONE);
    }

    private static List<Column> texts(List<String> names) {
        return names.stream()
                .map(name -> Column.nullable(name, ColumnType.VARCHAR))
                .toList();
    }

    /**
     * What the schema file beside a text file says; empty when there is none.
     *
     * @throws io.tacit.engine.refusal.Refusal SOURCE_SCHEMA when it is not written as it should be, or the header is another
     */
    public static Optional<FileColumns> kept(Path file) {
        return SchemaFile.read(file).map(kept -> {
            List<Column> columns = kept.columns().stream().map(Entry::column).toList();
            if (kept.format().isEmpty()) {
                return new FileColumns(new Source.Json(file), columns, true, AmbiguousNames.NONE);
            }
            TextShape shape = LookAtCsv.kept(file, kept.format().get(), kept);
            Source source = new Source.Csv(file, kept.format().get(), shape.names());
            return new FileColumns(source, columns, true, shape.ambiguous());
        });
    }
}
