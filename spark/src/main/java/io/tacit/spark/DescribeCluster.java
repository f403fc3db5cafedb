package io.tacit.spark;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.server.StoredColumn;
import io.tacit.engine.dialect.spark.SparkColumns;
import io.tacit.engine.dialect.spark.SparkText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.jdk.javaapi.CollectionConverters;

/**
 * What a catalogue says of its tables and views. Names have their schema before a dot, unless that is {@code default}, and
 * before it their catalogue, unless that is Spark's own. It declares neither keys nor where NULL cannot be.
 */
final class DescribeCluster {
    private static final String OWN_CATALOGUE = "spark_catalog";
    private static final String USUAL_SCHEMA = "default";
    private static final String NO_FOLDER = "PATH_NOT_FOUND";

    /** The setting that names a catalogue. Spark shows only those that somebody has used. */
    private static final Pattern CATALOGUE = Pattern.compile("spark\\.sql\\.catalog\\.([^.]+)");

    private DescribeCluster() {}

    /**
     * The whole catalogue, of which some tables are looked at.
     *
     * @param silent hears why a catalogue beside Spark's own is left out
     */
    static DatabaseSchema schema(SparkSession session, Predicate<String> wanted, Consumer<Exception> silent) {
        List<String> names = new ArrayList<>(names(session, OWN_CATALOGUE));
        List<DatabaseSchema.Relation> relations = new ArrayList<>();
        for (String catalogue : otherCatalogues(session)) {
            try {
                names.addAll(names(session, catalogue));
            } catch (Exception cause) {
                silent.accept(cause);
            }
        }
        names.sort(null);
        names.stream()
                .filter(wanted)
                .forEach(name ->
                        relations.add(relation(name, table(session, name).columns())));
        return new DatabaseSchema(names, relations);
    }

    private static Set<String> otherCatalogues(SparkSession session) {
        Set<String> catalogues = new TreeSet<>(texts(session, "SHOW CATALOGS", 0));
        for (String setting :
                CollectionConverters.asJava(session.conf().getAll().keySet())) {
            Matcher matcher = CATALOGUE.matcher(setting);
            if (matcher.matches()) {
                catalogues.add(matcher.group(1));
            }
        }
        catalogues.remove(OWN_CATALOGUE);
        return catalogues;
    }

    private static List<String> names(SparkSession session, String catalogue) {
        List<String> names = new ArrayList<>();
        for (String schema : texts(session, "SHOW DATABASES IN " + SparkText.name(catalogue), 0)) {
            names.addAll(tables(session, catalogue, schema));
        }
        return names;
    }

    private static List<String> tables(SparkSession session, String catalogue, String schema) {
        List<String> names = new ArrayList<>();
        boolean own = catalogue.equals(OWN_CATALOGUE);
        String before = (own ? "" : catalogue + ".") + (own && schema.equals(USUAL_SCHEMA) ? "" : schema + ".");
        String shown = "SHOW TABLES IN " + SparkText.name(catalogue) + "." + SparkText.name(schema);
        for (Row row : session.sql(shown).collectAsList()) {
            // A view of a session alone is nobody's table, and a name with a dot could mean two.
            if (!row.getBoolean(2) && isPlain(row.getString(1)) && isPlain(schema) && isPlain(catalogue)) {
                names.add(before + row.getString(1));
            }
        }
        return names;
    }

    private static boolean isPlain(String name) {
        return name.indexOf('.') < 0 && name.indexOf('/') < 0;
    }

    private static List<String> texts(SparkSession session, String sql, int column) {
        return session.sql(sql).collectAsList().stream()
                .map(row -> row.getString(column))
                .toList();
    }

    /** A table of the catalogue, or the files of a path. */
    static FoundTable table(SparkSession session, String table) {
        String name = SparkText.qualified(table);
        if (table.indexOf('/') < 0) {
            return described(session, name);
        }
        if (!hasDeltaLog(session, table)) {
            return new FoundTable(
                    name, TableFormat.FILES, FilesOfPath.look(session, table).columns());
        }
        return described(session, "delta." + SparkText.name(table));
    }

    /** Only the description of a table tells a CHAR from other texts, and the format. */
    private static FoundTable described(SparkSession session, String name) {
        List<Row> rows = session.sql("DESCRIBE TABLE EXTENDED " + name).collectAsList();
        String provider = rows.stream()
                .dropWhile(row -> !row.getString(0).equals("# Detailed Table Information"))
                .filter(row -> row.getString(0).equals("Provider"))
                .findFirst()
                .map(row -> row.getString(1))
                .orElse("");
        return new FoundTable(name, TableFormat.of(provider), columns(rows));
    }

    private static List<StoredColumn> columns(List<Row> rows) {
        return rows.stream()
                .takeWhile(
                        row -> !row.getString(0).isEmpty() && !row.getString(0).startsWith("#"))
                .map(row -> SparkColumns.stored(row.getString(0), row.getString(1)))
                .toList();
    }

    /**
     * Whether a folder is a table of Delta, among whose files are those of rows that were deleted from it: as plain files
     * they would be read again.
     */
    private static boolean hasDeltaLog(SparkSession session, String folder) {
        try {
            session.sql("SELECT * FROM text." + SparkText.name(folder + "/_delta_log"))
                    .schema();
            return true;
        } catch (Exception cause) {
            // Whatever else went wrong says nothing of the folder.
            if (cause instanceof SparkThrowable failure && NO_FOLDER.equals(failure.getCondition())) {
                return false;
            }
            throw cause;
        }
    }

    /** The table as it is declared to be. */
    static DatabaseSchema.Relation relation(String name, List<StoredColumn> stored) {
        List<Column> columns = new ArrayList<>();
        List<DataEngine.Unread> unread = new ArrayList<>();
        for (StoredColumn each : stored) {
            Optional<ColumnType> type = each.natural();
            type.ifPresentOrElse(
                    known -> columns.add(Column.nullable(each.name(), known)),
                    () -> unread.add(
                            new DataEngine.Unread(each.name(), each.type().toUpperCase(Locale.ROOT))));
        }
        return new DatabaseSchema.Relation(name, new DataEngine.FileSchema(columns, unread), List.of(), List.of());
    }
}
