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
import io.tacit.engine.walk.Walk;
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

/**
 * With automatic bounds an interval holds the truth and the value that is shown, or there is none and the answer says why. Walked
 * are powers of ten from 10^-300 to 10^300 as DOUBLE, and all digits of DECIMAL with scales from 0 to 38, of both signs, × SUM, AVG
 * and MEDIAN. There is no noise, so that an interval always has to hold the truth.
 */
@Tag("walk")
@NullUnmarked
class AutomaticRangesTest {
    private static final int PEOPLE = 400;

    @TempDir
    private Path folder;

    /** A column in which everybody has the same value. */
    private record Same(ColumnType type, String value) {}

    private static List<Same> all() {
        List<Same> all = new ArrayList<>();
        for (String sign : List.of("", "-")) {
            for (int power = -300; power <= 300; power += Math.abs(power) < 40 ? 1 : 20) {
                all.add(new Same(ColumnType.DOUBLE, sign + "1e" + power));
            }
            for (int scale : List.of(0, 2, 10, 19, 37, 38)) {
                for (int power = -scale; power < 38 - scale; power++) {
                    BigDecimal value = new BigDecimal(sign + "7e" + power).setScale(scale);
                    all.add(new Same(ColumnType.decimal(38, scale), value.toPlainString()));
                }
            }
        }
        return all;
    }

    private TacitSession open(List<Same> columns) throws IOException {
        StringBuilder text = new StringBuilder("uid");
        List<Column> declared = new ArrayList<>(List.of(Column.nullable("uid", ColumnType.INTEGER)));
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            text.append(",c").append(i);
            declared.add(Column.nullable("c" + i, columns.get(i).type()));
            values.append(',').append(columns.get(i).value());
        }
        for (int person = 0; person < PEOPLE; person++) {
            text.append('\n').append(person).append(values);
        }
        Path file = Files.writeString(folder.resolve("t.csv"), text);
        SourceTable table = new SourceTable(
                new Table("t", declared, new Protection.UnitColumn("uid")),
                new Source.Csv(file, new CsvFormat(',', true)));
        return TacitSession.open(List.of(table), Defaults.STANDARD, People.SETTINGS, ZeroNoise::new);
    }

    @Test
    void anIntervalHoldsTheTruthOrIsOpenAndSaysSo() throws IOException {
        List<Same> columns = Walk.share("automatic ranges", 24, all());
        int open = 0;
        try (TacitSession session = open(columns)) {
            for (int i = 0; i < columns.size(); i++) {
                Same same = columns.get(i);
                Answer answer = session.query("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 20) SUM(c" + i
                        + ") AS s, AVG(c" + i + ") AS a, MEDIAN(c" + i + ") AS m, MAX(c" + i + ") AS x FROM t");
                double one = Double.parseDouble(same.value());
                List<Double> truths = List.of(PEOPLE * one, one, one, one);
                for (int column = 0; column < truths.size(); column++) {
                    String said =
                            answer.releases().get(0).aggregates().get(column).note();
                    ConfidenceInterval interval =
                            answer.rows().get(0).intervals().get(column);
                    Object value = answer.rows().get(0).values().get(column);
                    String what = same + " " + column + " " + value + " " + interval + " " + said;
                    if (interval == null) {
                        open++;
                        // What is 0 in the steps that are seen has no bounds at all: it may be anything as small.
                        assertThat(said)
                                .as(what)
                                .contains(value == null ? "Too few people have a value other than 0" : "Values reach");
                        continue;
                    }
                    double slack = Math.abs(truths.get(column)) * 1e-9;
                    assertThat(truths.get(column)).as(what).isBetween(interval.low() - slack, interval.high() + slack);
                    assertThat(((Number) value).doubleValue()).as(what).isBetween(interval.low(), interval.high());
                }
            }
        }
        assertThat(open).isPositive();
    }
}
