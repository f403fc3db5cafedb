package io.tacit.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.cli.chart.ChartPoint;
import io.tacit.cli.chart.ChartSeries;
import io.tacit.cli.chart.TerminalChart;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.ledger.Balance;
import io.tacit.engine.ledger.Budget;
import io.tacit.engine.ledger.Charge;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.privacy.measure.ApproximateDp;
import io.tacit.privacy.number.Rational;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Nothing is wider than a narrow terminal, and nothing is lost in it. */
@NullUnmarked
class NarrowTest {
    private static final String LONG =
            "Once upon a time there was a municipality whose name nobody could say in one go: "
                    + "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, 京都市";

    private static final Answer WIDE = Sample.answer(
            List.of(
                    new AnswerColumn("place", ColumnType.VARCHAR, false),
                    new AnswerColumn("a name that is longer than most are", ColumnType.VARCHAR, false)),
            Sample.row(Arrays.asList(LONG, "short"), Arrays.asList(null, null)),
            Sample.row(Arrays.asList("x", LONG), Arrays.asList(null, null)));

    @Test
    void tablesFit() {
        for (Answer answer : List.of(WIDE, Sample.mixed())) {
            String full = letters(RecordText.of(answer, Integer.MAX_VALUE));
            for (int columns = 25; columns <= 120; columns++) {
                String text = TableText.of(answer, columns);
                assertThat(widest(text)).as("%d columns", columns).isLessThanOrEqualTo(columns);
                assertThat(widest(TableText.expanded(answer, columns))).isLessThanOrEqualTo(columns);
                // Names are cut where they are wider than the terminal; values never are.
                assertThat(columns < 40
                                || !text.contains("row 1")
                                || letters(text).equals(full))
                        .as("%d columns:\n%s", columns, text)
                        .isTrue();
            }
        }
    }

    @Test
    void chartsFit() {
        ChartSeries series = new ChartSeries(
                "n",
                false,
                List.of(new ChartPoint(LONG, 0, 5, 4, 6, "5 ± 1"), new ChartPoint("x", 1, 3, 2, 4, "3 ± 1")));
        for (int columns = 40; columns <= 120; columns++) {
            assertThat(widest(TerminalChart.of(series, columns, Width::of)))
                    .as("%d columns", columns)
                    .isLessThanOrEqualTo(Math.min(columns, 100));
        }
    }

    @Test
    void messagesAndTheirMarksFit() {
        String sql = "SELECT a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u FROM " + "x".repeat(200);
        for (int columns = 40; columns <= 120; columns++) {
            System.setProperty("tacit.columns", String.valueOf(columns));
            try {
                StringWriter text = new StringWriter();
                RefusalText.print(
                        new PrintWriter(text),
                        new Refusal(
                                ErrorCode.SYNTAX,
                                new Position(1, 75),
                                "A rule of several words. ".repeat(9).strip(),
                                "Advice."),
                        sql);
                assertThat(widest(text.toString())).as("%d columns", columns).isLessThanOrEqualTo(columns);
            } finally {
                System.clearProperty("tacit.columns");
            }
        }
    }

    /** Also where the owner gave names of a hundred letters. */
    @Test
    void balancesFitAHundredColumns() {
        Balance balance = new Balance(
                "the account of everybody ".repeat(4),
                "2026-11",
                new Budget.Basic(new ApproximateDp(Rational.of(25, 2), Rational.of(1, 1_000_000))),
                new Charge(Rational.of(1, 8), Rational.of(1, 100_000_000)),
                Rational.ZERO,
                Rational.ZERO,
                12,
                0);
        String text = BookText.balances(List.of(balance), false);
        assertThat(widest(text)).isLessThanOrEqualTo(100);
        assertThat(text).contains("the account of").contains("…").contains("12.5");
        assertThat(BookText.balances(List.of(balance), true)).contains(balance.account());
    }

    private static int widest(String text) {
        return text.lines().mapToInt(Width::of).max().orElse(0);
    }

    private static String letters(String text) {
        return text.replaceAll("[\\s│]+", "");
    }
}
