package io.tacit.spark;

import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.backend.server.StoredTables;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.server.StoredColumn;
import io.tacit.engine.dialect.spark.SparkText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Tables of a cluster's catalogue, and files of a path. Those that keep their versions are read as of the one that was the
 * newest when a query first named them.
 */
final class CatalogueTables implements StoredTables {
    /** What names of views of files begin with. */
    private static final String VIEW = "tacit$files_";

    private final SparkSession session;
    private final ServerRefusals refusals;
    private final Map<String, FoundTable> found = new HashMap<>();
    private final Map<String, Version> taken = new HashMap<>();
    private final Map<String, Integer> views = new HashMap<>();

    /**
     * One of a table.
     *
     * @param name by which FROM reads it
     * @param there in which it has that name
     */
    private record Version(String name, List<String> columns, SparkSession there) {}

    /** @param session in which the catalogue is asked what columns there are */
    CatalogueTables(SparkSession session, ServerRefusals refusals) {
        this.session = session;
        this.refusals = refusals;
    }

    @Override
    public List<StoredColumn> columns(String table) {
        return found.computeIfAbsent(table, name -> DescribeCluster.table(session, name))
                .columns();
    }

    @Override
    public String qualified(String table) {
        return Optional.ofNullable(taken.get(table))
                .map(Version::name)
                .orElseGet(() -> found(table).name());
    }

    private FoundTable found(String table) {
        return Optional.ofNullable(found.get(table)).orElseThrow();
    }

    /** From here on the versions are read that are the newest now. */
    void takeSnapshot() {
        taken.clear();
    }

    /**
     * Finds the version of a table that queries are to read, unless that is known.
     *
     * @param now the session of today
     * @throws Refusal SOURCE_SCHEMA when it lacks a column of the table, SOURCE_UNREADABLE when there is none
     */
    void take(SparkSession now, SourceTable table) {
        String source = table.source().match(file -> "", Source.Server::table);
        FoundTable stored = found(source);
        if (stored.format() != TableFormat.PLAIN) {
            Version known = taken.get(source);
            boolean files = stored.format() == TableFormat.FILES;
            Version version = known != null && (!files || known.there() == now)
                    ? known
                    : files ? files(now, source, stored) : newest(now, stored);
            taken.put(source, version);
            // An older snapshot of Iceberg has the columns of its time. Several tables may be declared over one.
            check(table.table(), version.columns());
        }
    }

    private Version newest(SparkSession now, FoundTable stored) {
        try {
            String newest = stored.format().newest(now, stored.name());
            return new Version(
                    newest, List.of(now.sql("SELECT * FROM " + newest).columns()), now);
        } catch (Exception cause) {
            throw ClusterFailures.version(refusals, cause);
        }
    }

    /** The files that are there now, under a name that this session alone knows. */
    private Version files(SparkSession now, String path, FoundTable stored) {
        try {
            String name = SparkText.name(VIEW + views.computeIfAbsent(path, none -> views.size()));
            Dataset<Row> rows = FilesOfPath.look(now, path).rows(stored.columns());
            rows.createOrReplaceTempView(name);
            return new Version(name, List.of(rows.columns()), now);
        } catch (Exception cause) {
            throw ClusterFailures.catalogue(refusals, cause);
        }
    }

    private static void check(Table table, List<String> columns) {
        for (Column column : table.columns()) {
            if (!columns.contains(column.name())) {
                throw new Refusal(
                        ErrorCode.SOURCE_SCHEMA,
                        "The newest version of the table " + table.name() + " has no column " + column.name() + ".",
                        "Its columns were changed and nothing was written since: ask after the next write, or name a"
                                + " view of it.");
            }
        }
    }

    @Override
    public Refusal without(String table, String column) {
        return new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The table " + table + " of Spark has no column " + column + ".",
                "Check its name.");
    }
}
