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
import io.tacit.engine.refusal.Refusal;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process that asks for more groups than Java's memory holds, and says what it is told. */
final class ManyGroups {
    /** Of the groups' rows, of one number over them, and of few groups, which have room. */
    static final List<String> QUERIES = List.of(
            "SELECT g, COUNT(*) AS n FROM t GROUP BY g",
            "SELECT COUNT(*) AS groups FROM (SELECT g, COUNT(*) AS n FROM t GROUP BY g) AS q",
            "SELECT COUNT(*) AS n FROM t");

    private ManyGroups() {}

    static Process start(Path folder, int heapMebibytes, int groups) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMebibytes + "m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyGroups.class.getName(),
                        folder.toString(),
                        String.valueOf(groups))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Arguments: a folder for the table, how many groups of one person there are. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]).resolve("t.csv");
        try (BufferedWriter rows = Files.newBufferedWriter(file)) {
            rows.write("uid,g\n");
            for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                rows.write(i + ",g" + i + "\n");
            }
        }
        Table table = new Table(
                "t",
                List.of(new Column("uid", ColumnType.INTEGER, false), Column.nullable("g", ColumnType.VARCHAR)),
                new Protection.UnitColumn("uid"));
        DuckDbSettings settings = new DuckDbSettings(512, 1, message -> {});
        try (TacitSession session = TacitSession.open(
                List.of(new SourceTable(table, new Source.Csv(file, new CsvFormat(',', true)))),
                Defaults.STANDARD,
                settings)) {
            for (String query : QUERIES) {
                try {
                    System.out.println(session.query(query).rows().size() + " rows");
                } catch (Refusal refusal) {
                    System.out.println(refusal.code().code() + " " + refusal.rule() + " " + refusal.advice());
                }
            }
        }
    }
}
