package io.tacit.engine.backend.duckdb;

import io.tacit.engine.backend.ParquetFiles;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb.ResultColumn;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.TextEncoding;
import io.tacit.engine.dialect.duckdb.SqlText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.text.CsvFields;
import io.tacit.engine.text.JsonFields;
import io.tacit.engine.text.TextRows;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunctionBuilder;

/** Shows sources in a fresh database, then shuts every door behind them. */
final class OpenSources {
    private final DuckDBConnection connection;
    private final DuckDbSettings settings;
    private final Failures failures;
    private final Path spillFolder;
    private final Set<String> allowedPaths = new LinkedHashSet<>();
    private final Map<Path, String> attached = new LinkedHashMap<>();
    private int textScans;

    OpenSources(DuckDBConnection connection, DuckDbSettings settings, Failures failures, Path spillFolder) {
        this.connection = connection;
        this.settings = settings;
        this.failures = failures;
        this.spillFolder = spillFolder;
    }

    /** The sources that a new database shows. */
    @FunctionalInterface
    interface Sources {
        void show(OpenSources opening) throws SQLException;
    }

    void open(Sources sources) throws SQLException {
        execute("SET autoinstall_known_extensions = false; SET autoload_known_extensions = false;"
                + " SET allow_community_extensions = false; SET allow_persistent_secrets = false;"
                + " SET TimeZone = 'UTC'");
        sources.show(this);
        shut();
    }

    void show(SourceTable declared) throws SQLException {
        try {
            execute(view(declared));
        } catch (SQLException cause) {
            throw failures.source(cause, file(declared).path());
        }
    }

    /**
     * Shows, for each column of a table, with 1 or 0 where its value is NULL since its type does not know it; a table of no
     * columns where its format has none such.
     */
    void showLost(SourceTable declared) throws SQLException {
        List<String> names =
                declared.table().columns().stream().map(Column::name).toList();
        View lost = file(declared)
                .<View>matchFormat(
                        csv -> () -> "",
                        parquet -> () -> parquetRows(declared, parquet.path(), true),
                        json -> () -> "",
                        duckDb -> () -> new StoredTable(connection, attached(duckDb.path()), duckDb, true)
                                .relation(declared.table(), names));
        String relation = lost.sql();
        if (!relation.isEmpty()) {
            execute("CREATE VIEW " + SqlText.name(declared.table().name()) + " AS SELECT * FROM " + relation);
        }
    }

    void showParquet(String name, Path path) {
        try {
            execute("CREATE VIEW " + SqlText.name(name) + " AS SELECT * FROM " + parquetRelation(path));
        } catch (SQLException cause) {
            throw failures.source(cause, path);
        }
    }

    void attach(String name, Path path) {
        try {
            execute("ATTACH " + SqlText.text(path.toAbsolutePath().toString()) + " AS " + SqlText.name(name)
                    + " (READ_ONLY, TYPE duckdb)");
        } catch (SQLException cause) {
            throw failures.source(cause, path);
        }
    }

    private static Source.File file(SourceTable declared) {
        return declared.source().match(file -> file, OpenSources::elsewhere);
    }

    private static Source.File elsewhere(Source.Server server) {
        throw new Refusal(
                ErrorCode.SOURCE_UNREADABLE,
                "The table " + server.table() + " is on a server, and this engine reads files.",
                "Open the session with an engine that reads database servers.");
    }

    /** The SQL of a view of one source. */
    @FunctionalInterface
    private interface View {
        String sql() throws SQLException;
    }

    private String view(SourceTable declared) throws SQLException {
        List<String> names =
                declared.table().columns().stream().map(Column::name).toList();
        int count = names.size();
        View view = file(declared)
                .<View>matchFormat(
                        csv -> () -> text(
                                declared,
                                new TextRows(
                                        csv.path(),
                                        csv.format().encoding(),
                                        true,
                                        Long.MAX_VALUE,
                                        () -> new CsvFields(csv.format(), count))),
                        parquet ->
                                () -> TableView.create(declared, parquetRows(declared, parquet.path(), false), names),
                        json -> () -> text(
                                declared,
                                new TextRows(
                                        json.path(),
                                        TextEncoding.UTF_8,
                                        false,
                                        Long.MAX_VALUE,
                                        () -> new JsonFields(names))),
                        duckDb -> () -> TableView.create(
                                declared,
                                new StoredTable(connection, attached(duckDb.path()), duckDb, false)
                                        .relation(declared.table(), names),
                                names));
        return view.sql();
    }

    private String text(SourceTable declared, TextRows rows) throws SQLException {
        int count = declared.table().columns().size();
        return TableView.create(declared, textRelation(rows, count), positions(count));
    }

    /** The rows of Parquet files, as far as they are declared, as values with which no query fails. */
    private String parquetRows(SourceTable declared, Path path, boolean lost) throws SQLException {
        List<String> names =
                declared.table().columns().stream().map(Column::name).toList();
        List<Path> files = ParquetFiles.of(path);
        parquetRelation(path);
        try {
            return new ParquetRows(spillFolder, allowedPaths, lost)
                    .relation(
                            files,
                            columns(files.get(0).toAbsolutePath().toString()),
                            names,
                            declared.table().protection().ownColumns().stream()
                                    .map(name -> name.toLowerCase(Locale.ROOT))
                                    .collect(Collectors.toSet()));
        } catch (IOException cause) {
            throw failures.source(cause, path);
        }
    }

    private String parquetRelation(Path path) throws SQLException {
        List<String> files = new ArrayList<>();
        for (Path file : ParquetFiles.of(path)) {
            String absolute = file.toAbsolutePath().toString();
            // The engine asks for permission twice: for the pattern and for the file that it matches.
            allowedPaths.add(absolute);
            allowedPaths.add(TableView.pattern(absolute));
            files.add(absolute);
        }
        for (String file : files.subList(1, files.size())) {
            if (!readable(file).equals(readable(files.get(0)))) {
                throw otherColumns(Path.of(file), Path.of(files.get(0)));
            }
        }
        return TableView.readParquet(files);
    }

    /** All files are read with the types of the first; of a file that came since they were declared this is not known. */
    private List<ResultColumn> readable(String file) throws SQLException {
        return columns(file).stream()
                .filter(column -> StoredType.read(column.type()).isPresent())
                .toList();
    }

    private List<ResultColumn> columns(String file) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT * FROM " + TableView.readParquet(List.of(file)))) {
            return EmbeddedDuckDb.columns(statement);
        }
    }

    /** The refusal of Parquet files that are no one table. */
    static Refusal otherColumns(Path file, Path first) {
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                file.getFileName() + " has other columns than " + first.getFileName() + ".",
                "Parquet files that are one table have the same columns of the same types in the same order.");
    }

    /** Attaches each file once. */
    private String attached(Path path) {
        return attached.computeIfAbsent(path.toAbsolutePath(), absolute -> {
            String name = "source " + attached.size();
            attach(name, absolute);
            return SqlText.name(name);
        });
    }

    /** Registers a table function for the file and returns the SQL that calls it. */
    private String textRelation(TextRows rows, int columnCount) throws SQLException {
        String name = "text_rows_" + textScans++;
        try (DuckDBTableFunctionBuilder builder = DuckDBFunctions.tableFunction()) {
            builder.withName(name)
                    .withProjectionPushdown()
                    .withFunction(new TextScan(rows, columnCount, settings.threads()))
                    .register(connection);
        }
        return name + "()";
    }

    /**
     * Shuts the database: first sets which files stay readable, where to spill and how much to use; afterwards nothing
     * can be opened or changed.
     *
     * <p>DuckDB encrypts what it spills only with an OpenSSL extension, which is not there, or with its own ciphers and
     * a generator of keys that its makers do not call secure ({@code force_mbedtls_unsafe}); otherwise every spill
     * fails. Weak keys hinder more than none. What protects spilled rows is the private folder.
     */
    private void shut() throws SQLException {
        StringJoiner paths = new StringJoiner(", ", "[", "]");
        allowedPaths.forEach(path -> paths.add(SqlText.text(path)));
        execute("SET allowed_paths = " + paths
                + "; SET temp_file_encryption = true; SET force_mbedtls_unsafe = 'true'; SET temp_directory = "
                + SqlText.text(spillFolder.toString()) + "; SET memory_limit = '" + settings.memoryLimitMebibytes()
                + "MiB'; SET threads = " + settings.threads()
                + "; SET enable_external_access = false; SET lock_configuration = true");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> positions(int count) {
        return new ArrayList<>(IntStream.range(0, count).mapToObj(i -> "c" + i).toList());
    }
}
