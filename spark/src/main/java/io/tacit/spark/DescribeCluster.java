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
import java.util.function.Predicate;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * What a catalogue says of its tables and views. Names have their schema before a dot, unless that is {@code default}, and
 * before it their catalogue, unless that is Spark's own. It declares neither keys nor where NULL cannot be.
 */
final class DescribeCluster {
    private static final String OWN_CATALOGUE = "spark_catalog";
    private static final String USUAL_SCHEMA = "default";

    private DescribeCluster() {}

    /** The whole catalogue, of which some tables are looked at. */
    static DatabaseSchema schema(SparkSession session, Predicate<String> wanted) {
        List<String> names = new ArrayList<>();
        List<DatabaseSchema.Relation> relations = new ArrayList<>();
        for (String catalogue : catalogues(session)) {
            for (String schema : texts(session, "SHOW DATABASES IN " + SparkText.name(catalogue), 0)) {
                tables(session, catalogue, schema).forEach(names::add);
            }
        }
        names.sort(null);
        names.stream().filter(wanted).forEach(name -> relations.add(relation(name, columns(session, name))));
        return new DatabaseSchema(names, relations);
    }

    private static List<String> catalogues(SparkSession session) {
        List<String> catalogues = new ArrayList<>(texts(session, "SHOW CATALOGS", 0));
        catalogues.remove(OWN_CATALOGUE);
        catalogues.add(0, OWN_CATALOGUE);
        return catalogues;
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

    /** The columns of a table, or of the files of a path. */
    static List<StoredColumn> columns(SparkSession session, String table) {
        String name = SparkText.qualified(table);
        // Only the description of a table tells a CHAR from other texts; that of files has no partitions in it.
        String sql = table.indexOf('/') < 0 ? "DESCRIBE TABLE " + name : "DESCRIBE QUERY SELECT * FROM " + name;
        List<StoredColumn> columns = new ArrayList<>();
        for (Row row : session.sql(sql).collectAsList()) {
            if (row.getString(0).isEmpty() || row.getString(0).startsWith("#")) {
                break;
            }
            columns.add(SparkColumns.stored(row.getString(0), row.getString(1)));
        }
        return columns;
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
