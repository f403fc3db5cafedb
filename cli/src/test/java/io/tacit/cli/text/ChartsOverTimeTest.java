package io.tacit.cli.text;

import static io.tacit.cli.text.ChartMarks.all;
import static io.tacit.cli.text.ChartMarks.counts;
import static io.tacit.cli.text.ChartMarks.number;
import static io.tacit.cli.text.ChartMarks.page;
import static io.tacit.cli.text.ChartMarks.whiskers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Answers over time: a line to scale, where one time alone is the key, whenever it is. */
@NullUnmarked
class ChartsOverTimeTest {
    @Test
    void datesMakeALineWithTimeToScale() throws Exception {
        Answer answer = counts(
                new AnswerColumn("day", ColumnType.DATE, false),
                LocalDate.parse("2024-01-01"),
                LocalDate.parse("2024-01-11"),
                LocalDate.parse("2024-01-02"));
        Document page = page(HtmlText.of(answer, "q"));
        List<Element> points = all(page, "circle");
        assertThat(points).hasSize(3);
        double first = number(points.get(0), "cx");
        assertThat((number(points.get(2), "cx") - first) / (number(points.get(1), "cx") - first))
                .isCloseTo(10, within(0.1));
        assertThat(whiskers(page)).hasSize(9);
    }

    /** Days and moments before 1970 and after it: each number has its interval, and time is to scale. */
    @Test
    void timesBefore1970HaveIntervalsToo() throws Exception {
        for (boolean moments : new boolean[] {true, false}) {
            Object[] keys = IntStream.of(-400, -300, -1, 0, 1, 600)
                    .mapToObj(LocalDate::ofEpochDay)
                    .map(day -> moments ? (Object) day.atTime(0, 30) : day)
                    .toArray();
            AnswerColumn key = new AnswerColumn("at", moments ? ColumnType.TIMESTAMP : ColumnType.DATE, false);
            Document page = page(HtmlText.of(counts(key, keys), "q"));
            List<Element> whiskers = whiskers(page);
            assertThat(whiskers).hasSize(3 * keys.length);
            List<Element> points = all(page, "circle");
            assertThat(points).hasSameSizeAs(keys);
            for (int i = 0; i < keys.length; i++) {
                // From 20 above the number to 20 below it, where 100 lie between two of them.
                double reach = (number(points.get(0), "cy") - number(points.get(5), "cy")) / 500 * 20;
                double middle = number(points.get(i), "cy");
                assertThat(number(whiskers.get(3 * i), "y1")).isCloseTo(middle + reach, within(0.2));
                assertThat(number(whiskers.get(3 * i), "y2")).isCloseTo(middle - reach, within(0.2));
            }
            double day = (number(points.get(5), "cx") - number(points.get(0), "cx")) / 1000;
            assertThat(number(points.get(1), "cx") - number(points.get(0), "cx"))
                    .isCloseTo(100 * day, within(0.2));
            assertThat(number(points.get(3), "cx") - number(points.get(1), "cx"))
                    .isCloseTo(300 * day, within(0.2));
        }
    }

    /** Only one time alone is an axis: beside another key the same day stands for several numbers. */
    @Test
    void aTimeBesideAnotherKeyMakesBars() throws Exception {
        AnswerColumn day = new AnswerColumn("day", ColumnType.DATE, false);
        AnswerColumn area = new AnswerColumn("area", ColumnType.VARCHAR, false);
        AnswerColumn number = new AnswerColumn("n", ColumnType.BIGINT, true);
        List<Object> values = List.of(LocalDate.EPOCH, "north", 5L);
        for (List<AnswerColumn> columns : List.of(
                List.of(day, number),
                List.of(number, day),
                List.of(area, number),
                List.of(day, area, number),
                List.of(area, day, number),
                List.of(day, number, day),
                List.of(number))) {
            List<Object> row = columns.stream()
                    .map(column -> values.get(List.of(day, area, number).indexOf(column)))
                    .toList();
            AnswerRow shown = Sample.row(row, Arrays.asList(new ConfidenceInterval[row.size()]));
            Document page = page(HtmlText.of(Sample.answer(columns, shown, shown), "q"));
            boolean overTime = columns.size() == 2 && columns.contains(day);
            assertThat(all(page, "circle")).as("%s", columns).hasSize(overTime ? 2 : 0);
            assertThat(all(page, "rect")).as("%s", columns).hasSize(overTime ? 0 : 2);
        }
    }
}
