package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A private number for each row outside, over joins: each kind of join, with what is compared with the row outside at
 * each place where it can stand. What is answered is what DuckDB says of the same query, rows of nobody left out.
 */
@NullUnmarked
class CorrelatedJoinsTest {
    private static final List<String> KINDS = List.of("INNER", "LEFT", "RIGHT", "FULL");

    /** What a join compares besides its key: nothing, a row outside at either side, or a row outside alone. */
    private static final List<String> ON = List.of("", " AND t.x = a.k", " AND b.k = a.k", " AND a.k = 1");

    private static final List<String> WHERE =
            List.of("", " WHERE t.x = a.k", " WHERE b.k = a.k", " WHERE t.x = a.k AND b.k = a.k", " WHERE a.k = 1");

    private static final List<String> LEFT = List.of(
            "t",
            "(SELECT * FROM t WHERE t.x = a.k)",
            "(SELECT uid, g + 0 AS g, MAX(x) AS x FROM t WHERE x = a.k GROUP BY uid, g)");

    private static final List<String> RIGHT =
            List.of("b", "(SELECT * FROM b WHERE b.k = a.k)", "(SELECT w, k, g FROM b WHERE b.k = a.k AND w > 1)");

    private static final Map<String, String> TABLES = Map.of(
            "t", "uid,g,x\n1,1,0\n1,1,1\n2,1,1\n2,2,2\n3,,1\n3,3,1\n4,4,\n4,1,2\n",
            "b", "g,k,w\n1,0,1\n1,1,2\n2,1,3\n3,,4\n,1,5\n5,2,6\n",
            "v", "uid,k\n1,0\n1,1\n2,1\n5,1\n4,\n",
            "a", "k\n0\n1\n2\n3\n");

    /** Of every so many forms one is asked: {@code -Dtacit.joins.share=1} asks all 816, of which 253 are answered. */
    private static final int SHARE = Math.min(13, Integer.getInteger("tacit.joins.share", 13));

    @TempDir
    Path folder;

    private TacitSession session;
    private Connection plain;

    @BeforeEach
    void open() throws IOException, SQLException {
        plain = DriverManager.getConnection("jdbc:duckdb:");
        List<SourceTable> tables = new ArrayList<>();
        for (Map.Entry<String, String> table : new TreeMap<>(TABLES).entrySet()) {
            Path file = folder.resolve(table.getKey() + ".csv");
            Files.writeString(file, table.getValue());
            List<Column> columns = List.of(
                            table.getValue().lines().findFirst().orElseThrow().split(","))
                    .stream()
                    .map(name -> Column.nullable(name, ColumnType.BIGINT))
                    .toList();
            Protection protection =
                    table.getValue().startsWith("uid") ? new Protection.UnitColumn("uid") : new Protection.Public();
            tables.add(new SourceTable(
                    new Table(table.getKey(), columns, protection), new Source.Csv(file, new CsvFormat(',', true))));
            try (Statement statement = plain.createStatement()) {
                statement.execute("CREATE TABLE " + table.getKey() + " AS SELECT * FROM read_csv('" + file
                        + "', header = true, all_varchar = false, types = {"
                        + String.join(
                                ", ",
                                columns.stream()
                                        .map(column -> "'" + column.name() + "': 'BIGINT'")
                                        .toList())
                        + "})");
            }
        }
        session = TacitSession.open(
                tables,
                new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 9, 0.95),
                People.SETTINGS,
                ZeroNoise::new);
    }

    @AfterEach
    void close() throws SQLException {
        session.close();
        plain.close();
    }

    /** A join in the subquery, and what names the person of its rows. */
    private record Form(String kind, String from, String person) {}

    /** Whether it was answered, with the numbers that DuckDB finds. */
    private boolean agrees(Form form) throws SQLException {
        String sql = "SELECT a.k, (SELECT %s FROM " + form.from + ") AS n FROM a ORDER BY a.k";
        List<List<Object>> answered;
        try {
            answered =
                    session.query(sql.formatted("COUNT(*, contribution_bounds_per_group => (0, 60))")).rows().stream()
                            .map(row -> List.copyOf(row.values()))
                            .toList();
        } catch (Refusal refusal) {
            assertThat(refusal.code()).as(sql).isIn(ErrorCode.SUBQUERY, ErrorCode.JOIN_KIND);
            return false;
        }
        List<List<Object>> expected = new ArrayList<>();
        try (Statement statement = plain.createStatement();
                ResultSet rows = statement.executeQuery(sql.formatted("COUNT(" + form.person + ")"))) {
            while (rows.next()) {
                expected.add(List.of(rows.getLong(1), rows.getLong(2)));
            }
        }
        assertThat(answered).as(sql).isEqualTo(expected);
        return true;
    }

    private Map<String, Integer> answered(List<Form> forms) throws SQLException {
        Map<String, Integer> answered = new TreeMap<>();
        for (int i = 0; i < forms.size(); i += SHARE) {
            if (agrees(forms.get(i))) {
                answered.merge(forms.get(i).kind, 1, Integer::sum);
            }
        }
        return answered;
    }

    /** People beside public rows, then the other way round, then rows of the same person. */
    @Test
    void everyJoinWithEveryComparisonIsWhatItSays() throws SQLException {
        List<Form> forms = new ArrayList<>();
        for (String kind : KINDS) {
            for (String where : WHERE) {
                for (String on : ON) {
                    String rest = on + where;
                    forms.add(new Form(kind, "t " + kind + " JOIN b ON t.g = b.g" + rest, "t.uid"));
                    forms.add(new Form(kind, "b " + kind + " JOIN t ON t.g = b.g" + rest, "t.uid"));
                    forms.add(new Form(
                            kind, "t " + kind + " JOIN v AS b ON t.uid = b.uid" + rest, "COALESCE(t.uid, b.uid)"));
                }
            }
        }
        assertThat(answered(forms))
                .isEqualTo(
                        SHARE == 1
                                ? Map.of("INNER", 60, "LEFT", 10, "RIGHT", 10, "FULL", 5)
                                : Map.of("INNER", 5, "RIGHT", 1, "FULL", 1));
    }

    /**
     * Where no row has what is compared each count is 0, at whatever place among several it stands, and each sum is NULL; of a
     * group that is known to be public it is 0, to which noise is added.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "C",
                "COALESCE(S, 70) + C",
                "C + COALESCE(S, 70)",
                "100 * C + N",
                "N - 100 * C",
                "100 * N + COALESCE(S, 7) + 1000 * C",
                "CASE WHEN S IS NULL THEN 500 ELSE S END - C",
                "COALESCE(S, -1)"
            })
    void severalAggregatesOfTheRowsThatAreLookedUp(String expression) throws SQLException {
        String sql = "SELECT a.k, (SELECT %s" + expression + " FROM t WHERE t.x = a.k) AS n FROM a ORDER BY a.k";
        String bounds = ", contribution_bounds_per_group => (0, 60))";
        for (String selection : List.of("LAPLACE_THRESHOLD", "PUBLIC_GROUPS")) {
            boolean known = selection.equals("PUBLIC_GROUPS");
            String asked = sql.formatted(
                    "WITH DIFFERENTIAL_PRIVACY OPTIONS(max_groups_contributed = 3, group_selection_strategy = "
                            + selection + ") ");
            List<String> answered =
                    session
                            .query(written(asked, "COUNT(*" + bounds, "COUNT(t.g" + bounds, "SUM(t.g" + bounds))
                            .rows()
                            .stream()
                            .map(row -> row.values().toString())
                            .toList();
            List<String> expected = new ArrayList<>();
            String exact = written(
                    // A group of one person does not appear, and is looked up as if nobody were in it.
                    sql.formatted("").replace("t.x = a.k", known ? "t.x = a.k" : "t.x = a.k AND t.x > 0"),
                    "COUNT(*)",
                    "COUNT(t.g)",
                    known ? "COALESCE(SUM(t.g), 0)" : "SUM(t.g)");
            try (Statement statement = plain.createStatement();
                    ResultSet rows = statement.executeQuery(exact)) {
                while (rows.next()) {
                    expected.add("[" + rows.getLong(1) + ", " + rows.getLong(2) + "]");
                }
            }
            assertThat(answered).as(selection).isEqualTo(expected).hasSize(4);
        }
    }

    /** C is the number of rows, N that of values, S their sum. */
    private static String written(String sql, String rows, String values, String sum) {
        return sql.replaceAll("\\bC\\b", rows).replaceAll("\\bN\\b", values).replaceAll("\\bS\\b", sum);
    }

    /** The row outside is compared within a side, before it is joined. */
    @Test
    void everyJoinOfRowsThatWereComparedBeforeIsWhatItSays() throws SQLException {
        List<Form> forms = new ArrayList<>();
        for (String kind : KINDS) {
            for (String left : LEFT) {
                for (String right : RIGHT) {
                    for (String on : List.of("", " AND t.x = b.k", " AND a.k < 2", " AND t.x = a.k")) {
                        for (String where : List.of("", " WHERE t.x > 0", " WHERE b.w < 4", " WHERE b.w IS NULL")) {
                            forms.add(new Form(
                                    kind,
                                    left + " AS t " + kind + " JOIN " + right + " AS b ON t.g = b.g" + on + where,
                                    "t.uid"));
                        }
                    }
                }
            }
        }
        assertThat(answered(forms))
                .isEqualTo(SHARE == 1 ? Map.of("INNER", 144, "LEFT", 24) : Map.of("INNER", 12, "LEFT", 2));
    }
}
