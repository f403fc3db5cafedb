package io.tacit.bench;

import io.tacit.cli.text.Progress;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.experiments.tpch.TpchDatabase;
import io.tacit.experiments.tpch.TpchTables;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * One set of people's data, for Tacit and for DuckDB alone.
 *
 * @param name what queries call the set
 * @param tables as they are declared, with nothing said of them but whose rows they hold; of TPC-H its keys, too
 * @param views statements that make the same tables in a connection of DuckDB alone; rows of nobody are left out
 */
record TrustData(String name, List<SourceTable> tables, List<String> views) {
    private static final double SCALE = 0.05;

    private static final Map<String, String> PEOPLE =
            Map.of("shop", "CustomerID", "visits", "VisitorId", "posts", "author", "treatments", "patient");

    static TrustData tpch() {
        Path file = TpchDatabase.generated(
                TpchDatabase.cacheFolder(),
                SCALE,
                Progress.on(new PrintWriter(System.err, true, StandardCharsets.UTF_8)));
        List<SourceTable> tables = TpchTables.in(file);
        return new TrustData("tpch", tables, attached(file, tables));
    }

    /** A file with a header, its types proposed as for anybody who comes with a file. */
    static TrustData csv(String name, Path file) {
        SourceTable table = declared(name, file);
        String columns = table.table().columns().stream()
                .map(column ->
                        "TRY_CAST(" + quoted(column) + " AS " + column.type().sql() + ") AS " + quoted(column))
                .collect(Collectors.joining(", "));
        String view = "CREATE TABLE " + name + " AS SELECT * FROM (SELECT " + columns + " FROM read_csv('" + file
                + "', header = true, all_varchar = true)) WHERE " + PEOPLE.get(name) + " IS NOT NULL";
        return new TrustData(name, List.of(table), List.of(view));
    }

    /**
     * Posts in a forum: 20,000 authors whose numbers of posts follow a power law (most write one, one some 2,000), in 40
     * topics of very different sizes, each author faithful to a few; words are lognormal.
     */
    static TrustData forum(Path folder) throws SQLException {
        SplittableRandom random = new SplittableRandom(14);
        Path file = folder.resolve("forum.duckdb");
        make(
                file,
                "CREATE TABLE posts(author INTEGER, topic VARCHAR, month_ INTEGER, words INTEGER)",
                "posts",
                appender -> {
                    for (int author = 0; author < 20_000; author++) {
                        int posts = (int) Math.min(2_000, Math.pow(1 - random.nextDouble(), -1 / 1.4));
                        for (int i = 0; i < posts; i++) {
                            boolean home = random.nextDouble() < 0.5;
                            int topic = home ? (author * 31) % 7 : zipf(random, 40);
                            appender.beginRow();
                            appender.append(author);
                            appender.append("topic " + topic);
                            appender.append(1 + random.nextInt(12));
                            appender.append(1 + (int) lognormal(random, 3.5, 1.2));
                            appender.endRow();
                        }
                    }
                });
        return ofFile("forum", file, "posts");
    }

    /**
     * Treatments in a clinic: 8,000 patients with a sex each, one to some hundred treatments of 18 diagnoses, most of a
     * patient's of a few; costs are lognormal, patients with many treatments costing more for each.
     */
    static TrustData clinic(Path folder) throws SQLException {
        SplittableRandom random = new SplittableRandom(15);
        Path file = folder.resolve("clinic.duckdb");
        make(
                file,
                "CREATE TABLE treatments(patient INTEGER, sex VARCHAR, diagnosis VARCHAR, department VARCHAR,"
                        + " costs DOUBLE)",
                "treatments",
                appender -> {
                    for (int patient = 0; patient < 8_000; patient++) {
                        int treatments = 1 + (int) Math.min(200, lognormal(random, 1.2, 1));
                        String sex = random.nextInt(100) < 52 ? "f" : "m";
                        int ill = zipf(random, 18);
                        for (int i = 0; i < treatments; i++) {
                            int diagnosis = random.nextDouble() < 0.4 ? ill : zipf(random, 18);
                            appender.beginRow();
                            appender.append(patient);
                            appender.append(sex);
                            appender.append("diagnosis " + diagnosis);
                            appender.append("department " + (diagnosis * 5 + random.nextInt(3)) % 9);
                            appender.append(Math.rint(100 * lognormal(random, 4 + Math.log(treatments) / 4, 1.1))
                                    / 100);
                            appender.endRow();
                        }
                    }
                });
        return ofFile("clinic", file, "treatments");
    }

    /** Fills one table. */
    private interface Fill {
        void into(DuckDBAppender appender) throws SQLException;
    }

    private static void make(Path file, String create, String table, Fill fill) throws SQLException {
        try (DuckDBConnection connection =
                        DriverManager.getConnection("jdbc:duckdb:" + file).unwrap(DuckDBConnection.class);
                Statement statement = connection.createStatement()) {
            statement.execute(create);
            try (DuckDBAppender appender = connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, table)) {
                fill.into(appender);
            }
        }
    }

    private static TrustData ofFile(String name, Path file, String table) {
        List<SourceTable> tables = List.of(declared(table, file));
        return new TrustData(name, tables, attached(file, tables));
    }

    private static SourceTable declared(String name, Path file) {
        Protection person = new Protection.UnitColumn(PEOPLE.getOrDefault(name, "person"));
        return DeclareSource.declare(SourceArgument.parse(name + "=" + file), person, Map.of(), DuckDbEngine.standard())
                .table();
    }

    private static List<String> attached(Path file, List<SourceTable> tables) {
        return Stream.concat(
                        Stream.of("ATTACH '" + file + "' AS held (READ_ONLY)"),
                        tables.stream()
                                .map(table -> table.table().name())
                                .map(name -> "CREATE VIEW " + name + " AS FROM held." + name))
                .toList();
    }

    /** A connection of DuckDB alone, with the same tables. */
    Connection plain() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            for (String view : views) {
                statement.execute(view);
            }
        }
        return connection;
    }

    private static String quoted(Column column) {
        return '"' + column.name().replace("\"", "\"\"") + '"';
    }

    /** A number from 0, each about as likely as 1 over its rank. */
    private static int zipf(SplittableRandom random, int many) {
        return (int) Math.pow(many, random.nextDouble()) % many;
    }

    private static double lognormal(SplittableRandom random, double mu, double sigma) {
        double radius = Math.sqrt(-2 * Math.log(1 - random.nextDouble()));
        return Math.exp(mu + sigma * radius * Math.cos(2 * Math.PI * random.nextDouble()));
    }
}
