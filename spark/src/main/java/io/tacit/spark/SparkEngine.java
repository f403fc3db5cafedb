package io.tacit.spark;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.backend.InventedTables;
import io.tacit.engine.backend.Likeness;
import io.tacit.engine.backend.server.BesidePublicFiles;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.backend.server.ServerSources;
import io.tacit.engine.backend.server.ServerTables;
import io.tacit.engine.catalog.ServerKind;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.spark.SparkDialect;
import io.tacit.engine.refusal.Refusal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.spark.sql.SparkSession;

/**
 * Spark clusters, of version 4. What is not theirs is another engine's.
 *
 * @param files the engine for all other sources
 * @param seconds after which a query is stopped; 0 for no limit
 * @param ownerLog receives the clusters' own messages, which may quote data: for the owner's eyes only
 */
public record SparkEngine(DataEngine files, int seconds, Consumer<String> ownerLog) implements DataEngine {
    private static final ServerSources SOURCES =
            new ServerSources(ServerKind.SPARK, "Spark", "cluster", "give Spark the path of the file");

    @Override
    public Dialect dialect() {
        return SparkDialect.DIALECT;
    }

    /** This engine if any of the tables is in Spark, or that for others. */
    @Override
    public DataEngine holding(List<SourceTable> tables) {
        return SOURCES.any(tables) ? this : files.holding(tables);
    }

    @Override
    public Backend open(List<SourceTable> tables) {
        if (!SOURCES.any(tables)) {
            return files.open(tables);
        }
        return BesidePublicFiles.open(tables, this::openCluster, files);
    }

    private Backend openCluster(List<SourceTable> tables) {
        Cluster cluster = new Cluster(new ClusterAddress(SOURCES.url(tables)), seconds, refusals());
        try {
            return cluster.step(session -> {
                CatalogueTables catalogue = new CatalogueTables(session, refusals());
                return new SparkBackend(cluster, catalogue, declared(tables, catalogue), refusals());
            });
        } catch (RuntimeException refused) {
            cluster.close();
            throw refused;
        }
    }

    private ServerTables declared(List<SourceTable> tables, CatalogueTables catalogue) {
        return catalogue(() -> new ServerTables(tables, SparkDialect.DIALECT, catalogue));
    }

    private ServerRefusals refusals() {
        return new ServerRefusals(ownerLog);
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
        SparkSession session = new ClusterAddress(url).connect(refusals());
        try {
            return catalogue(() -> DescribeCluster.schema(session, wanted, refusals()::log));
        } finally {
            ClusterAddress.end(session);
        }
    }

    @Override
    public DatabaseSchema.Relation serverFiles(String url, String path) {
        SparkSession session = new ClusterAddress(url).connect(refusals());
        try {
            return catalogue(() -> DescribeCluster.relation(
                    path, DescribeCluster.table(session, path).columns()));
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
            throw ClusterFailures.catalogue(refusals(), cause);
        }
    }

    @Override
    public InventedTables invented(String url, InventedTables.Texts texts) {
        return InventedOnCluster.begin(url, texts, refusals());
    }

    /** Of a cluster's tables nobody looks at values, which would be a scan of them. */
    @Override
    public Map<String, Likeness> looks(SourceTable table, Optional<String> person) {
        return SOURCES.any(List.of(table)) ? Map.of() : files.looks(table, person);
    }

    @Override
    public Map<Key, Long> repeats(List<SourceTable> tables, List<Key> keys) {
        return SOURCES.any(tables)
                ? BesidePublicFiles.repeats(tables, keys, this::repeatsThere, files)
                : files.repeats(tables, keys);
    }

    private Map<Key, Long> repeatsThere(List<SourceTable> tables, List<Key> keys) {
        Map<Key, Long> repeats = new HashMap<>();
        try (Cluster cluster = new Cluster(new ClusterAddress(SOURCES.url(tables)), seconds, refusals())) {
            ServerTables declared = cluster.step(session -> {
                CatalogueTables catalogue = new CatalogueTables(session, refusals());
                ServerTables read = declared(tables, catalogue);
                tables.forEach(table -> catalogue.take(session, table));
                return read;
            });
            for (Key key : keys) {
                String sql = declared.repeated(key);
                repeats.put(key, cluster.step(session -> session.sql(sql).head().getLong(0)));
            }
        }
        return repeats;
    }
}
