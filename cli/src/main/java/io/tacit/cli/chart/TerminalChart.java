package io.tacit.cli.chart;

import java.util.Arrays;
import java.util.function.ToIntFunction;

/** Bars with whiskers: {@code ██████├──┼──┤}; the cross is the value, the whiskers its interval. */
public final class TerminalChart {
    private static final int WIDEST = 60;
    private static final int LEAST = 10;
    private static final int ENDLESS = 100;

    private TerminalChart() {}

    /**
     * The chart; each line ends with a line break.
     *
     * @param columns how many columns of text there is room for
     * @param width how many columns a text takes
     */
    public static String of(ChartSeries series, int columns, ToIntFunction<String> width) {
        int numbers = series.points().stream()
                .mapToInt(point -> width.applyAsInt(point.shown()))
                .max()
                .orElse(0);
        int most = Math.max(LEAST, Math.min(columns, ENDLESS) - numbers - 5 - LEAST);
        int labels = series.points().stream()
                .mapToInt(point -> width.applyAsInt(label(point, most, width)))
                .max()
                .orElse(0);
        int room = Math.min(columns, ENDLESS) - labels - numbers - 5;
        int bar = Math.max(LEAST, Math.min(WIDEST, room));
        StringBuilder text = new StringBuilder(" " + series.name() + "\n");
        for (ChartPoint point : series.points()) {
            String label = label(point, most, width);
            text.append(' ')
                    .append(label)
                    .append(" ".repeat(labels - width.applyAsInt(label)))
                    .append(" │")
                    .append(bar(point, series, bar))
                    .append(" ")
                    .append(point.shown())
                    .append('\n');
        }
        return text.toString();
    }

    /** The label, cut where bars would have no room beside it. */
    private static String label(ChartPoint point, int most, ToIntFunction<String> width) {
        if (width.applyAsInt(point.label()) <= most) {
            return point.label();
        }
        int[] points = point.label().codePoints().toArray();
        int kept = points.length;
        while (kept > 0 && width.applyAsInt(new String(points, 0, kept)) > most - 1) {
            kept--;
        }
        return new String(points, 0, kept) + "…";
    }

    private static String bar(ChartPoint point, ChartSeries series, int width) {
        char[] cells = new char[width];
        Arrays.fill(cells, ' ');
        int zero = place(0, series, width);
        int value = place(point.value(), series, width);
        for (int i = Math.min(zero, value); i <= Math.max(zero, value); i++) {
            cells[i] = '█';
        }
        if (point.value() == 0) {
            cells[zero] = '▏';
        }
        int low = place(point.low(), series, width);
        int high = place(point.high(), series, width);
        if (point.hasInterval() && high > low) {
            Arrays.fill(cells, low, high + 1, '─');
            cells[low] = '├';
            cells[high] = '┤';
            cells[value] = '┼';
        }
        return new String(cells);
    }

    private static int place(double value, ChartSeries series, int width) {
        double span = series.most() - series.least();
        return span == 0 ? 0 : (int) Math.round((value - series.least()) / span * (width - 1));
    }
}
