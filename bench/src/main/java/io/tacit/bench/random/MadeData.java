package io.tacit.bench.random;

import io.tacit.bench.random.MadeColumn.Role;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * A data set that is made up, as files that anybody might come with.
 *
 * @param activity how many rows its people have
 * @param people how many there are
 * @param tables of it; the first one holds what people did
 * @param format of the files that Tacit reads
 * @param folder where they lie
 */
record MadeData(MadeActivity activity, int people, List<MadeTable> tables, Format format, Path folder) {
    /** What is read. */
    enum Format {
        DUCKDB,
        PARQUET,
        CSV
    }

    /** The names of the tables of people's rows. */
    static final String EVENTS = "events";

    static final String PEOPLE = "people";
    static final String ITEMS = "items";
    static final String PLACES = "places";

    static final String PERSON = "person";
    static final String EVENT = "event";
    static final String PLACE = "place";

    /**
     * Draws the data set of that number, and writes it.
     *
     * @param folder which is there and empty
     */
    static MadeData written(long seed, int number, MadeSize size, Path folder) throws IOException, SQLException {
        return new MadeDataset(Draw.of(seed, 2L * number), size, folder).written();
    }

    /** Makes the files that are read out of texts with all rows. */
    void write() throws SQLException {
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:" + file());
                Statement statement = database.createStatement()) {
            for (MadeTable table : tables) {
                table.load(database, folder);
                if (format == Format.PARQUET) {
                    statement.execute("COPY " + table.name() + " TO '" + read(table) + "' (FORMAT parquet)");
                }
            }
        }
    }

    private Path file() {
        return folder.resolve("plain.duckdb");
    }

    private Path read(MadeTable table) {
        return switch (format) {
            case DUCKDB -> file();
            case PARQUET -> folder.resolve(table.name() + ".parquet");
            case CSV -> table.csv(folder);
        };
    }

    /** The tables as they are declared, with nothing said but whose rows they hold and which columns are keys. */
    List<SourceTable> declared() {
        return tables.stream().map(this::declared).toList();
    }

    private SourceTable declared(MadeTable table) {
        SourceTable found = DeclareSource.declare(
                        SourceArgument.parse(table.name() + "=" + read(table)),
                        table.protection(),
                        Map.of(),
                        DuckDbEngine.standard())
                .table();
        List<List<String>> unique =
                table.unique().map(column -> List.of(List.of(column))).orElse(List.of());
        return new SourceTable(found.table().unique(unique), found.source());
    }

    /** The options with which the command line declares the same tables. */
    String options() {
        List<String> words = new ArrayList<>();
        for (MadeTable table : tables) {
            String source = table.name() + "=" + read(table);
            words.add(table.protection().isPublic() ? "--public " + source : "--table " + source);
            String name = table.name();
            words.add(table.protection()
                    .match(
                            nobody -> "",
                            unit -> "--privacy-unit " + name + "."
                                    + unit.columns().get(0),
                            key -> "--foreign-key " + name + "." + key.column() + "=" + key.targetTable() + "."
                                    + key.targetColumn()));
            words.add(table.unique()
                    .map(column -> "--unique " + name + "." + column)
                    .orElse(""));
        }
        return words.stream().filter(word -> !word.isEmpty()).collect(Collectors.joining(" "));
    }

    /** A connection of DuckDB alone, with the same tables. */
    Connection plain() throws SQLException {
        Properties readOnly = new Properties();
        readOnly.setProperty("access_mode", "READ_ONLY");
        return DriverManager.getConnection("jdbc:duckdb:" + file(), readOnly);
    }

    /** What it is like, for people. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        words.add(String.format(Locale.ROOT, "%d people, %s, %s", people, activity.words(), format));
        for (MadeTable table : tables) {
            for (MadeColumn column : table.columns()) {
                if (column.role() != Role.KEY) {
                    words.add(table.name() + "." + column.name() + " " + column.type() + ": " + column.law());
                }
            }
        }
        return words;
    }
}
