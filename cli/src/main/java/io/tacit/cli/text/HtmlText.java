package io.tacit.cli.text;

import io.tacit.cli.chart.ChartSeries;
import io.tacit.cli.chart.SvgChart;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import java.util.List;
import java.util.stream.IntStream;

/** An answer as a page for people who would rather look: what was asked, pictures, the table, what it cost, how to read it. */
public final class HtmlText {
    private HtmlText() {}

    /**
     * The page; it needs no other file.
     *
     * @param asked the query
     */
    public static String of(Answer answer, String asked) {
        HtmlPage page = new HtmlPage("A private answer").code(HarmlessText.lines(asked.strip()));
        for (ChartSeries series : AnswerCharts.of(answer)) {
            page.heading(series.name())
                    .picture(
                            series.overTime() ? SvgChart.lines(List.of(series), series.name()) : SvgChart.bars(series));
        }
        if (answer.rows().size() > AnswerCharts.MOST) {
            page.paragraph("The first " + AnswerCharts.MOST + " rows are drawn; the table has all.");
        }
        page.heading("Table")
                .table(
                        answer.columns().stream()
                                .map(column -> Cells.shown(column.name()))
                                .toList(),
                        answer.columns().stream().map(Cells::isNumber).toList(),
                        answer.rows().stream()
                                .map(row -> IntStream.range(0, answer.columns().size())
                                        .mapToObj(i -> Cells.text(answer, row, i))
                                        .toList())
                                .toList());
        page.heading("What it cost");
        Summary.of(answer).lines().forEach(page::paragraph);
        return howToRead(page, answer).text();
    }

    private static HtmlPage howToRead(HtmlPage page, Answer answer) {
        if (answer.columns().stream().noneMatch(AnswerColumn::noisy)) {
            return page;
        }
        String percent = Numbers.plain(answer.confidence() * 100);
        return page.heading("How to read it")
                .paragraph("These numbers protect every single person: noise was added, so that nobody can tell whether"
                        + " any one person is in the data. A value is followed by its error, and in the pictures"
                        + " the thin line across the end of a bar shows the same: in " + percent
                        + " of 100 such answers the number without noise lies between its ends. Two values"
                        + " whose lines overlap widely may well be equal.")
                .paragraph(
                        "Small epsilon protects more and adds more noise. A kept answer can be shown again at no cost;"
                                + " asking anew spends again.");
    }
}
