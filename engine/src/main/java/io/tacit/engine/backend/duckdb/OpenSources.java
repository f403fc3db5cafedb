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
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
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
    private final Map<SourceTable, List<Path>> shown = new LinkedHashMap<>();
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
                + " SET TimeZone = 'UTC'; SET disabled_optimizers = '" + OptimizersLeftOut.NAMES + "'");
        sources.show(this);
        shut();
    }

    /** @param keys columns of which no two values may become one */
    void show(SourceTable declared, Set<String> keys) throws SQLException {
        try {
            shown.put(declared, List.of(file(declared).path()));
            execute(view(declared, keys));
        } catch (SQLException cause) {
            throw failures.source(cause, file(declared).path());
        }
    }

    /** The tables that are shown, and their files. */
    Map<SourceTable, List<Path>> shown() {
        return shown;
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
                        parquet -> () -> parquetRows(declared, ParquetFiles.of(parquet.path()), Set.of(), true),
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
            List<Path> files = ParquetFiles.of(path);
            execute("CREATE VIEW " + SqlText.name(name) + " AS SELECT * FROM " + parquetRelation(files));
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

    private String view(SourceTable declared, Set<String> keys) throws SQLException {
        List<String> names =
                declared.table().columns().stream().map(Column::name).toList();
        View view = file(declared)
                .<View>matchFormat(
                        csv -> () -> csv(declared, csv.header().isEmpty() ? csv.inOrder(names) : csv, names, keys),
                        parquet -> () -> {
                            List<Path> files = ParquetFiles.of(parquet.path());
                            shown.put(declared, files);
                            String relation = parquetRows(declared, files, keys, false);
                            return TableView.create(declared, relation, stored(relation, names), keys);
                        },
                        json -> () -> text(
                                declared,
                                new TextRows(
                                        json.path(),
                                        TextEncoding.UTF_8,
                                        false,
                                        Long.MAX_VALUE,
                                        () -> new JsonFields(names)),
                                names,
                                names,
                                keys),
                        duckDb -> () -> {
                            String relation = new StoredTable(connection, attached(duckDb.path()), duckDb, false)
                                    .relation(declared.table(), names);
                            return TableView.create(declared, relation, stored(relation, names), keys);
                        });
        return view.sql();
    }

    /** The wanted columns of a relation, with the types that are stored. */
    private List<ResultColumn> stored(String relation, List<String> wanted) throws SQLException {
        Map<String, String> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        try (PreparedStatement statement = connection.prepareStatement("SELECT * FROM " + relation)) {
            EmbeddedDuckDb.columns(statement).forEach(column -> types.put(column.name(), column.type()));
        }
        return wanted.stream()
                .map(name -> new ResultColumn(name, types.getOrDefault(name, "VARCHAR")))
                .toList();
    }

    private String csv(SourceTable declared, Source.Csv csv, List<String> names, Set<String> keys) throws SQLException {
        int count = csv.header().size();
        TextRows rows = new TextRows(
                csv.path(), csv.format().encoding(), true, Long.MAX_VALUE, () -> new CsvFields(csv.format(), count));
        return text(declared, rows, csv.header(), names, keys);
    }

    /** @param fields the names of a line's fields, among which each of the wanted ones is once */
    private String text(SourceTable declared, TextRows rows, List<String> fields, List<String> wanted, Set<String> keys)
            throws SQLException {
        List<ResultColumn> places = wanted.stream()
                .map(name -> new ResultColumn("c" + fields.indexOf(name), "VARCHAR"))
                .toList();
        return TableView.create(declared, textRelation(rows, fields.size()), places, keys);
    }

    /**
     * The rows of Parquet files, as far as they are declared, as values with which no query fails.
     *
     * @param keys columns of which no two values may become one
     * @param lost whether each column says where a value is NULL that its type does not know
     */
    private String parquetRows(SourceTable declared, List<Path> files, Set<String> keys, boolean lost)
            throws SQLException {
        List<String> names =
                declared.table().columns().stream().map(Column::name).toList();
        Set<String> people =
                keys.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        allow(files);
        ParquetRows rows = new ParquetRows(spillFolder, allowedPaths, lost);
        ParquetParts parts = new ParquetParts();
        for (Path file : files) {
            parts.add(file, readable(file.toAbsolutePath().toString()));
        }
        try {
            return parts.relation(
                    declared.table().columns(), (part, columns) -> rows.relation(part, columns, names, people), lost);
        } catch (IOException cause) {
            throw failures.source(cause, files.get(0));
        }
    }

    /** The files whose columns are asked for, of which any may be the first. */
    private String parquetRelation(List<Path> paths) {
        allow(paths);
        return TableView.readParquet(
                paths.stream().map(path -> path.toAbsolutePath().toString()).toList());
    }

    private void allow(List<Path> paths) {
        for (Path file : paths) {
            String absolute = file.toAbsolutePath().toString();
            // The engine asks for permission twice: for the pattern and for the file that it matches.
            allowedPaths.add(absolute);
            allowedPaths.add(TableView.pattern(absolute));
        }
    }

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
                    .withFunction(new TextScan(rows, columnCount, settings.threads(), settings.notes(), failures))
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
}
