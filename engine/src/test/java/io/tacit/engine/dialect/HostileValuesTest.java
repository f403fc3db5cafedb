package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.backend.duckdb.ParquetBytes;
import io.tacit.engine.backend.duckdb.ParquetKinds;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.walk.Walk;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every function over a column of a file in which one person holds all bits at the ends of the type: nothing fails, and
 * other people's values are what they are without that person. The list: all types of Parquet, in two forms (with a dictionary and
 * statistics, without both) and as DuckDB files store the same bits, by all expressions of
 * {@link WrittenExpressions} and {@link Meanings} that name a column of the type.
 */
@NullUnmarked
@Tag("walk")
class HostileValuesTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});
    private static final int PEOPLE = 12;
    private static final int EVIL = 99;
    private static final int AT_ONCE = 120;

    @TempDir
    Path folder;

    private final Map<ColumnType, List<String>> printed = new HashMap<>();
    private int runs;
    private int files;

    private enum Store {
        PARQUET,
        DUCKDB
    }

    /** A type in a form of file. */
    private record Walked(ParquetKinds.Case of, ParquetBytes.Form form, Store store) {}

    private static List<Walked> all() {
        return ParquetKinds.all().stream()
                .flatMap(kind -> Stream.concat(
                        Stream.of(true, false)
                                .map(both -> new Walked(kind, new ParquetBytes.Form(both, both, 64), Store.PARQUET)),
                        Stream.of(new Walked(kind, new ParquetBytes.Form(false, false, 64), Store.DUCKDB))))
                .toList();
    }

    @Test
    void everyFunctionOverEveryTypeOfFile() {
        int read = 0;
        for (Walked walked : Walk.share("hostile values", 8, all())) {
            Optional<SourceTable> whole = table(walked, true);
            if (whole.isPresent()) {
                read++;
                ColumnType type = column(whole.get());
                List<String> expressions = Walk.share(
                        "hostile values " + walked, 60, printed.computeIfAbsent(type, HostileValuesTest::expressions));
                Map<String, String> with = values(whole.get(), expressions, walked);
                Map<String, String> without = values(table(walked, false).orElseThrow(), expressions, walked);
                assertThat(with.keySet()).isEqualTo(without.keySet());
                with.forEach((key, value) ->
                        assertThat(value).as(walked + ": " + key).isEqualTo(without.get(key)));
            }
        }
        assertThat(read).isPositive();
        System.out.println("hostile values: " + read + " files, " + runs + " expressions over rows");
    }

    private static ColumnType column(SourceTable table) {
        return table.table().column("v").orElseThrow().type();
    }

    /** A file in which the person is, or is not; none where its declared type is never read. */
    private Optional<SourceTable> table(Walked walked, boolean whole) {
        List<byte[]> ids = new ArrayList<>();
        List<byte[]> values = new ArrayList<>();
        for (int person = 0; person < PEOPLE; person++) {
            ids.add(ParquetBytes.little(person));
            values.add(walked.of().usual().get(person % walked.of().usual().size()));
        }
        for (byte[] hostile : whole ? walked.of().hostile() : List.<byte[]>of()) {
            ids.add(ids.size() / 2, ParquetBytes.little(EVIL));
            values.add(values.size() / 2, hostile);
        }
        Path file = folder.resolve("data" + files++ + ".parquet");
        ParquetBytes.write(
                file,
                walked.form(),
                List.of(
                        new ParquetBytes.Values(
                                "id",
                                ParquetBytes.Kind.plain("id", ParquetBytes.Physical.INT32, 0),
                                ParquetBytes.Place.FLAT,
                                ids),
                        new ParquetBytes.Values("v", walked.of().kind(), ParquetBytes.Place.FLAT, values)));
        String argument = walked.store() == Store.PARQUET ? "t=" + file : stored(file);
        return argument.isEmpty() ? Optional.empty() : declared(argument);
    }

    private static Optional<SourceTable> declared(String argument) {
        try {
            SourceTable found = DeclareSource.declare(
                            SourceArgument.parse(argument),
                            new Protection.UnitColumn("id"),
                            Map.of(),
                            new DuckDbEngine(SETTINGS))
                    .table();
            return found.table().column("v").map(column -> found);
        } catch (Refusal refused) {
            return Optional.empty();
        }
    }

    /** The same bits in a DuckDB file; nothing where its reader of Parquet does not get them there. */
    private static String stored(Path parquet) {
        Path file = Path.of(parquet.toString().replace(".parquet", ".duckdb"));
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t AS FROM read_parquet('" + parquet + "', utf8_validation = 'replace')");
            return "t=" + file + ":t";
        } catch (SQLException refused) {
            return "";
        }
    }

    /** A key of groups is a text, whatever its type. */
    private static List<String> expressions(ColumnType type) {
        return PrintedExpressions.of(type, DuckDbDialect.DIALECT).stream()
                .map(sql -> "hash(CAST(" + sql + " AS VARCHAR))")
                .toList();
    }

    /** Other people's values of each expression. */
    private Map<String, String> values(SourceTable table, List<String> expressions, Walked walked) {
        String columns = PrintedExpressions.columns(column(table), "id", "v");
        Map<String, String> values = new TreeMap<>();
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(table), SETTINGS)) {
            for (int from = 0; from < expressions.size(); from += AT_ONCE) {
                some(
                        database,
                        columns,
                        expressions.subList(from, Math.min(from + AT_ONCE, expressions.size())),
                        values,
                        walked);
            }
        }
        return values;
    }

    private void some(
            EmbeddedDuckDb database,
            String columns,
            List<String> expressions,
            Map<String, String> values,
            Walked walked) {
        runs += expressions.size();
        try {
            database.rows(
                    "SELECT t1.id, " + String.join(", ", expressions) + " FROM (SELECT " + columns + " FROM t) t1",
                    row -> {
                        if (row.getInt(1) != EVIL) {
                            for (int i = 0; i < expressions.size(); i++) {
                                values.put(
                                        row.getInt(1) + " " + expressions.get(i), String.valueOf(row.getString(i + 2)));
                            }
                        }
                    });
        } catch (Refusal failed) {
            if (expressions.size() == 1) {
                throw new AssertionError(walked + ": " + expressions.get(0), failed);
            }
            int half = expressions.size() / 2;
            some(database, columns, expressions.subList(0, half), values, walked);
            some(database, columns, expressions.subList(half, expressions.size()), values, walked);
        }
    }
}
