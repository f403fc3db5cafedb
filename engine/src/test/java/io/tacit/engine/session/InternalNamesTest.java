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
import io.tacit.engine.release.ZeroNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that are called like what the engine makes itself mean what columns of any other name mean. */
@NullUnmarked
@Tag("walk")
class InternalNamesTest {
    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
    private static final String COUNT = "COUNT(*, contribution_bounds_per_group => (0, 9))";

    /** {p} is the person, {k} a key, {v} a value. */
    private static final List<String> QUERIES = List.of(
            "SELECT {k}, " + COUNT + ", SUM({v}, contribution_bounds_per_group => (0, 99)) FROM t GROUP BY {k}",
            "SELECT " + COUNT + " FROM t a WHERE EXISTS (SELECT 1 FROM t b WHERE b.{p} = a.{p} AND b.{v} > a.{v})",
            "SELECT " + COUNT + " FROM t a WHERE {v} = (SELECT MAX(b.{v}) FROM t b WHERE b.{p} = a.{p})",
            "SELECT " + COUNT + " FROM t a WHERE {v} IN (SELECT b.{v} + 1 FROM t b WHERE b.{p} = a.{p})",
            "SELECT {k}, " + COUNT + " FROM (SELECT {p}, {k}, MAX({v}) AS m FROM t GROUP BY {p}, {k}) q GROUP BY {k}",
            "SELECT {k}, " + COUNT
                    + " FROM (SELECT {k}, ROW_NUMBER() OVER (PARTITION BY {p} ORDER BY {v}) AS m FROM t) q WHERE m = 1"
                    + " GROUP BY {k}",
            "SELECT b.{k}, " + COUNT + " FROM t a JOIN t b ON a.{p} = b.{p} GROUP BY b.{k}",
            "SELECT {k}, " + COUNT + " FROM (SELECT {p}, {k} FROM t UNION SELECT {p}, {k} FROM t) q GROUP BY {k}",
            "SELECT {k}, " + COUNT + " FROM t, LATERAL (SELECT {v} + 1 AS more) l GROUP BY {k}",
            "SELECT {k}, GROUPING({k}), " + COUNT + " FROM t GROUP BY ROLLUP({k})",
            "SELECT {k}, COUNT(DISTINCT {v}, contribution_bounds_per_group => (0, 3)), COUNT(DISTINCT {p}) FROM t"
                    + " GROUP BY {k}",
            "SELECT {k} AS {v}, " + COUNT + " AS {p} FROM t GROUP BY {k} ORDER BY {p} DESC, {v}");

    /** Of the queries, each name is in every third; before a release, in all. */
    private static final int SHARE = Integer.getInteger("tacit.names.share", 3);

    @TempDir
    static Path folder;

    private static TacitSession session(String person, String key, String value) throws IOException {
        StringBuilder lines = new StringBuilder("p,k,v\n");
        for (int uid = 1; uid <= 12; uid++) {
            for (int i = 0; i < 3; i++) {
                lines.append(uid)
                        .append(",")
                        .append((char) ('a' + (uid + i) % 3))
                        .append(",")
                        .append((uid * i) % 5 + 1)
                        .append("\n");
            }
        }
        Path file = Files.createTempFile(folder, "t", ".csv");
        Files.writeString(file, lines);
        Table table = new Table(
                "t",
                List.of(
                        Column.nullable(person, ColumnType.BIGINT),
                        Column.nullable(key, ColumnType.VARCHAR),
                        Column.nullable(value, ColumnType.INTEGER)),
                new Protection.UnitColumn(person));
        return TacitSession.open(
                List.of(new SourceTable(table, new Source.Csv(file, new CsvFormat(',', true)))),
                SLACK,
                People.SETTINGS,
                ZeroNoise::new);
    }

    /** Answers of every {@code step}-th query, beginning with {@code first}. */
    private static List<List<List<Object>>> answers(String person, String key, String value, int first, int step)
            throws IOException {
        List<List<List<Object>>> answers = new ArrayList<>();
        try (TacitSession session = session(person, key, value)) {
            for (int i = first; i < QUERIES.size(); i += step) {
                String query = QUERIES.get(i);
                String sql = query.replace("{p}", quoted(person))
                        .replace("{k}", quoted(key))
                        .replace("{v}", quoted(value));
                answers.add(session.query(sql).rows().stream()
                        .map(AnswerRow::values)
                        .toList());
            }
        }
        return answers;
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static final List<String> NAMES = List.of(
            "$unit",
            "$UNIT",
            "$unit0",
            "unit",
            "tacit$u",
            "tacit$t",
            "tacit$",
            "u",
            "k0",
            "s",
            "s0",
            "n0",
            "f0",
            "c0",
            "c1",
            "t1",
            "h",
            "b",
            "d0",
            "users",
            "leaf",
            "released_0",
            "value",
            "w",
            "x",
            "source 0",
            "i",
            "r",
            "o",
            "g",
            "EXPR$0",
            "$f0",
            "$cor0",
            "rowid",
            "$f2",
            "y0");

    /** Each name is the person's, the key's and the value's once, beside two others. */
    @Test
    void theyAreColumnsLikeOthers() throws IOException {
        List<List<List<Object>>> plain = answers("person", "kind", "amount", 0, 1);
        assertThat(plain).noneMatch(List::isEmpty);
        for (int i = 0; i < NAMES.size(); i++) {
            String person = NAMES.get(i);
            String key = NAMES.get((i + 3) % NAMES.size());
            String value = NAMES.get((i + 7) % NAMES.size());
            List<List<List<Object>>> expected = new ArrayList<>();
            for (int query = i % SHARE; query < plain.size(); query += SHARE) {
                expected.add(plain.get(query));
            }
            assertThat(answers(person, key, value, i % SHARE, SHARE))
                    .as(String.join(", ", person, key, value))
                    .isEqualTo(expected);
        }
    }
}
