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
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** COUNTs of chosen rows beside COUNT(*): each of 1,000 people has 30 rows, of which one is negative. */
@NullUnmarked
class ConditionalCountsTest {
    private static final int PEOPLE = 1000;
    private static final int ROWS = 30;

    @TempDir
    Path folder;

    private AnswerRow answer(String columns) throws IOException {
        List<String> lines = new ArrayList<>(List.of("uid,v"));
        for (int person = 0; person < PEOPLE; person++) {
            for (int row = 0; row < ROWS; row++) {
                lines.add(person + "," + (row == 0 ? -1 : row));
            }
        }
        Path file = folder.resolve("people.csv");
        Files.write(file, lines);
        SourceTable table = new SourceTable(
                new Table(
                        "t",
                        List.of(new Column("uid", ColumnType.BIGINT, false), new Column("v", ColumnType.BIGINT, false)),
                        new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
        Defaults defaults = new Defaults(new BigDecimal("2"), new BigDecimal("1e-6"), 1, 0.95);
        try (TacitSession session = TacitSession.open(List.of(table), defaults, People.SETTINGS)) {
            return session.query("SELECT " + columns + " FROM t").rows().get(0);
        }
    }

    private static double width(AnswerRow row, int column) {
        return row.intervals().get(column).high() - row.intervals().get(column).low();
    }

    @Test
    void haveLimitsOfTheirOwn() throws IOException {
        for (String chosen : List.of("COUNT(CASE WHEN v < 0 THEN 1 END)", "COUNT(*) FILTER (WHERE v < 0)")) {
            AnswerRow row = answer("COUNT(*) AS n, " + chosen + " AS k");
            assertThat(width(row, 1)).as(chosen).isLessThan(width(row, 0) / 4);
            assertThat(((Number) row.values().get(1)).doubleValue()).isBetween(PEOPLE * 0.8, PEOPLE * 1.2);
        }
    }

    /** A column as it is usually has a value in most rows. */
    @Test
    void countsOfColumnsShareTheLimitOfRows() throws IOException {
        AnswerRow row = answer("COUNT(*) AS n, COUNT(v + 0) AS k");
        assertThat(width(row, 1)).isGreaterThan(width(row, 0) / 2);
    }
}
