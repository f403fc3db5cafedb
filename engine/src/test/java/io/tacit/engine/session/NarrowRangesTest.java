package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
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
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Doubles in a narrow range far from zero keep the digits that they have: 2,000 people have one value each, a quarter above
 * the lower bound. Epsilon is 20, so that noise hides less than a hundredth of the range.
 */
@NullUnmarked
class NarrowRangesTest {
    private static final int PEOPLE = 2000;

    @TempDir
    Path folder;

    /** Ranges by their lower bound and width; of each the doubles have at least ten bits within it. */
    private static final List<List<String>> RANGES = List.of(
            List.of("0", "1"),
            List.of("5", "1"),
            List.of("-6", "1"),
            List.of("1000000", "0.001"),
            List.of("1000000000000", "1"),
            List.of("-1000000000001", "1"),
            List.of("1000000000000000", "1024"),
            List.of("1e30", "1e20"),
            List.of("-1", "2"),
            List.of("0.5", "0.000001"));

    private List<Double> answer(BigDecimal low, BigDecimal width) throws IOException {
        BigDecimal value = low.add(width.divide(new BigDecimal(4)));
        List<String> lines = new ArrayList<>(List.of("uid,x"));
        for (int person = 0; person < PEOPLE; person++) {
            lines.add(person + "," + value.doubleValue());
        }
        Path file = Files.createTempFile(folder, "narrow", ".csv");
        Files.write(file, lines);
        List<Column> columns =
                List.of(new Column("uid", ColumnType.BIGINT, false), new Column("x", ColumnType.DOUBLE, false));
        SourceTable table = new SourceTable(
                new Table("t", columns, new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
        Defaults defaults = new Defaults(new BigDecimal("20"), new BigDecimal("1e-9"), 1, 0.95);
        String bounds = "contribution_bounds_per_row => (" + low.toPlainString() + ", "
                + low.add(width).toPlainString() + ")";
        try (TacitSession session = TacitSession.open(List.of(table), defaults, People.IN_ORDER, SeededNoise.of(109))) {
            Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 1) AVG(x, "
                    + bounds + ") AS mean, STDDEV(x, " + bounds + ") AS spread FROM t");
            return answer.rows().get(0).values().stream()
                    .map(number -> ((Number) number).doubleValue())
                    .toList();
        }
    }

    @Test
    void meansAndSpreadsKeepTheDigitsOfTheRange() throws IOException {
        for (List<String> range : RANGES) {
            BigDecimal low = new BigDecimal(range.get(0));
            BigDecimal width = new BigDecimal(range.get(1));
            List<Double> values = answer(low, width);
            double place = new BigDecimal(values.get(0)).subtract(low).doubleValue() / width.doubleValue();
            assertThat(place).as("mean in " + range).isBetween(0.24, 0.26);
            assertThat(values.get(1) / width.doubleValue())
                    .as("spread in " + range)
                    .isBetween(0.0, 0.1);
        }
    }

    /** A person's hundred rows in a narrow range that the owner declares are all in the sum. */
    @Test
    void sumsOfManyRowsAreNotCutOff() throws IOException {
        List<String> lines = new ArrayList<>(List.of("uid,x"));
        for (int row = 0; row < 200 * 100; row++) {
            lines.add(row / 100 + ",1000000000000.5");
        }
        Path file = Files.createTempFile(folder, "sums", ".csv");
        Files.write(file, lines);
        List<Column> columns = List.of(
                new Column("uid", ColumnType.BIGINT, false),
                new Column("x", ColumnType.DOUBLE, false)
                        .within(new RowBounds(new BigDecimal("1000000000000"), new BigDecimal("1000000000001"))));
        SourceTable table = new SourceTable(
                new Table("t", columns, new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
        Defaults defaults = new Defaults(new BigDecimal("20"), new BigDecimal("1e-9"), 1, 0.95);
        try (TacitSession session = TacitSession.open(List.of(table), defaults, People.IN_ORDER, SeededNoise.of(109))) {
            Answer answer = session.query(
                    "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(max_rows_per_group = 100) SUM(x) AS s FROM t");
            double sum = ((Number) answer.rows().get(0).values().get(0)).doubleValue();
            assertThat(sum / 2e16).isBetween(0.9, 1.1);
        }
    }
}
