package io.tacit.engine.backend.postgres;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.postgres.PostgresColumns;
import io.tacit.engine.dialect.server.StoredColumn;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * What a database declares of the tables and views that the user may read: columns, keys, foreign keys. Reads the catalogue
 * only. Names have their schema before a dot, unless that is {@code public}.
 */
final class DescribeServer {
    private static final String RELATION =
            "CASE n.nspname WHEN 'public' THEN '' ELSE n.nspname || '.' END || c.relname";

    /** Tables, views and what else has rows, as far as the user may read them, and no dot in their names. */
    private static final String READABLE =
            " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm',"
                    + " 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_' AND"
                    + " strpos(n.nspname, '.') = 0 AND strpos(c.relname, '.') = 0 AND has_schema_privilege(n.oid, 'USAGE')"
                    + " AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))";

    /** Tables whose rules hold for all rows that they show: others show rows of tables that inherit from them, too. */
    private static final String OF_ALL_ROWS = "(c.relkind = 'p' OR c.relkind IN ('r', 'm') AND NOT c.relhassubclass)";

    /**
     * A rule against NULL may be one for new rows only. A column that is generated when it is read may fail for one row's
     * value, so that it has no type here.
     */
    private static final String COLUMNS = "SELECT " + RELATION + ", a.attname, CASE WHEN a.attgenerated = 'v' THEN"
            + " 'virtual generated column' WHEN t.typtype = 'e' THEN 'enum' WHEN"
            + " t.typtype = 'd' THEN CASE b.typtype WHEN 'e' THEN 'enum' ELSE format_type(t.typbasetype, t.typtypmod) END"
            + " ELSE format_type(a.atttypid, a.atttypmod) END, a.attnotnull AND " + OF_ALL_ROWS
            + " AND NOT EXISTS (SELECT FROM pg_constraint y WHERE y.conrelid = c.oid AND y.contype = 'n' AND y.conkey[1] ="
            + " a.attnum AND NOT y.convalidated)"
            + READABLE.replace(
                    " WHERE ",
                    " JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type"
                            + " b ON b.oid = t.typbasetype WHERE a.attnum > 0 AND NOT a.attisdropped AND"
                            + " has_column_privilege(c.oid, a.attnum, 'SELECT') AND ")
            + " ORDER BY 1, a.attnum";

    /**
     * Keys that hold for all rows at all times: neither partial nor of expressions, nor checked later, nor of a table from
     * which others inherit, whose rows it shows and does not check; nor of times of day with a zone, of which several are
     * read as one.
     */
    private static final String UNIQUE = "SELECT " + RELATION + ", ARRAY(SELECT a.attname::text FROM"
            + " unnest(i.indkey::int2[]) WITH ORDINALITY AS"
            + " k(number, place) JOIN pg_attribute a ON a.attrelid ="
            + " c.oid AND a.attnum = k.number WHERE k.place <="
            + " i.indnkeyatts ORDER BY k.place)"
            + READABLE.replace(
                    " WHERE ",
                    " JOIN pg_index i ON i.indrelid = c.oid WHERE i.indisunique AND i.indisvalid AND i.indimmediate"
                            + " AND i.indpred IS NULL AND i.indexprs IS NULL AND " + OF_ALL_ROWS
                            + " AND NOT EXISTS (SELECT FROM pg_attribute z JOIN pg_type t ON t.oid = z.atttypid WHERE"
                            + " z.attrelid = c.oid AND z.attnum = ANY (i.indkey) AND 'timetz'::regtype IN (t.oid,"
                            + " t.typbasetype)) AND ")
            + " ORDER BY 1, i.indexrelid";

    private static final String REFERENCES = "SELECT " + RELATION + ", a.attname, "
            + RELATION.replace("n.", "m.").replace("c.", "d.")
            + ", e.attname"
            + READABLE.replace(
                    " WHERE ",
                    " JOIN pg_constraint f ON f.conrelid = c.oid AND f.contype = 'f' AND f.convalidated AND"
                            + " cardinality(f.conkey) = 1 JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum ="
                            + " f.conkey[1] JOIN pg_class d ON d.oid = f.confrelid JOIN pg_namespace m ON m.oid ="
                            + " d.relnamespace JOIN pg_attribute e ON e.attrelid = d.oid AND e.attnum = f.confkey[1]"
                            + " WHERE ")
            + " ORDER BY 1, f.oid";

    /** Partitions, and the tables of which they are a part; of parts of parts all of these, the nearest one first. */
    private static final String PARTITIONS = "SELECT " + RELATION + ", "
            + RELATION.replace("n.", "m.").replace("c.", "d.")
            + READABLE.replace(
                    " WHERE ",
                    " JOIN LATERAL pg_partition_ancestors(c.oid) WITH ORDINALITY AS p(id, place) ON p.id <> c.oid JOIN"
                            + " pg_class d ON d.oid = p.id JOIN pg_namespace m ON m.oid = d.relnamespace WHERE"
                            + " c.relispartition AND ")
            + " ORDER BY 1, p.place";

    /** What computes its rows when it is read, or from others when it is told to. */
    private static final String VIEWS = "SELECT " + RELATION + READABLE + " AND c.relkind IN ('v', 'm')";

    private DescribeServer() {}

    /** A column and whether the server keeps NULL out of it. */
    record Stored(StoredColumn column, boolean notNull) {}

    /** The columns of each relation, in their order. */
    static Map<String, List<Stored>> columns(Connection connection) throws SQLException {
        Map<String, List<Stored>> columns = new TreeMap<>();
        read(
                connection,
                COLUMNS,
                row -> columns.computeIfAbsent(row.getString(1), none -> new ArrayList<>())
                        .add(new Stored(
                                PostgresColumns.stored(row.getString(2), row.getString(3)), row.getBoolean(4))));
        return columns;
    }

    /** The whole database, of which some relations are looked at. */
    static DatabaseSchema schema(Connection connection, Predicate<String> wanted) throws SQLException {
        Map<String, List<Stored>> columns = columns(connection);
        Map<String, List<List<String>>> unique = new TreeMap<>();
        read(
                connection,
                UNIQUE,
                row -> unique.computeIfAbsent(row.getString(1), none -> new ArrayList<>())
                        .add(texts(row.getArray(2))));
        Map<String, List<DatabaseSchema.Reference>> references = new TreeMap<>();
        read(
                connection,
                REFERENCES,
                row -> references
                        .computeIfAbsent(row.getString(1), none -> new ArrayList<>())
                        .add(new DatabaseSchema.Reference(row.getString(2), row.getString(3), row.getString(4))));
        Map<String, String> wholes = wholes(connection, columns.keySet());
        Set<String> views = new HashSet<>();
        read(connection, VIEWS, row -> views.add(row.getString(1)));
        List<DatabaseSchema.Relation> relations = new ArrayList<>();
        columns.forEach((name, stored) -> {
            if (wanted.test(name)) {
                relations.add(new DatabaseSchema.Relation(
                        name,
                        declared(stored),
                        unique.getOrDefault(name, List.of()),
                        references.getOrDefault(name, List.of()),
                        Optional.ofNullable(wholes.get(name)),
                        views.contains(name)));
            }
        });
        return new DatabaseSchema(List.copyOf(columns.keySet()), relations);
    }

    /** The largest table that may be read of those whose partition a table is. */
    private static Map<String, String> wholes(Connection connection, Set<String> readable) throws SQLException {
        Map<String, String> wholes = new TreeMap<>();
        read(connection, PARTITIONS, row -> {
            if (readable.contains(row.getString(2))) {
                wholes.put(row.getString(1), row.getString(2));
            }
        });
        return wholes;
    }

    private static List<String> texts(Array array) throws SQLException {
        return Arrays.asList((String[]) array.getArray());
    }

    private static DataEngine.FileSchema declared(List<Stored> stored) {
        List<Column> columns = new ArrayList<>();
        List<DataEngine.Unread> unread = new ArrayList<>();
        for (Stored each : stored) {
            Optional<ColumnType> type = each.column().natural();
            type.ifPresentOrElse(
                    known -> columns.add(
                            new Column(each.column().name(), known, !each.notNull() || mayBecomeNull(known))),
                    () -> unread.add(new DataEngine.Unread(
                            each.column().name(), each.column().type().toUpperCase(Locale.ROOT))));
        }
        return new DataEngine.FileSchema(columns, unread);
    }

    /** NaN, infinite dates and 24 o'clock are NULL when they are read. */
    private static boolean mayBecomeNull(ColumnType type) {
        return switch (type.kind()) {
            case DATE, TIME, TIMESTAMP, DECIMAL, DOUBLE -> true;
            case BOOLEAN, INTEGER, BIGINT, VARCHAR -> false;
        };
    }

    /** Reads the row at which a result stands. */
    @FunctionalInterface
    private interface Row {
        void read(ResultSet row) throws SQLException;
    }

    private static void read(Connection connection, String sql, Row reader) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                reader.read(rows);
            }
        }
    }
}
