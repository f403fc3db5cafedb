package io.tacit.cli.chart;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** Charts as SVG, to stand within an HTML page: bars, or lines over time, with the intervals of their numbers. */
public final class SvgChart {
    private static final int WIDTH = 760;
    private static final int BAR = 26;
    private static final int LABELS = 190;
    private static final int NUMBERS = 150;
    private static final int HEIGHT = 280;
    private static final int LEFT = 70;
    private static final int BELOW = 40;
    private static final int LONGEST_LABEL = 28;

    /** Colours that people who see fewer of them can tell apart (Okabe and Ito). */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");

    private SvgChart() {}

    /** One bar for each point, below each other. */
    public static String bars(ChartSeries series) {
        int height = BAR * series.points().size() + 10;
        StringBuilder svg = begin(height, series.name());
        double span = series.most() - series.least();
        double scale = (WIDTH - LABELS - NUMBERS) / (span == 0 ? 1 : span);
        double zero = LABELS - series.least() * scale;
        for (int i = 0; i < series.points().size(); i++) {
            ChartPoint point = series.points().get(i);
            double middle = 5 + BAR * (i + 0.5);
            double end = zero + point.value() * scale;
            svg.append("<g><title>")
                    .append(escaped(point.label() + ": " + point.shown()))
                    .append("</title>");
            text(svg, LABELS - 8, middle + 4, "end", cut(point.label()));
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\" fill-opacity=\"0.75\"/>",
                    Math.min(zero, end),
                    middle - 8,
                    Math.abs(end - zero),
                    16,
                    COLOURS.get(0)));
            if (point.hasInterval()) {
                whisker(svg, zero + point.low() * scale, middle, zero + point.high() * scale, middle);
            }
            text(svg, WIDTH - NUMBERS + 10, middle + 4, "start", point.shown());
            svg.append("</g>\n");
        }
        line(svg, zero, 0, zero, height, "axis");
        return svg.append("</svg>\n").toString();
    }

    /** Lines over time, one for each series, with an axis of the numbers on the left. */
    public static String lines(List<ChartSeries> all, String title) {
        StringBuilder svg = begin(HEIGHT + BELOW, title);
        Frame frame = Frame.of(all);
        for (double value = frame.least; value <= frame.most + frame.step / 2; value += frame.step) {
            line(svg, LEFT, frame.y(value), WIDTH, frame.y(value), "grid");
            text(svg, LEFT - 6, frame.y(value) + 4, "end", short4(value));
        }
        for (int i = 0; i < all.size(); i++) {
            line(svg, all.get(i), frame, COLOURS.get(i % COLOURS.size()));
        }
        all.stream()
                .flatMap(series -> series.points().stream())
                .min((a, b) -> Double.compare(a.at(), b.at()))
                .ifPresent(first -> text(svg, LEFT, HEIGHT + 18, "start", first.label()));
        all.stream()
                .flatMap(series -> series.points().stream())
                .max((a, b) -> Double.compare(a.at(), b.at()))
                .ifPresent(last -> text(svg, WIDTH - 4, HEIGHT + 18, "end", last.label()));
        if (all.size() > 1) {
            for (int i = 0; i < all.size(); i++) {
                svg.append(String.format(
                        Locale.ROOT,
                        "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>",
                        LEFT + 10,
                        8 + 18 * i,
                        COLOURS.get(i % COLOURS.size())));
                text(svg, LEFT + 28, 18 + 18 * i, "start", cut(all.get(i).name()));
            }
        }
        return svg.append("</svg>\n").toString();
    }

    private static void line(StringBuilder svg, ChartSeries series, Frame frame, String colour) {
        StringBuilder path = new StringBuilder();
        for (ChartPoint point : series.points()) {
            path.append(String.format(
                    Locale.ROOT,
                    "%s%.1f %.1f",
                    path.isEmpty() ? "M" : " L",
                    frame.x(point.at()),
                    frame.y(point.value())));
        }
        svg.append("<path d=\"")
                .append(path)
                .append("\" fill=\"none\" stroke=\"")
                .append(colour)
                .append("\" stroke-width=\"2\"/>\n");
        for (ChartPoint point : series.points()) {
            double x = frame.x(point.at());
            svg.append("<g><title>")
                    .append(escaped(point.label() + ": " + point.shown()))
                    .append("</title>");
            if (point.hasInterval()) {
                whisker(svg, x, frame.y(point.low()), x, frame.y(point.high()));
            }
            svg.append(String.format(
                    Locale.ROOT,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/></g>\n",
                    x,
                    frame.y(point.value()),
                    colour));
        }
    }

    /** Between which numbers and times the lines lie. */
    private record Frame(double from, double to, double least, double most, double step) {
        static Frame of(List<ChartSeries> all) {
            List<ChartPoint> points =
                    all.stream().flatMap(series -> series.points().stream()).toList();
            double least = all.stream().mapToDouble(ChartSeries::least).min().orElse(0);
            double most = all.stream().mapToDouble(ChartSeries::most).max().orElse(1);
            double step = step((most > least ? most - least : 1) / 4);
            return new Frame(
                    points.stream().mapToDouble(ChartPoint::at).min().orElse(0),
                    points.stream().mapToDouble(ChartPoint::at).max().orElse(1),
                    Math.floor(least / step) * step,
                    Math.max(1, Math.ceil(most / step)) * step,
                    step);
        }

        /** The next round number: 1, 2 or 5 with zeros. */
        private static double step(double wanted) {
            double power = Math.pow(10, Math.floor(Math.log10(wanted)));
            double digit = wanted / power;
            return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
        }

        double x(double at) {
            double share = to > from ? (at - from) / (to - from) : 0.5;
            return LEFT + 10 + share * (WIDTH - LEFT - 20);
        }

        double y(double value) {
            return HEIGHT - 5 - (value - least) / (most - least) * (HEIGHT - 15);
        }
    }

    private static StringBuilder begin(int height, String title) {
        return new StringBuilder(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\" xmlns=\"http://www.w3.org/2000/svg\">%n",
                WIDTH,
                height,
                escaped(title)));
    }

    /** A line with a stroke across each end. */
    private static void whisker(StringBuilder svg, double x1, double y1, double x2, double y2) {
        boolean flat = y1 == y2;
        line(svg, x1, y1, x2, y2, "whisker");
        line(svg, x1 - (flat ? 0 : 4), y1 - (flat ? 4 : 0), x1 + (flat ? 0 : 4), y1 + (flat ? 4 : 0), "whisker");
        line(svg, x2 - (flat ? 0 : 4), y2 - (flat ? 4 : 0), x2 + (flat ? 0 : 4), y2 + (flat ? 4 : 0), "whisker");
    }

    private static void line(StringBuilder svg, double x1, double y1, double x2, double y2, String kind) {
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                kind,
                x1,
                y1,
                x2,
                y2));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String said) {
        svg.append(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(said)));
    }

    private static String short4(double value) {
        return value == 0
                ? "0"
                : new BigDecimal(value)
                        .round(new MathContext(4))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    private static String cut(String label) {
        // By signs: half of one that takes two places is no text, and no file can hold it.
        return label.codePointCount(0, label.length()) <= LONGEST_LABEL
                ? label
                : label.substring(0, label.offsetByCodePoints(0, LONGEST_LABEL - 1)) + "…";
    }

    /** Text within SVG and HTML; nothing in it is read as a mark. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
