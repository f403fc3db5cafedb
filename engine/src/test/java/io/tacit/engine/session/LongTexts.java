package io.tacit.engine.session;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process that asks for texts as long as they can be made, and says how much memory it took at most. */
final class LongTexts {
    private static final int ROWS = 2_000;
    private static final int BRACKETS = 20_000;

    private static final String TEN_TIMES = "t||t||t||t||t||t||t||t||t||t";

    /** What one row's texts made gigabytes of, and the like. */
    static final List<String> QUERIES = List.of(
            "SELECT LENGTH(REPLACE(t, 'a', t)) AS n, COUNT(*) AS c FROM (SELECT " + TEN_TIMES + " AS t FROM (SELECT "
                    + TEN_TIMES + " AS t FROM (SELECT " + TEN_TIMES + " AS t FROM (SELECT '" + "a".repeat(100)
                    + "' AS t FROM people) a) b) c) d GROUP BY 1",
            "SELECT LENGTH(REPLACE(REPLACE(txt, '[', txt), '[', txt)) AS n, COUNT(*) AS c FROM people GROUP BY 1",
            "SELECT MAX(LENGTH(REPLACE(t, 'x', t || t))) AS n FROM (SELECT " + TEN_TIMES + " AS t FROM (SELECT "
                    + TEN_TIMES + " AS t FROM (SELECT " + TEN_TIMES + " AS t FROM (SELECT CONCAT('x', COUNT(*)) AS t"
                    + " FROM people GROUP BY g) a) b) c) d",
            "SELECT CARDINALITY(SPLIT(REPLACE(txt, '[', ',,,,,,,,'), ',')) AS n, COUNT(*) AS c FROM people GROUP BY 1",
            "SELECT LENGTH(CONCAT(txt" + ", txt".repeat(150) + ")) AS n, COUNT(*) AS c FROM people GROUP BY 1");

    private LongTexts() {}

    static Process start(Path folder) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LongTexts.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Argument: a folder for the table. Says the peak of its memory, in KiB. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]).resolve("people.csv");
        StringBuilder rows = new StringBuilder("uid,g,txt\n");
        for (int i = 0; i < ROWS; i++) {
            rows.append(i).append(',').append(i % 7).append(',');
            rows.append(i % 100 == 0 ? "[".repeat(BRACKETS) : "x" + i).append('\n');
        }
        Files.writeString(file, rows);
        Table people = new Table(
                "people",
                List.of(
                        new Column("uid", ColumnType.INTEGER, false),
                        Column.nullable("g", ColumnType.INTEGER),
                        Column.nullable("txt", ColumnType.VARCHAR)),
                new Protection.UnitColumn("uid"));
        DuckDbSettings settings = new DuckDbSettings(256, 1, message -> {});
        try (TacitSession session = TacitSession.open(
                List.of(new SourceTable(people, new Source.Csv(file, new CsvFormat(',', true)))),
                Defaults.STANDARD,
                settings)) {
            for (String query : QUERIES) {
                System.out.println(session.query(query).rows().size());
            }
        }
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                System.out.println(line.replaceAll("[^0-9]", ""));
            }
        }
    }
}
