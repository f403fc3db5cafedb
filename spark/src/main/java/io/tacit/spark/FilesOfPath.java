package io.tacit.spark;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.server.StoredColumn;
import io.tacit.engine.dialect.spark.SparkColumns;
import io.tacit.engine.dialect.spark.SparkText;
import io.tacit.engine.refusal.Refusal;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The Parquet files of a path, in parts each of which Spark can read with one schema. Left alone it reads all with the schema
 * of the file whose name comes first: that file may be there for one person's sake, and then everybody else's columns are
 * NULL, or no query runs. Here each part is read with its own types and cast to those of the table; a column that a part has
 * not is NULL there. Of files the footers are read.
 *
 * <p>A timestamp in a file is read as none. It may be in milliseconds, which Spark multiplies by a thousand before any
 * expression sees them, and fails where that is too much: one person's value would fail every query, and Spark does not say
 * in what unit a column is.
 */
final class FilesOfPath {
    /** What a column is called that is not read. */
    private static final String TIMESTAMP = "timestamp of a file";

    private static final String UNLIKE = "CANNOT_MERGE_SCHEMAS";

    private final SparkSession session;
    private final String path;

    /** The files of each schema. */
    private final Map<List<StoredColumn>, List<String>> parts = new LinkedHashMap<>();

    private FilesOfPath(SparkSession session, String path) {
        this.session = session;
        this.path = path;
    }

    /** Looks what files there are, and what columns they have. */
    static FilesOfPath look(SparkSession session, String path) {
        FilesOfPath files = new FilesOfPath(session, path);
        Optional<List<StoredColumn>> whole = files.merged(List.of(path), true);
        if (whole.isPresent()) {
            files.parts.put(whole.get(), List.of(path));
        } else {
            files.divide(files.each());
        }
        return files;
    }

    /** The files one by one, in the order of their names. */
    private List<String> each() {
        return Stream.of(session.read().parquet(path).inputFiles())
                .map(FilesOfPath::path)
                .sorted()
                .toList();
    }

    /** A path as Spark reads it from an address of a file: signs of patterns in it are what they are. */
    private static String path(String address) {
        URI uri = URI.create(address);
        String root = uri.getScheme() == null
                ? ""
                : uri.getScheme() + ":" + (uri.getRawAuthority() == null ? "" : "//" + uri.getRawAuthority());
        return root + uri.getPath().replaceAll("[\\\\{}\\[\\]*?]", "\\\\$0");
    }

    private void divide(List<String> files) {
        Optional<List<StoredColumn>> merged = merged(files, files.size() > 1);
        if (merged.isPresent()) {
            parts.computeIfAbsent(merged.get(), none -> new ArrayList<>()).addAll(files);
        } else {
            divide(files.subList(0, files.size() / 2));
            divide(files.subList(files.size() / 2, files.size()));
        }
    }

    /** The one schema with which files can be read; none where types or spellings of a name differ. */
    private Optional<List<StoredColumn>> merged(List<String> files, boolean divisible) {
        StructType schema;
        try {
            schema = reader(files)
                    .option("mergeSchema", "true")
                    .parquet(files.toArray(String[]::new))
                    .schema();
        } catch (Exception cause) {
            if (divisible && cause instanceof SparkThrowable failure && UNLIKE.equals(failure.getCondition())) {
                return Optional.empty();
            }
            throw cause;
        }
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        boolean alike = Stream.of(schema.fields()).map(StructField::name).allMatch(names::add);
        return alike || !divisible
                ? Optional.of(
                        Stream.of(schema.fields()).map(FilesOfPath::stored).toList())
                : Optional.empty();
    }

    /** Folders below the path stay columns where files in them are named one by one. */
    private DataFrameReader reader(List<String> files) {
        boolean folder = !files.equals(List.of(path)) && path.chars().noneMatch(sign -> "{}[]*?".indexOf(sign) >= 0);
        return folder ? session.read().option("basePath", path) : session.read();
    }

    private static StoredColumn stored(StructField field) {
        String type = field.dataType() instanceof StringType
                ? "string"
                : field.dataType().simpleString().toLowerCase(Locale.ROOT);
        StoredColumn column = SparkColumns.stored(field.name(), type);
        return column.natural().filter(ColumnType.TIMESTAMP::equals).isPresent()
                ? SparkColumns.stored(field.name(), TIMESTAMP)
                : column;
    }

    /**
     * The columns of the table: those of the files that have most rows, as they are read. Each file is asked for its own: all
     * together have those, too, that are there for one person's sake.
     */
    List<StoredColumn> columns() {
        Map<List<StoredColumn>, List<String>> alike = new LinkedHashMap<>();
        for (String file : each()) {
            alike.computeIfAbsent(merged(List.of(file), false).orElseThrow(), none -> new ArrayList<>())
                    .add(file);
        }
        List<StoredColumn> most = alike.keySet().iterator().next();
        if (alike.size() > 1) {
            long rows = -1;
            for (Map.Entry<List<StoredColumn>, List<String>> each : alike.entrySet()) {
                long here = part(each.getKey(), each.getValue()).count();
                if (here > rows) {
                    rows = here;
                    most = each.getKey();
                }
            }
        }
        return most.stream().map(FilesOfPath::asRead).toList();
    }

    private static StoredColumn asRead(StoredColumn column) {
        return column.natural()
                .map(type -> SparkColumns.stored(column.name(), SparkColumns.shown(type)))
                .orElse(column);
    }

    private Dataset<Row> part(List<StoredColumn> columns, List<String> files) {
        // A name that cannot be written is no column of the table.
        List<String> schema = columns.stream()
                .filter(column -> column.natural().isPresent())
                .filter(column -> SparkText.isName(column.name()))
                .map(column -> SparkText.name(column.name()) + " " + column.type())
                .toList();
        return reader(files).schema(String.join(", ", schema)).parquet(files.toArray(String[]::new));
    }

    /**
     * The rows of all files.
     *
     * @param declared the columns that {@link #columns} named, perhaps some time ago
     */
    Dataset<Row> rows(List<StoredColumn> declared) {
        List<StoredColumn> read =
                declared.stream().filter(column -> column.natural().isPresent()).toList();
        List<Dataset<Row>> rows = new ArrayList<>();
        parts.forEach((columns, files) -> rows.add(part(columns, files)
                .select(read.stream()
                        .map(column -> functions.expr(value(columns, column) + " AS " + SparkText.name(column.name())))
                        .toArray(Column[]::new))));
        return rows.stream().reduce(Dataset::unionAll).orElseThrow();
    }

    /** A column of a part as the table's; of a part that spells it otherwise, the only one that could be meant. */
    private static String value(List<StoredColumn> part, StoredColumn wanted) {
        ColumnType type = wanted.natural().orElseThrow();
        List<StoredColumn> alike = part.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted.name()))
                .filter(column -> column.natural().isPresent())
                .toList();
        Optional<StoredColumn> found = alike.stream()
                .filter(column -> column.name().equals(wanted.name()) || alike.size() == 1)
                .findFirst();
        String none = "CAST(NULL AS " + wanted.type() + ")";
        return found.map(
                        column -> column.equals(wanted) ? SparkText.name(column.name()) : converted(column, type, none))
                .orElse(none);
    }

    private static String converted(StoredColumn column, ColumnType type, String none) {
        try {
            return "CAST(" + column.as(type) + " AS " + SparkColumns.shown(type) + ")";
        } catch (Refusal lacking) {
            return none;
        }
    }
}
