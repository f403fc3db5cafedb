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
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A quantile is a value that its column can have, and so is each end of its interval: a whole number, one with so many digits after the point, a
 * day, a second's part. Walked are columns of every numeric type, narrow and so wide that a leaf holds many values, and a DOUBLE that the
 * query casts, × MEDIAN, three other quantiles, MIN and MAX × automatic bounds and given ones.
 */
@Tag("walk")
@NullUnmarked
class QuantilesOnTheirGridTest {
    private static final int PEOPLE = 3000;

    @TempDir
    private static Path folder;

    /**
     * What is asked of a column.
     *
     * @param expression of it
     * @param type of the column
     * @param factor by which a person's number is multiplied
     * @param scale digits after the point that a value may have
     * @param bounds that a query may give
     */
    private record Asked(String column, ColumnType type, String expression, String factor, int scale, String bounds) {}

    private static final List<Asked> COLUMNS = List.of(
            new Asked("few", ColumnType.INTEGER, "few", "0.01", 0, "(0, 40)"),
            new Asked("whole", ColumnType.INTEGER, "whole", "7", 0, "(0, 30000)"),
            new Asked("large", ColumnType.BIGINT, "large", "7654321", 0, "(-5, 30000000001)"),
            new Asked("cents", ColumnType.decimal(9, 2), "cents", "0.07", 2, "(0, 300)"),
            new Asked("amount", ColumnType.decimal(18, 2), "amount", "1234.57", 2, "(0.01, 9999999.99)"),
            new Asked("fine", ColumnType.decimal(38, 10), "fine", "0.0000001234", 10, "(0, 1)"),
            new Asked("wide", ColumnType.decimal(38, 20), "wide", "12345678901.5", 20, "(-1, 99999999999999)"),
            new Asked("real", ColumnType.DOUBLE, "CAST(real AS DECIMAL(12, 2))", "0.07", 2, "(0, 300)"),
            new Asked("real", ColumnType.DOUBLE, "CAST(real AS INTEGER)", "0.07", 0, "(0, 300)"));

    private static final List<String> AGGREGATES = List.of(
            "MEDIAN(%s)",
            "QUANTILE_CONT(%s, 0.9)",
            "QUANTILE_CONT(%s, 0.25)",
            "PERCENTILE_CONT(0.6) WITHIN GROUP (ORDER BY %s)",
            "MIN(%s)",
            "MAX(%s)");

    private static TacitSession open() throws IOException {
        List<Asked> columns = COLUMNS.subList(0, COLUMNS.size() - 1);
        List<Column> declared = new ArrayList<>(List.of(Column.nullable("uid", ColumnType.INTEGER)));
        columns.forEach(asked -> declared.add(Column.nullable(asked.column(), asked.type())));
        declared.add(Column.nullable("day", ColumnType.DATE));
        declared.add(Column.nullable("moment", ColumnType.TIMESTAMP));
        List<String> lines = new ArrayList<>();
        lines.add(declared.stream().map(Column::name).collect(Collectors.joining(",")));
        for (int person = 0; person < PEOPLE; person++) {
            int number = person * 7 % PEOPLE + 1;
            lines.add(person + ","
                    + columns.stream().map(asked -> value(asked, number)).collect(Collectors.joining(","))
                    + "," + LocalDate.of(2020, 1, 1).plusDays(number / 3) + ","
                    + LocalDateTime.of(2020, 1, 1, 0, 0, 1).plusMinutes(number));
        }
        Path file = Files.write(folder.resolve("t.csv"), lines);
        SourceTable table = new SourceTable(
                new Table("t", declared, new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
        return TacitSession.open(List.of(table), Defaults.STANDARD, People.IN_ORDER, SeededNoise.of(86 + Walk.SEED));
    }

    private static String value(Asked asked, int number) {
        BigDecimal value = new BigDecimal(asked.factor()).multiply(BigDecimal.valueOf(number));
        return (asked.type().kind() == ColumnType.Kind.INTEGER || asked.type().kind() == ColumnType.Kind.BIGINT
                ? value.toBigInteger().toString()
                : value.toPlainString());
    }

    private static List<String> questions() {
        List<String> all = new ArrayList<>();
        for (Asked asked : COLUMNS) {
            for (String aggregate : AGGREGATES) {
                String plain = aggregate.formatted(asked.expression());
                all.add(COLUMNS.indexOf(asked) + "|" + plain);
                if (aggregate.indexOf(')') == aggregate.length() - 1 && !aggregate.contains(",")) {
                    all.add(COLUMNS.indexOf(asked) + "|" + plain.substring(0, plain.length() - 1)
                            + ", contribution_bounds_per_row => " + asked.bounds() + ")");
                }
            }
        }
        return all;
    }

    @Test
    void valuesAndEndsHaveNoMoreDigitsThanTheColumn() throws IOException {
        try (TacitSession session = open()) {
            int shown = 0;
            List<String> questions = Walk.share("grid", 24, questions());
            for (String question : questions) {
                Asked asked = COLUMNS.get(Integer.parseInt(question.substring(0, question.indexOf('|'))));
                String sql = "SELECT " + question.substring(question.indexOf('|') + 1) + " AS a FROM t";
                AnswerRow row = session.query(sql).rows().get(0);
                Object value = row.values().get(0);
                ConfidenceInterval interval = row.intervals().get(0);
                if (value == null) {
                    continue;
                }
                shown++;
                BigDecimal found = new BigDecimal(value.toString());
                assertThat(found.stripTrailingZeros().scale())
                        .as("%s: %s", sql, value)
                        .isLessThanOrEqualTo(asked.scale());
                if (interval != null && asked.scale() < 10) {
                    for (double end : new double[] {interval.low(), interval.high()}) {
                        if (Double.isFinite(end)) {
                            assertThat(BigDecimal.valueOf(end)
                                            .stripTrailingZeros()
                                            .scale())
                                    .as("%s: %s", sql, interval)
                                    .isLessThanOrEqualTo(asked.scale());
                        }
                    }
                }
            }
            assertThat(shown).isGreaterThan(questions.size() * 2 / 3);
        }
    }

    /** Dates and timestamps have no automatic bounds. */
    @Test
    void pointsInTimeAreDaysAndMicroseconds() throws IOException {
        try (TacitSession session = open()) {
            AnswerRow row = session.query(
                            "SELECT MEDIAN(day, contribution_bounds_per_row => (DATE '2019-01-01', DATE '2025-01-01')),"
                                    + " MEDIAN(moment, contribution_bounds_per_row => (TIMESTAMP '2019-12-31 00:00:00',"
                                    + " TIMESTAMP '2020-01-10 00:00:00')) FROM t")
                    .rows()
                    .get(0);
            assertThat(row.values().get(0)).isInstanceOf(LocalDate.class);
            assertThat(row.values().get(1)).isInstanceOf(LocalDateTime.class);
            assertThat(IntStream.range(0, 2).mapToObj(row.intervals()::get).toList())
                    .doesNotContainNull();
        }
    }
}
