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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The row of leftovers holds all that no group that appears holds, and nothing else, whatever types keys have and
 * whichever of them are NULL.
 */
@NullUnmarked
class LeftoversTest {
    private static final int CROWD = 200;

    private static final Map<ColumnType.Kind, List<String>> VALUES = Map.of(
            ColumnType.Kind.BOOLEAN, List.of("true", "false"),
            ColumnType.Kind.INTEGER, List.of("7", "-1"),
            ColumnType.Kind.BIGINT, List.of("7", "-9223372036854775808"),
            ColumnType.Kind.DECIMAL, List.of("7.25", "-0.10"),
            ColumnType.Kind.DOUBLE, List.of("7.25", "-0.0", "1e300"),
            ColumnType.Kind.VARCHAR, List.of("seven", " x ", "others", "null"),
            ColumnType.Kind.DATE, List.of("2024-07-07", "0001-01-01"),
            ColumnType.Kind.TIME, List.of("07:07:07", "23:59:59.999999"),
            ColumnType.Kind.TIMESTAMP, List.of("2024-07-07 07:07:07", "1969-12-31 23:59:59.999999"));

    @TempDir
    private Path folder;

    /** One group for each value and for NULL, in which a crowd is, beside each of two texts and NULL; and lone people. */
    @Test
    void shownGroupsAreNotCountedAgain() throws IOException {
        assertThat(VALUES.keySet()).containsExactlyInAnyOrder(ColumnType.Kind.values());
        List<SourceTable> tables = new ArrayList<>();
        Map<String, Integer> groups = new HashMap<>();
        for (ColumnType.Kind kind : ColumnType.Kind.values()) {
            ColumnType type = kind == ColumnType.Kind.DECIMAL ? ColumnType.decimal(18, 2) : new ColumnType(kind, 0, 0);
            tables.add(table("t_" + kind, type, VALUES.get(kind)));
            groups.put("t_" + kind, 2 * (1 + VALUES.get(kind).size()));
        }
        try (TacitSession session = TacitSession.open(tables, Defaults.STANDARD, People.SETTINGS, ZeroNoise::new)) {
            for (String table : groups.keySet()) {
                Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(leftovers = 'others',"
                        + " max_groups_contributed = 1) s, v, COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM "
                        + table + " GROUP BY s, v");
                assertThat(answer.rows()).as(table).hasSize(groups.get(table) + 1);
                assertThat(answer.rows().stream()
                                .filter(row -> "others".equals(row.values().get(0)))
                                .map(row -> ((Number) row.values().get(2)).longValue()))
                        .as(table)
                        .containsExactly(3L);
            }
        }
    }

    /** A group that appears under the name that was asked for keeps it; leftovers get another. */
    @Test
    void leftoversHaveTheNameOfNoGroup() throws IOException {
        SourceTable table = table("t", ColumnType.INTEGER, List.of("7"));
        try (TacitSession session =
                TacitSession.open(List.of(table), Defaults.STANDARD, People.SETTINGS, ZeroNoise::new)) {
            Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(leftovers = 'a',"
                    + " max_groups_contributed = 1) s, COUNT(*, contribution_bounds_per_group => (0, 1)) AS n FROM t"
                    + " GROUP BY s");
            assertThat(answer.rows().stream()
                            .map(row -> String.valueOf(row.values().get(0))))
                    .containsExactlyInAnyOrder("a", "null", "a (leftovers)");
        }
    }

    private SourceTable table(String name, ColumnType type, List<String> values) throws IOException {
        List<String> keys = new ArrayList<>(values);
        keys.add("");
        StringBuilder lines = new StringBuilder("u,s,v\n");
        int person = 0;
        for (String key : keys) {
            for (String text : List.of("a", "")) {
                for (int i = 0; i < CROWD; i++) {
                    lines.append(person++)
                            .append(',')
                            .append(text)
                            .append(',')
                            .append(key)
                            .append('\n');
                }
            }
        }
        for (String alone : List.of("b", "c", "d")) {
            lines.append(person++).append(',').append(alone).append(",\n");
        }
        Path file = Files.writeString(folder.resolve(name + ".csv"), lines);
        return new SourceTable(
                new Table(
                        name,
                        List.of(
                                Column.nullable("u", ColumnType.BIGINT),
                                Column.nullable("s", ColumnType.VARCHAR),
                                Column.nullable("v", type)),
                        new Protection.UnitColumn("u")),
                new Source.Csv(file, new CsvFormat(',', true)));
    }
}
