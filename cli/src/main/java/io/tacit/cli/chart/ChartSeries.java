package io.tacit.cli.chart;

import java.util.List;

/**
 * Numbers that belong together.
 *
 * @param name what is counted or measured
 * @param overTime whether the points stand on an axis of time, which makes them a line
 * @param points in the order in which they are drawn
 */
public record ChartSeries(String name, boolean overTime, List<ChartPoint> points) {
    public ChartSeries {
        points = List.copyOf(points);
    }

    /** The least that is drawn: 0, or a lower end below it. */
    double least() {
        return Math.min(0, points.stream().mapToDouble(ChartPoint::low).min().orElse(0));
    }

    /** The most that is drawn: 0, or an upper end above it. */
    double most() {
        return Math.max(0, points.stream().mapToDouble(ChartPoint::high).max().orElse(0));
    }
}
