package io.tacit.cli.text;

import io.tacit.cli.chart.ChartSeries;
import io.tacit.cli.chart.TerminalChart;
import io.tacit.engine.session.Answer;
import java.util.List;

/** The noisy numbers of an answer as bars with whiskers, for a terminal. */
public final class ChartText {
    private ChartText() {}

    /**
     * The charts, one for each noisy column of numbers.
     *
     * @param columns how many columns of text there is room for
     */
    public static String of(Answer answer, int columns) {
        List<ChartSeries> charts = AnswerCharts.of(answer);
        if (charts.isEmpty()) {
            return "There is nothing to draw: no noisy number.\n";
        }
        StringBuilder text = new StringBuilder();
        charts.forEach(series -> text.append('\n').append(TerminalChart.of(series, columns, Width::of)));
        if (answer.rows().size() > AnswerCharts.MOST) {
            text.append(" The first ").append(AnswerCharts.MOST).append(" rows are drawn.\n");
        }
        return text.append('\n').toString();
    }
}
