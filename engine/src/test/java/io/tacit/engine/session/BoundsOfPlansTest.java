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
import io.tacit.engine.release.ZeroNoise;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The bounds that are told of a plan: each aggregate over whole numbers, fractions and reals with bounds and over a column
 * without, under each way to limit what one person adds.
 */
@NullUnmarked
class BoundsOfPlansTest {
    private static final RowBounds TO_TEN = new RowBounds(BigDecimal.ONE, BigDecimal.TEN);

    @AutoClose
    private static final TacitSession SESSION = TacitSession.open(
            List.of(new SourceTable(
                    new Table(
                            "t",
                            List.of(
                                    Column.nullable("uid", ColumnType.BIGINT),
                                    Column.nullable("g", ColumnType.VARCHAR),
                                    Column.nullable("k", ColumnType.INTEGER).within(TO_TEN),
                                    Column.nullable("m", ColumnType.decimal(9, 2))
                                            .within(TO_TEN),
                                    Column.nullable("r", ColumnType.DOUBLE).within(TO_TEN),
                                    Column.nullable("x", ColumnType.INTEGER)),
                            new Protection.UnitColumn("uid")),
                    new Source.Csv(Path.of("no.csv").toAbsolutePath(), new CsvFormat(',', true)))),
            new Defaults(BigDecimal.ONE, new BigDecimal("1e-6"), 40, 0.95),
            People.SETTINGS,
            ZeroNoise::new);

    @ParameterizedTest
    @CsvSource(delimiter = '|', emptyValue = "", textBlock = """
        max_rows_contributed = 4    | COUNT(*)          | ''
        max_rows_contributed = AUTO | COUNT(k)          | ''
        max_rows_contributed = 4    | SUM(Y)            | [0, 10] per row
        max_rows_contributed = AUTO | SUM(Y)            | [0, 10] per row
        max_rows_contributed = 4    | AVG(Y)            | [1, 10] per row
        max_rows_contributed = 4    | STDDEV(Y)         | [1, 10] per row
        max_groups_contributed = 3  | COUNT(*)          | rows per person and group: chosen privately
        max_groups_contributed = 3  | COUNT(Y)          | rows per person and group: chosen privately
        max_groups_contributed = 3  | COUNT(DISTINCT uid) | ''
        max_groups_contributed = 3  | COUNT(DISTINCT Y) | different values per person and group: chosen privately
        max_groups_contributed = 3  | SUM(Y)            | [1, 10] per row, rows per person and group: chosen privately
        max_groups_contributed = 3  | SUM(x)            | per person and group: chosen privately
        max_groups_contributed = 3  | AVG(Y)            | [0, 1] rows per person and group; [1, 10] for a person's mean
        max_groups_contributed = 3  | AVG(x)            | [0, 1] rows per person and group; for a person's mean: chosen privately
        max_groups_contributed = 3  | STDDEV(Y)         | [0, 1] rows per person and group; [1, 10] per row
        max_groups_contributed = 3  | MEDIAN(Y)         | [1, 10] per row
        max_rows_per_group = 2      | COUNT(*)          | [0, 2] rows per person and group
        max_rows_per_group = 2      | SUM(Y)            | [0, 20] per person and group
        max_rows_per_group = 2      | SUM(x)            | per person and group: chosen privately
        max_rows_per_group = 2      | AVG(Y)            | [0, 2] rows per person and group; [1, 10] per row
        max_rows_per_group = 2      | AVG(x)            | [0, 2] rows per person and group; per row: chosen privately
        max_rows_per_group = 2      | MEDIAN(Y)         | [1, 10] per row
        """)
    void theyAreOfRowsOfPeopleOrOfValues(String option, String aggregate, String bounds) {
        for (String column : aggregate.contains("Y") ? List.of("k", "m", "r") : List.of("")) {
            AggregateReport report = SESSION.explain("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(" + option + ") g, "
                            + aggregate.replace("Y", column) + " FROM t GROUP BY g")
                    .releases()
                    .get(0)
                    .aggregates()
                    .get(0);
            assertThat(report.bounds()).as(column).isEqualTo(bounds);
            assertThat(report.ends()).as(column).hasSize(bounds.isEmpty() ? 0 : bounds.split(";", -1).length);
        }
    }
}
