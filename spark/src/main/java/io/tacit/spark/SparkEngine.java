package io.tacit.spark;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.Likeness;
import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.spark.SparkDialect;
import io.tacit.engine.dialect.spark.SparkText;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;

/**
 * Spark clusters, of version 4. What is not theirs is another engine's.
 *
 * @param files the engine for all other sources
 * @param seconds after which a query is stopped; 0 for no limit
 * @param ownerLog receives the clusters' own messages, which may quote data: for the owner's eyes only
 */
public record SparkEngine(DataEngine files, int seconds, Consumer<String> ownerLog) implements DataEngine {
    @Override
    public Dialect dialect() {
        return SparkDialect.DIALECT;
    }

    /** This engine if any of the tables is in Spark, or that for others. */
    @Override
    public DataEngine holding(List<SourceTable> tables) {
        return onCluster(tables) ? this : files.holding(tables);
    }

    private static boolean onCluster(List<SourceTable> tables) {
        return tables.stream()
                .anyMatch(table -> table.source().match(file -> false, server -> server.kind() == ServerKind.SPARK));
    }

    @Override
    public Backend open(List<SourceTable> tables) {
        if (!onCluster(tables)) {
            return files.open(tables);
        }
        Cluster cluster = new Cluster(address(tables), seconds, failures());
        try {
            return new SparkBackend(cluster, declared(cluster, tables));
        } catch (RuntimeException refused) {
            cluster.close();
            throw refused;
        }
    }

    private ClusterTables declared(Cluster cluster, List<SourceTable> tables) {
        return cluster.step(session -> catalogue(() -> new ClusterTables(tables, session)));
    }

    /** The one cluster of all tables. */
    private static ClusterAddress address(List<SourceTable> tables) {
        Set<String> urls = tables.stream()
                .map(table -> table.source().match(file -> elsewhere(table), server -> server.url()))
                .collect(Collectors.toSet());
        if (urls.size() != 1) {
            throw new Refusal(
                    ErrorCode.SOURCE_SCHEMA,
                    "The tables lie in several places.",
                    "A query reads one: make a session for each.");
        }
        return new ClusterAddress(urls.iterator().next());
    }

    private static String elsewhere(SourceTable table) {
        throw new Refusal(
                ErrorCode.SOURCE_SCHEMA,
                "The table " + table.table().name() + " lies in a file, and other tables in Spark.",
                "A query reads one place: give Spark the path of the file, or leave the table out.");
    }

    private ClusterFailures failures() {
        return new ClusterFailures(ownerLog);
    }

    @Override
    public DataEngine alsoTelling(Consumer<String> log) {
        return new SparkEngine(files.alsoTelling(log), seconds, ownerLog.andThen(log));
    }

    @Override
    public FileSchema parquet(Path file) {
        return files.parquet(file);
    }

    @Override
    public DatabaseSchema database(Path file, Predicate<String> wanted) {
        return files.database(file, wanted);
    }

    @Override
    public DatabaseSchema server(String url, Predicate<String> wanted) {
        SparkSession session = new ClusterAddress(url).connect(failures());
        try {
            return catalogue(() -> DescribeCluster.schema(session, wanted));
        } finally {
            ClusterAddress.end(session);
        }
    }

    @Override
    public DatabaseSchema.Relation serverFiles(String url, String path) {
        SparkSession session = new ClusterAddress(url).connect(failures());
        try {
            return catalogue(() -> DescribeCluster.relation(path, DescribeCluster.columns(session, path)));
        } finally {
            ClusterAddress.end(session);
        }
    }

    /** Something that asks the catalogue. */
    private interface Question<T> {
        T ask() throws Exception;
    }

    private <T> T catalogue(Question<T> question) {
        try {
            return question.ask();
        } catch (Refusal refusal) {
            throw refusal;
        } catch (Exception cause) {
            throw failures().catalogue(cause);
        }
    }

    /** Of a cluster's tables nobody looks at values, which would be a scan of them. */
    @Override
    public Map<String, Likeness> looks(SourceTable table, Optional<String> person) {
        return onCluster(List.of(table)) ? Map.of() : files.looks(table, person);
    }

    @Override
    public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
        if (!onCluster(tables)) {
            return files.repeats(tables, keys);
        }
        Map<Key, Long> repeats = new HashMap<>();
        try (Cluster cluster = new Cluster(address(tables), seconds, failures())) {
            ClusterTables declared = declared(cluster, tables);
            for (Key key : keys) {
                List<String> columns =
                        key.columns().stream().map(SparkText::name).toList();
                String sql = declared.with("SELECT count(*) FROM (SELECT 1 FROM " + SparkText.name(key.table())
                        + " WHERE " + String.join(" IS NOT NULL AND ", columns) + " IS NOT NULL GROUP BY "
                        + String.join(", ", columns) + " HAVING count(*) > 1) AS repeated");
                repeats.put(key, cluster.step(session -> session.sql(sql).head().getLong(0)));
            }
        }
        return repeats;
    }
}
