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
import io.tacit.engine.release.SeededNoise;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One limit of a person's rows in all groups together: 600 people have a row in each of the groups a and b, one person has
 * a thousand rows that are alike in group c, and a thousand that differ in group a. Epsilon is 20, so that noise is small.
 */
@NullUnmarked
class RowsOfPersonTest {
    private static final int PEOPLE = 600;

    @TempDir
    Path folder;

    private Answer answer(long most, String select) throws IOException {
        List<String> lines = new ArrayList<>(List.of("uid,g,i"));
        for (int person = 1; person <= PEOPLE; person++) {
            lines.add(person + ",a,1");
            lines.add(person + ",b,1");
        }
        for (int row = 0; row < 1000; row++) {
            lines.add("0,c,7");
            lines.add("0,a," + row);
        }
        Path file = folder.resolve("rows.csv");
        Files.write(file, lines);
        List<Column> columns = List.of(
                new Column("uid", ColumnType.BIGINT, false),
                new Column("g", ColumnType.VARCHAR, false),
                new Column("i", ColumnType.INTEGER, false));
        SourceTable table = new SourceTable(
                new Table("t", columns, new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
        Defaults defaults = new Defaults(new BigDecimal("20"), new BigDecimal("1e-9"), 5, 0.95);
        try (TacitSession session = TacitSession.open(List.of(table), defaults, People.IN_ORDER, SeededNoise.of(110))) {
            return session.query(
                    "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_contributed = " + most + ") " + select);
        }
    }

    private static double number(Answer answer, int row, int column) {
        return ((Number) answer.rows().get(row).values().get(column)).doubleValue();
    }

    /** Noise of scale 6/20: further off than 20 is once in 10^28. */
    @Test
    void countsNoMoreThanTheLimitInAllGroupsTogether() throws IOException {
        Answer answer = answer(6, "COUNT(*) AS n FROM t");
        assertThat(number(answer, 0, 0)).isBetween(2 * PEOPLE + 6 - 20.0, 2 * PEOPLE + 6 + 20.0);
        assertThat(answer.releases().get(0).maxRows()).isEqualTo(6);
        assertThat(answer.releases().get(0).aggregates().get(0).scale()).isEqualTo(0.3);
    }

    /** A person's rows that are alike count as often as there are any, and no group of one person alone appears. */
    @Test
    void oneGroupOfOnePersonDoesNotAppear() throws IOException {
        Answer answer =
                answer(40, "g, COUNT(*) AS n, SUM(i, contribution_bounds_per_row => (0, 1)) AS s FROM t GROUP BY g");
        Map<Object, AnswerRow> rows = answer.rows().stream()
                .collect(Collectors.toMap(row -> row.values().get(0), row -> row));
        assertThat(rows.keySet()).containsExactlyInAnyOrder("a", "b");
        Answer all = answer(40, "SUM(i, contribution_bounds_per_row => (0, 1)) AS s FROM t");
        assertThat(number(all, 0, 0)).isBetween(2 * PEOPLE - 140.0, 2 * PEOPLE + 40 + 140.0);
    }

    /** Each value is clamped as that of a row: 1000 rows of up to 999 add no more than six times the bound. */
    @Test
    void boundsHoldForARow() throws IOException {
        Answer answer = answer(6, "SUM(i, contribution_bounds_per_row => (0, 7)) AS s FROM t WHERE i > 1");
        assertThat(number(answer, 0, 0)).isBetween(-140.0, 42 + 140.0);
    }
}
