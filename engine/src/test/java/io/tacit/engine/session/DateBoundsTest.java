package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.rewrite.ContributionLimits;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Bounds of dates and times, before 1970 and after it, with a time of day and without: days and microseconds since then. */
@NullUnmarked
class DateBoundsTest {
    private static final PrepareQuery PREPARE = new PrepareQuery(
            new Catalog(List.of(new Table(
                    "t",
                    List.of(
                            Column.nullable("uid", ColumnType.BIGINT),
                            Column.nullable("d", ColumnType.DATE),
                            Column.nullable("m", ColumnType.TIMESTAMP)),
                    new Protection.UnitColumn("uid")))),
            Defaults.STANDARD);

    private static final List<String> MOMENTS = List.of(
            "1899-03-01 00:00:00",
            "1969-12-30 23:59:59",
            "1969-12-31 00:00:00",
            "1969-12-31 12:00:00",
            "1970-01-01 00:00:00",
            "1970-01-01 06:30:00",
            "2024-02-29 23:59:59");

    private static ContributionLimits limits(String column, String low) {
        return PREPARE.prepare("SELECT MEDIAN(" + column + ", contribution_bounds_per_row => (" + low
                        + ", TIMESTAMP '2030-01-01 00:00:00')) FROM t")
                .releases()
                .get(0)
                .plan()
                .choices()
                .get(0)
                .values()
                .limits();
    }

    @Test
    void areDaysAndMicroseconds() {
        long day = LocalDate.of(2030, 1, 1).toEpochDay();
        for (String moment : MOMENTS) {
            LocalDateTime time = LocalDateTime.parse(moment.replace(' ', 'T'));
            assertThat(limits("d", "TIMESTAMP '" + moment + "'"))
                    .as(moment)
                    .isEqualTo(new ContributionLimits.Given(
                            BigInteger.valueOf(time.toLocalDate().toEpochDay()), BigInteger.valueOf(day)));
            assertThat(limits("m", "TIMESTAMP '" + moment + "'"))
                    .as(moment)
                    .isEqualTo(new ContributionLimits.Given(
                            BigInteger.valueOf(time.toEpochSecond(ZoneOffset.UTC) * 1_000_000),
                            BigInteger.valueOf(day * 86_400_000_000L)));
        }
    }
}
