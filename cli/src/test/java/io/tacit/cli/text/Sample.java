package io.tacit.cli.text;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.BoundsReport;
import io.tacit.engine.session.ConfidenceInterval;
import io.tacit.engine.session.ReleaseReport;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** Answers to render. */
@NullUnmarked
final class Sample {
    private Sample() {}

    static AnswerRow row(List<Object> values, List<ConfidenceInterval> intervals) {
        return new AnswerRow(values, intervals);
    }

    static Answer answer(List<AnswerColumn> columns, AnswerRow... rows) {
        return new Answer(columns, List.of(rows), List.of(), "1", "1e-8", 0.95);
    }

    /** Whole, decimal and real numbers, a symmetric and an asymmetric interval, NULL, and text that needs care. */
    static Answer mixed() {
        return answer(
                List.of(
                        new AnswerColumn("place", ColumnType.VARCHAR, false),
                        new AnswerColumn("n", ColumnType.BIGINT, true),
                        new AnswerColumn("spend, \"net\"", ColumnType.DOUBLE, true),
                        new AnswerColumn("total", ColumnType.decimal(12, 2), true)),
                row(
                        Arrays.asList("a|b", 348L, 15.93456, new BigDecimal("1234567.89")),
                        Arrays.asList(
                                null,
                                new ConfidenceInterval(342, 354),
                                new ConfidenceInterval(15.21, 16.33),
                                new ConfidenceInterval(1111110.89, 1358024.89))),
                row(
                        Arrays.asList("x\n\u001b[31m\"y\"", 7L, null, new BigDecimal("0.50")),
                        Arrays.asList(null, new ConfidenceInterval(1, 13), null, null)));
    }

    /** A mean whose bounds are 0 and 105,000. */
    static Answer mean(double value, ConfidenceInterval interval) {
        AggregateReport report = new AggregateReport(
                "price",
                "AVG(price)",
                "[0, 105000] per row",
                List.of(new BoundsReport("per row", "0", "105000")),
                "in the query",
                new ConfidenceInterval(0, 105_000),
                "discrete Laplace",
                null,
                null,
                null,
                "",
                List.of(),
                List.of());
        ReleaseReport release = new ReleaseReport(
                "1",
                "0",
                1,
                null,
                null,
                false,
                null,
                false,
                "none",
                "as asked for",
                null,
                null,
                "PLAIN",
                "person",
                List.of(),
                List.of(),
                List.of(report),
                List.of(),
                List.of());
        return new Answer(
                List.of(new AnswerColumn("price", ColumnType.DOUBLE, true)),
                List.of(row(List.of(value), List.of(interval))),
                List.of(release),
                "1",
                "0",
                0.95);
    }
}
