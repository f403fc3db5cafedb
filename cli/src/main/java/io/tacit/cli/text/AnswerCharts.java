package io.tacit.cli.text;

import io.tacit.cli.chart.ChartPoint;
import io.tacit.cli.chart.ChartSeries;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What of an answer can be drawn: each noisy column of numbers, over the other columns. */
final class AnswerCharts {
    /** More bars than this nobody reads. */
    static final int MOST = 60;

    private AnswerCharts() {}

    /** A series for each noisy column; rows whose value is unknown are left out, and those beyond {@link #MOST}. */
    static List<ChartSeries> of(Answer answer) {
        List<Integer> keys = IntStream.range(0, answer.columns().size())
                .filter(i -> !answer.columns().get(i).noisy())
                .boxed()
                .toList();
        boolean overTime =
                keys.size() == 1 && isTime(answer.columns().get(keys.get(0)).type());
        List<ChartSeries> all = new ArrayList<>();
        for (int i = 0; i < answer.columns().size(); i++) {
            if (answer.columns().get(i).noisy()
                    && Cells.isNumber(answer.columns().get(i))) {
                ChartSeries series = series(answer, keys, i, overTime);
                if (!series.points().isEmpty()) {
                    all.add(series);
                }
            }
        }
        return all;
    }

    private static boolean isTime(ResultType type) {
        ColumnType.Kind kind = type.element().kind();
        return !type.array() && (kind == ColumnType.Kind.DATE || kind == ColumnType.Kind.TIMESTAMP);
    }

    private static ChartSeries series(Answer answer, List<Integer> keys, int column, boolean overTime) {
        List<ChartPoint> points = new ArrayList<>();
        for (AnswerRow row :
                answer.rows().subList(0, Math.min(MOST, answer.rows().size()))) {
            @Nullable Object value = row.values().get(column);
            double at = overTime ? time(row.values().get(keys.get(0))) : 0;
            if (value instanceof Number number && Double.isFinite(number.doubleValue()) && Double.isFinite(at)) {
                points.add(point(answer, row, keys, column, at, number.doubleValue()));
            }
        }
        if (overTime) {
            points.sort(Comparator.comparingDouble(ChartPoint::at));
        }
        return new ChartSeries(Cells.shown(answer.columns().get(column).name()), overTime, points);
    }

    private static ChartPoint point(
            Answer answer, AnswerRow row, List<Integer> keys, int column, double at, double value) {
        @Nullable ConfidenceInterval interval = row.intervals().get(column);
        boolean drawn = interval != null && Double.isFinite(interval.low() + interval.high());
        return new ChartPoint(
                keys.stream().map(key -> Cells.text(answer, row, key)).collect(Collectors.joining(", ")),
                at,
                value,
                drawn ? Math.min(value, interval.low()) : value,
                drawn ? Math.max(value, interval.high()) : value,
                Cells.text(answer, row, column));
    }

    private static double time(@Nullable Object key) {
        if (key instanceof LocalDate day) {
            return day.toEpochDay() * 86_400.0;
        }
        return key instanceof LocalDateTime moment ? moment.toEpochSecond(ZoneOffset.UTC) : Double.NaN;
    }
}
