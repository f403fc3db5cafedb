package io.tacit.spark;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.server.ServerRefusals;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.spark.SparkText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.NullUnmarked;

/** A real Spark server with two cores, which ends with this process. */
@NullUnmarked
public final class TestCluster {
    /** Its address. */
    public static final String URL = System.getProperty("tacit.spark.test", ClusterAddress.LOCAL);

    private static final int PARTITIONS = 3;
    private static final int FEW = 100;

    /** Stands for NULL in a file. */
    private static final String NONE = "nothing at all";

    private TestCluster() {}

    private static final class Owner {
        static final SparkSession SESSION = new ClusterAddress(URL).connect(new ServerRefusals(System.err::println));
    }

    /** The session of the owner of its tables. */
    public static SparkSession owner() {
        return Owner.SESSION;
    }

    /** An engine for it, beside one for files. */
    public static DataEngine engine(DataEngine files, int seconds, Consumer<String> ownerLog) {
        return new SparkProvider().over(files, seconds, ownerLog);
    }

    /** Runs a statement as the owner of its tables. */
    public static void run(String sql) {
        owner().sql(sql).collectAsList();
    }

    /**
     * Makes a table; of many rows, in several files.
     *
     * @param types as Spark writes them
     * @param rows a text for each column
     */
    public static void table(String name, List<String> columns, List<String> types, List<String[]> rows) {
        if (rows.size() <= FEW) {
            view(name, columns, types, rows);
        } else {
            files(name, columns, types, rows);
        }
    }

    /** Makes a table in several Parquet files. */
    public static void files(String name, List<String> columns, List<String> types, List<String[]> rows) {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "tacit-" + UUID.randomUUID() + ".csv");
        List<String> casts = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            casts.add("CAST(c" + i + " AS " + types.get(i) + ") AS `" + columns.get(i) + "`");
            texts.add("c" + i + " STRING");
        }
        try {
            Files.write(file, rows.stream().map(TestCluster::line).toList());
            Dataset<Row> loaded = owner().read()
                    .schema(String.join(", ", texts))
                    .option("nullValue", NONE)
                    .option("escape", "\"")
                    .option("multiLine", "true")
                    .csv(file.toString());
            loaded.createOrReplaceTempView("loaded");
            run("CREATE TABLE spark_catalog.default.`" + name + "` USING PARQUET AS SELECT /*+ REPARTITION("
                    + PARTITIONS + ") */ " + String.join(", ", casts) + " FROM loaded");
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(String[] row) {
        return Arrays.stream(row)
                .map(text -> text == null ? NONE : "\"" + text.replace("\"", "\"\"") + "\"")
                .collect(Collectors.joining(","));
    }

    /** A view of constants, which is made much faster than files. */
    private static void view(String name, List<String> columns, List<String> types, List<String[]> rows) {
        List<String> selects = new ArrayList<>();
        for (String[] row : rows) {
            selects.add(select(columns, types, row));
        }
        String[] none = new String[columns.size()];
        selects.add(select(columns, types, none) + " WHERE FALSE");
        run("CREATE OR REPLACE VIEW spark_catalog.default.`" + name + "` AS " + String.join(" UNION ALL ", selects));
    }

    private static String select(List<String> columns, List<String> types, String[] row) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.length; i++) {
            String text = row[i] == null ? "NULL" : SparkText.text(row[i]);
            values.add("CAST(" + text + " AS " + types.get(i) + ") AS `" + columns.get(i) + "`");
        }
        return "SELECT " + String.join(", ", values);
    }

    /** A type of the catalog as Spark writes it. */
    public static String type(ColumnType type) {
        return switch (type.kind()) {
            case VARCHAR, TIME -> "STRING";
            case TIMESTAMP -> "TIMESTAMP_NTZ";
            default -> type.sql();
        };
    }

    /** The names of columns. */
    public static List<String> names(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }
}
