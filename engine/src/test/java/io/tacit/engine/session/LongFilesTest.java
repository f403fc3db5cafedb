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
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A text file that is read in stretches of four million bytes has each of its lines once, also those between two. */
@NullUnmarked
class LongFilesTest {
    private static final int PEOPLE = 90_000;

    /** Makes three stretches of so many lines; half a line would be a person, too. */
    private static final String NAME = "a name that is long enough for three stretches, said twice over ".repeat(2);

    @TempDir
    Path folder;

    @Test
    void linesBetweenTwoStretchesAreReadOnce() throws IOException {
        StringBuilder lines = new StringBuilder("uid\n");
        for (int uid = 1; uid <= PEOPLE; uid++) {
            lines.append(uid)
                    .append(NAME.replace(',', ' '), uid % 29, NAME.length())
                    .append(uid)
                    .append('\n');
        }
        Path file = Files.writeString(folder.resolve("t.csv"), lines);
        assertThat(Files.size(file)).isGreaterThan(9L << 20);
        SourceTable table = new SourceTable(
                new Table("t", List.of(Column.nullable("uid", ColumnType.VARCHAR)), new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
        Defaults slack = new Defaults(new BigDecimal("20"), new BigDecimal("0.5"), 5, 0.95);
        try (TacitSession session = TacitSession.open(List.of(table), slack, People.SETTINGS, ZeroNoise::new)) {
            AnswerRow row = session.query(
                            "SELECT COUNT(*, contribution_bounds_per_group => (0, 9)), COUNT(DISTINCT uid) FROM t")
                    .rows()
                    .get(0);
            assertThat(row.values()).hasToString("[90000, 90000]");
        }
    }
}
