package io.tacit.engine.source;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
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
 */
public record FileColumns(Source source, List<Column> columns, boolean typed) {
    public FileColumns {
        columns = List.copyOf(columns);
    }

    /** A Parquet file declares its columns. */
    public static FileColumns parquet(Path file, DataEngine engine) {
        AskFile.Declared declared = AskFile.parquet(file, engine);
        return new FileColumns(declared.source(), declared.columns(), true);
    }

    /**
     * A CSV file of a division that is known.
     *
     * @param declared its columns where it holds nothing, not even a header
     */
    public static FileColumns csv(Path file, CsvFormat format, List<String> declared) {
        List<String> names = LookAtCsv.isNothing(file)
                ? declared
                : LookAtCsv.shape(file, format).names();
        return new FileColumns(new Source.Csv(file, format), texts(names), false);
    }

    /** A JSON file whose members are named in a declaration. */
    public static FileColumns json(Path file, List<String> names) {
        return new FileColumns(new Source.Json(file), texts(names), false);
    }

    private static List<Column> texts(List<String> names) {
        return names.stream()
                .map(name -> Column.nullable(name, ColumnType.VARCHAR))
                .toList();
    }

    /**
     * What the schema file beside a text file says; empty when there is none.
     *
     * @throws Refusal SOURCE_SCHEMA when it is not written as it should be, or the header is another
     */
    public static Optional<FileColumns> kept(Path file) {
        return SchemaFile.read(file).map(kept -> {
            List<Column> columns = kept.columns().stream().map(Entry::column).toList();
            if (kept.format().isEmpty()) {
                return new FileColumns(new Source.Json(file), columns, true);
            }
            CsvFormat format = kept.format().get();
            List<String> names = columns.stream().map(Column::name).toList();
            if (!LookAtCsv.isNothing(file)
                    && !LookAtCsv.shape(file, format).names().equals(names)) {
                throw new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The header of " + SourceFormat.nameOf(file) + " is not the one in its schema file "
                                + SourceFormat.nameOf(SchemaFile.beside(file)) + ".",
                        "Correct the schema file, or delete it.");
            }
            return new FileColumns(new Source.Csv(file, format), columns, true);
        });
    }
}
