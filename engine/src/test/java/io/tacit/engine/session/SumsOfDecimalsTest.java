package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.ZeroNoise;
import io.tacit.engine.walk.Walk;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sums of people with the largest value of their type. Walked are all 741 types DECIMAL(p,s), with automatic and with declared
 * bounds, × SUM of one group, totals of ROLLUP, AVG, and differences, sums and halves of them. There is no noise, so that an interval holds
 * the truth, and always the value that is shown; declared bounds are obeyed or refused.
 */
@Tag("walk")
@NullUnmarked
class SumsOfDecimalsTest {
    private static final int PEOPLE = 60;

    /** A sum with 18 digits after the point is cut here; what is computed from them has no interval then. */
    private static final double MOST_OF_SUMS = 1e20;

    /** Digits before the point beyond which declared bounds are refused. */
    private static final int MOST_WHOLE_DIGITS = 25;

    @TempDir
    private Path folder;

    private static List<ColumnType> all() {
        List<ColumnType> all = new ArrayList<>();
        for (int digits = 1; digits <= 38; digits++) {
            for (int scale = 0; scale <= digits; scale++) {
                all.add(ColumnType.decimal(digits, scale));
            }
        }
        return all;
    }

    private static BigDecimal largest(ColumnType type) {
        return new BigDecimal(BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE), type.scale());
    }

    private TacitSession open(List<ColumnType> types, boolean declared) throws IOException {
        StringBuilder text = new StringBuilder("uid,g");
        List<Column> columns = new ArrayList<>(List.of(
                Column.nullable("uid", ColumnType.INTEGER),
                Column.nullable("g", ColumnType.INTEGER).among(new Domain(List.of("0", "1")))));
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < types.size(); i++) {
            BigDecimal most = largest(types.get(i));
            text.append(",x").append(i).append(",y").append(i);
            for (String name : List.of("x" + i, "y" + i)) {
                Column column = Column.nullable(name, types.get(i));
                columns.add(declared ? column.within(new RowBounds(most.negate(), most)) : column);
            }
            values.append(',').append(most.toPlainString()).append(",-").append(most.toPlainString());
        }
        for (int person = 0; person < PEOPLE; person++) {
            text.append('\n').append(person).append(',').append(person % 2).append(values);
        }
        Path file = Files.writeString(folder.resolve(declared + ".csv"), text);
        SourceTable table = new SourceTable(
                new Table("t", columns, new Protection.UnitColumn("uid")).unique(List.of(List.of("uid"))),
                new Source.Csv(file, new CsvFormat(',', true)));
        return TacitSession.open(List.of(table), Defaults.STANDARD, People.SETTINGS, ZeroNoise::new);
    }

    private static String alone(int i) {
        return "SELECT s, t, s - t AS d, s + t AS n, s / 2 AS h, a FROM (SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 20) SUM(x"
                + i + ") AS s, SUM(y" + i + ") AS t, AVG(x" + i + ") AS a FROM t)";
    }

    private static String totals(int i) {
        return "SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 20, group_selection_strategy = PUBLIC_GROUPS) g, SUM(x"
                + i + ") AS s, SUM(y" + i + ") AS t FROM t GROUP BY ROLLUP(g)";
    }

    private static void check(AnswerRow row, int first, List<Double> truths, boolean mayBeOpen, String what) {
        for (int column = 0; column < truths.size(); column++) {
            Object value = row.values().get(first + column);
            ConfidenceInterval interval = row.intervals().get(first + column);
            String all = what + " " + column + ": " + value + " " + interval;
            boolean cut = truths.stream().anyMatch(truth -> Math.abs(truth) >= MOST_OF_SUMS);
            if (interval == null && (mayBeOpen || cut && column > 1)) {
                continue;
            }
            assertThat(interval).as(all).isNotNull();
            double slack = Math.abs(truths.get(0)) * 1e-9;
            // What limits of totals leave out the report says.
            double truth = mayBeOpen && first > 0 ? ((Number) value).doubleValue() : truths.get(column);
            assertThat(truth).as(all).isBetween(interval.low() - slack, interval.high() + slack);
            assertThat(((Number) value).doubleValue()).as(all).isBetween(interval.low(), interval.high());
        }
    }

    private static void checkAll(TacitSession session, int i, ColumnType type, boolean mayBeOpen) {
        double one = largest(type).doubleValue();
        double sum = PEOPLE * one;
        check(
                session.query(alone(i)).rows().get(0),
                0,
                List.of(sum, -sum, 2 * sum, 0.0, sum / 2, one),
                mayBeOpen,
                type + " alone");
        Answer groups = session.query(totals(i));
        assertThat(groups.rows()).as(type.sql()).hasSize(3);
        AnswerRow total = groups.rows().stream()
                .filter(row -> row.values().get(0) == null)
                .findFirst()
                .orElseThrow();
        check(total, 1, List.of(sum, -sum), mayBeOpen, type + " totals");
    }

    @Test
    void automaticBounds() throws IOException {
        List<ColumnType> types = Walk.share("sums of decimals", 2, all());
        try (TacitSession session = open(types, false)) {
            for (int i = 0; i < types.size(); i++) {
                checkAll(session, i, types.get(i), true);
            }
        }
    }

    @Test
    void declaredBoundsAreObeyedOrRefused() throws IOException {
        List<ColumnType> types = Walk.share("declared decimals", 5, all());
        try (TacitSession session = open(types, true)) {
            for (int i = 0; i < types.size(); i++) {
                ColumnType type = types.get(i);
                if (type.precision() - type.scale() <= MOST_WHOLE_DIGITS) {
                    checkAll(session, i, type, false);
                    continue;
                }
                for (String question : List.of(alone(i), totals(i))) {
                    Refusal refusal = catchThrowableOfType(Refusal.class, () -> session.query(question));
                    assertThat(refusal).as(type.sql()).isNotNull();
                    assertThat(refusal.code()).isEqualTo(ErrorCode.BOUNDS);
                    assertThat(refusal.getMessage())
                            .contains("By what is declared, the argument of SUM lies between", "as in SUM(x");
                }
            }
        }
    }
}
