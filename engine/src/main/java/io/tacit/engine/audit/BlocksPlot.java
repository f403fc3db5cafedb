package io.tacit.engine.audit;

import io.tacit.privacy.audit.HistogramPlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * The picture of a violation: how a statistic of blocks is spread with the canary and without, and where the event
 * lies.
 */
final class BlocksPlot {
    private static final int BARS = 40;

    /** The percentage of values at either end that goes into the last bars. */
    private static final int END = 1;

    private BlocksPlot() {}

    /**
     * Draws the picture.
     *
     * @param title one line
     * @param with the statistic of blocks with the canary, sorted
     * @param without the same of those without
     * @return SVG text
     */
    static String of(String title, BlocksEvent event, double[] with, double[] without) {
        String there = "blocks with the person";
        String away = "blocks without";
        return new HistogramPlot(
                        title,
                        event.canaryFirst() ? there : away,
                        event.canaryFirst() ? away : there,
                        event.pair().epsilon(),
                        event.pair().delta(),
                        event.canaryFirst() ? bars(event, with, without) : bars(event, without, with))
                .svg();
    }

    private static List<HistogramPlot.Bar> bars(BlocksEvent event, double[] first, double[] second) {
        double[] finite = DoubleStream.concat(Arrays.stream(first), Arrays.stream(second))
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        double[] some = Arrays.stream(finite).distinct().limit(BARS + 1).toArray();
        double width = some.length <= 1
                ? 1
                : some.length <= BARS
                        ? nearest(some)
                        : (finite[finite.length * (100 - END) / 100] - finite[finite.length * END / 100]) / BARS;
        if (!Double.isFinite(event.threshold()) || !(width > 0)) {
            return whole(event, first, second);
        }
        int low = index(event, width, finite[finite.length * END / 100]);
        int high = index(event, width, finite[finite.length * (100 - END) / 100]);
        // The event and what is beside it both have a bar, whatever lies at the ends.
        low = Math.max(Math.min(low, event.atLeast() ? -1 : 0), -BARS);
        high = Math.min(Math.max(high, event.atLeast() ? 0 : 1), BARS);
        double[] firsts = shares(event, width, low, high, first);
        double[] seconds = shares(event, width, low, high, second);
        List<HistogramPlot.Bar> bars = new ArrayList<>();
        for (int i = low; i <= high; i++) {
            bars.add(new HistogramPlot.Bar(
                    String.format(Locale.ROOT, "%.4g", event.threshold() + i * width),
                    firsts[i - low],
                    seconds[i - low],
                    event.atLeast() ? i >= 0 : i <= 0));
        }
        return bars;
    }

    /** Two bars: the event, and everything outside it. */
    private static List<HistogramPlot.Bar> whole(BlocksEvent event, double[] first, double[] second) {
        double one = Arrays.stream(first).filter(event::holds).count() / Math.max(1.0, first.length);
        double other = Arrays.stream(second).filter(event::holds).count() / Math.max(1.0, second.length);
        return List.of(
                new HistogramPlot.Bar("the event", one, other, true),
                new HistogramPlot.Bar("all else", 1 - one, 1 - other, false));
    }

    /** The bar of a value; the threshold is an end of bar 0 and belongs to it. */
    private static int index(BlocksEvent event, double width, double value) {
        double steps = (value - event.threshold()) / width;
        double whole = event.atLeast() ? Math.floor(steps) : Math.ceil(steps);
        return (int) Math.max(-10 * BARS, Math.min(10 * BARS, whole));
    }

    private static double[] shares(BlocksEvent event, double width, int low, int high, double[] values) {
        double[] shares = new double[high - low + 1];
        for (double value : values) {
            int bar = Math.max(low, Math.min(high, index(event, width, value)));
            shares[bar - low] += 1.0 / values.length;
        }
        return shares;
    }

    private static double nearest(double[] sorted) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 1; i < sorted.length; i++) {
            least = Math.min(least, sorted[i] - sorted[i - 1]);
        }
        return Math.max(least, (sorted[sorted.length - 1] - sorted[0]) / BARS);
    }
}
