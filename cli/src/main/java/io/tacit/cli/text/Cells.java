package io.tacit.cli.text;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.session.AggregateReport;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import java.time.temporal.Temporal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One cell of an answer as people read it. */
final class Cells {
    private static final Set<ColumnType.Kind> NUMBERS =
            Set.of(ColumnType.Kind.INTEGER, ColumnType.Kind.BIGINT, ColumnType.Kind.DECIMAL, ColumnType.Kind.DOUBLE);

    private static final String NULL = "NULL";

    private Cells() {}

    static boolean isNumber(AnswerColumn column) {
        return !column.type().array()
                && NUMBERS.contains(column.type().element().kind());
    }

    /**
     * The value, with its interval if it has one; {@code unknown} where the interval holds all that there can be.
     * Control characters are shown as spaces.
     */
    static String text(Answer answer, AnswerRow row, int column) {
        @Nullable Object value = row.values().get(column);
        if (value == null) {
            return NULL;
        }
        @Nullable ConfidenceInterval interval = row.intervals().get(column);
        if (value instanceof List<?> array) {
            return shown(ArrayText.text(
                    array, each -> each instanceof Number number ? Numbers.plain(number) : PlainText.of(each)));
        }
        if (value instanceof Number number) {
            if (interval == null) {
                return Numbers.plain(number);
            }
            return tellsNothing(answer, column, interval)
                    ? Numbers.unknown(number, interval)
                    : Numbers.withInterval(number, interval);
        }
        if (value instanceof Temporal time && interval != null) {
            return PlainText.of(time) + " [" + end(interval.lowOf(time)) + ", " + end(interval.highOf(time)) + "]";
        }
        // The text NULL stands in quotes, so that it is not taken for none.
        return value.equals(NULL) ? "\"NULL\"" : shown(PlainText.of(value));
    }

    private static String end(@Nullable Object end) {
        return end == null ? "open" : PlainText.of(end);
    }

    private static boolean tellsNothing(Answer answer, int column, ConfidenceInterval interval) {
        String name = answer.columns().get(column).name();
        List<AggregateReport> reports = answer.releases().stream()
                .flatMap(release -> release.aggregates().stream())
                .filter(report -> report.column().equals(name))
                .toList();
        // Of two aggregates of one name it is not known which one the column shows.
        @Nullable
        ConfidenceInterval possible = reports.size() == 1 ? reports.get(0).possible() : null;
        if (possible == null) {
            return false;
        }
        double slack = 1e-9 * (possible.high() - possible.low());
        return possible.high() > possible.low()
                && interval.low() <= possible.low() + slack
                && interval.high() >= possible.high() - slack;
    }

    /** Text that cannot break a line or steer a terminal: its control characters become spaces. */
    static String shown(String text) {
        return HarmlessText.line(text);
    }
}
