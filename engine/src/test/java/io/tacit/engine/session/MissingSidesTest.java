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
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A column without NULLs is NULL where an outer join finds no row of its table, and is not counted there. */
@NullUnmarked
class MissingSidesTest {
    /** Of four people the first two have rows in a, the middle two in b; by join: rows, values of a, values of b. */
    private static final Map<String, List<Object>> EXPECTED = Map.of(
            "INNER", List.of(1L, 1L, 1L),
            "LEFT", List.of(2L, 2L, 1L),
            "RIGHT", List.of(2L, 1L, 2L),
            "FULL", List.of(3L, 2L, 2L));

    private static final String COUNTS = "COUNT(*, contribution_bounds_per_group => (0, 9)), COUNT(a.v,"
            + " contribution_bounds_per_group => (0, 9)), COUNT(b.v, contribution_bounds_per_group => (0, 9))";

    @TempDir
    Path folder;

    private SourceTable table(String name, String... lines) throws IOException {
        Path file = folder.resolve(name + ".csv");
        Files.writeString(file, "uid,v\n" + String.join("\n", lines) + "\n");
        List<Column> columns =
                List.of(Column.nullable("uid", ColumnType.BIGINT), new Column("v", ColumnType.INTEGER, false));
        return new SourceTable(
                new Table(name, columns, new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
    }

    @Test
    void valuesOfAMissingSideAreNotCounted() throws IOException {
        Defaults slack = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
        List<SourceTable> tables = List.of(table("a", "1,5", "2,6"), table("b", "2,7", "3,8"));
        try (TacitSession session = TacitSession.open(tables, slack, People.SETTINGS, ZeroNoise::new)) {
            EXPECTED.forEach((kind, counts) -> {
                String join = " FROM a " + kind + " JOIN b ON a.uid = b.uid";
                for (String sql : List.of(
                        "SELECT " + COUNTS + join,
                        "SELECT " + COUNTS.replace("a.v", "x").replace("b.v", "y") + " FROM (SELECT a.v AS x, b.v AS y"
                                + join + ") AS j")) {
                    assertThat(session.query(sql).rows().get(0).values())
                            .as(sql)
                            .isEqualTo(counts);
                }
            });
        }
    }
}
