package io.tacit.engine.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.backend.duckdb.ParquetBytes;
import io.tacit.engine.backend.duckdb.ParquetKinds;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.duckdb.DuckDbDialect;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.SourceArgument;
import io.tacit.engine.sql.SqlToRelation;
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
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every function over a column of a file in which one person holds all bits at the ends of the type: nothing fails, and
 * other people's values are what they are without that person. The list: all types of Parquet, in its forms (plain, with a
 * dictionary, with statistics, without) and as DuckDB files store the same bits, by all expressions of
 * {@link WrittenExpressions} and {@link Meanings} that name a column of the type.
 */
@NullUnmarked
@Tag("walk")
class HostileValuesTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(512, 1, message -> {});
    private static final int PEOPLE = 12;
    private static final int EVIL = 99;
    private static final int AT_ONCE = 60;
    /** One column of each type, as expressions call them; the decimal is of the file's own digits. */
    private static final Map<ColumnType.Kind, String> NAMES = Map.of(
            ColumnType.Kind.BOOLEAN, "f",
            ColumnType.Kind.INTEGER, "i",
            ColumnType.Kind.BIGINT, "b",
            ColumnType.Kind.DECIMAL, "m",
            ColumnType.Kind.DOUBLE, "x",
            ColumnType.Kind.VARCHAR, "s",
            ColumnType.Kind.DATE, "d",
            ColumnType.Kind.TIME, "t",
            ColumnType.Kind.TIMESTAMP, "ts");
    private static final Map<String, ColumnType> TYPES = Map.ofEntries(
            Map.entry("f", ColumnType.BOOLEAN),
            Map.entry("i", ColumnType.INTEGER),
            Map.entry("b", ColumnType.BIGINT),
            Map.entry("n", ColumnType.decimal(6, 2)),
            Map.entry("p", ColumnType.decimal(3, 3)),
            Map.entry("m", ColumnType.decimal(38, 0)),
            Map.entry("w", ColumnType.decimal(38, 37)),
            Map.entry("x", ColumnType.DOUBLE),
            Map.entry("s", ColumnType.VARCHAR),
            Map.entry("d", ColumnType.DATE),
            Map.entry("t", ColumnType.TIME),
            Map.entry("ts", ColumnType.TIMESTAMP));

    /** What the other columns hold, in the order of the expressions' columns. */
    private static final List<String> USUAL = List.of(
            "true", "3", "4", "1.5", "0.25", "5", "0.5", "2.5", "'abc'", "'2024-02-29'", "'12:34:56'", "'2024-02-29 12:34:56'");

    @TempDir
    Path folder;

    private final Map<ColumnType, List<String>> printed = new HashMap<>();
    private int runs;

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
                                .flatMap(dictionary -> Stream.of(true, false)
                                        .map(statistics -> new Walked(
                                                kind, new ParquetBytes.Form(dictionary, statistics, 64), Store.PARQUET))),
                        Stream.of(new Walked(kind, new ParquetBytes.Form(false, false, 64), Store.DUCKDB))))
                .toList();
    }

    @Test
    void everyFunctionOverEveryTypeOfFile() {
        int read = 0;
        for (Walked walked : Walk.share("hostile values", 14, all())) {
            Optional<SourceTable> whole = table(walked, true);
            if (whole.isPresent()) {
                read++;
                ColumnType type = column(whole.get());
                List<String> expressions = Walk.share(
                        "hostile values " + walked,
                        100,
                        printed.computeIfAbsent(type, HostileValuesTest::expressions));
                Map<String, String> with = values(whole.get(), expressions, walked);
                Map<String, String> without = values(table(walked, false).orElseThrow(), expressions, walked);
                assertThat(with.keySet()).isEqualTo(without.keySet());
                with.forEach((key, value) -> assertThat(value).as(walked + ": " + key).isEqualTo(without.get(key)));
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
        Path file = folder.resolve("data" + runs++ + ".parquet");
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

    /** All expressions that name the column of a type, as the engine is asked for them. */
    private static List<String> expressions(ColumnType type) {
        String name = NAMES.get(type.kind());
        List<String> names = WrittenExpressions.COLUMNS;
        List<Column> columns = names.stream()
                .map(each -> Column.nullable(each, each.equals(name) ? type : TYPES.get(each)))
                .toList();
        SqlToRelation analyzer =
                new SqlToRelation(new Catalog(List.of(new Table("edge", columns, new Protection.Public()))));
        Pattern named = Pattern.compile("\\b[ab]\\." + name + "\\b");
        List<String> all = Stream.concat(
                        WrittenExpressions.expressions().stream(),
                        Meanings.all().stream().map(Meanings.Expression::sql))
                .filter(expression -> named.matcher(expression).find())
                .distinct()
                .toList();
        List<String> printed = new ArrayList<>();
        for (String expression : all) {
            try {
                Project project = (Project) analyzer.analyze("SELECT " + expression + " FROM edge a, edge b").relation();
                List<String> fields = project.getInput().getRowType().getFieldList().stream()
                        .map(field -> "t1.c" + field.getIndex() % names.size())
                        .toList();
                RelDataType made = project.getProjects().get(0).getType();
                String sql = RelationToSql.overPeople(DuckDbDialect.DIALECT)
                        .scalar(project.getProjects().get(0), project.getInput(), fields);
                if (sql.contains(" FROM \"edge\"") || sql.contains(" OVER (")) {
                    continue;
                }
                // A key of groups is a text, whatever its type.
                printed.add(made.getComponentType() == null ? "hash(CAST(" + sql + " AS VARCHAR))" : "hash(" + sql + ")");
            } catch (Refusal refused) {
                continue;
            }
        }
        assertThat(printed).as(type.toString()).hasSizeGreaterThan(20);
        return printed;
    }

    /** Other people's values of each expression. */
    private Map<String, String> values(SourceTable table, List<String> expressions, Walked walked) {
        Map<String, String> values = new TreeMap<>();
        for (int from = 0; from < expressions.size(); from += AT_ONCE) {
            values.putAll(some(table, expressions.subList(from, Math.min(from + AT_ONCE, expressions.size())), walked));
        }
        return values;
    }

    private Map<String, String> some(SourceTable table, List<String> expressions, Walked walked) {
        String name = NAMES.get(column(table).kind());
        String columns = IntStream.range(0, WrittenExpressions.COLUMNS.size())
                .mapToObj(i -> (WrittenExpressions.COLUMNS.get(i).equals(name)
                                ? "v"
                                : "CAST(" + USUAL.get(i) + " AS "
                                        + TYPES.get(WrittenExpressions.COLUMNS.get(i)).sql() + ")")
                        + " AS c" + i)
                .reduce("id", (all, one) -> all + ", " + one);
        String sql = "SELECT t1.id, " + String.join(", ", expressions) + " FROM (SELECT " + columns + " FROM t) t1";
        Map<String, String> values = new TreeMap<>();
        runs += expressions.size();
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(List.of(table), SETTINGS)) {
            database.rows(sql, row -> {
                if (row.getInt(1) != EVIL) {
                    for (int i = 0; i < expressions.size(); i++) {
                        values.put(row.getInt(1) + " " + expressions.get(i), String.valueOf(row.getString(i + 2)));
                    }
                }
            });
            return values;
        } catch (Refusal failed) {
            if (expressions.size() == 1) {
                throw new AssertionError(walked + ": " + expressions.get(0), failed);
            }
            int half = expressions.size() / 2;
            values.putAll(some(table, expressions.subList(0, half), walked));
            values.putAll(some(table, expressions.subList(half, expressions.size()), walked));
            return values;
        }
    }
}
