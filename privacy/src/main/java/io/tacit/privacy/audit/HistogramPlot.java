package io.tacit.privacy.audit;

import java.util.List;
import java.util.Locale;

/**
 * A picture of one comparison, like the paper's: bars for how often each bucket came over the first data set, and the
 * line e^ε·P(second) + δ that a bar may pass by chance alone. Colours are those of Okabe and Ito (2008), which all eyes
 * tell apart.
 *
 * @param title one line
 * @param first the first data set, as text
 * @param second the second data set, as text
 * @param epsilon ε as claimed
 * @param delta δ as claimed
 * @param bars from left to right, at least one
 */
public record HistogramPlot(String title, String first, String second, double epsilon, double delta, List<Bar> bars) {
    private static final int WIDTH = 760;
    private static final int HEIGHT = 420;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 90;
    private static final int BOTTOM = 60;
    private static final int LABELS = 8;
    private static final int LABEL_LENGTH = 14;
    private static final int TICKS = 5;
    private static final double LINE_OVER_BARS = 1.5;
    private static final String BLUE = "#56B4E9";
    private static final String VERMILION = "#D55E00";

    /** Refuses no bars. */
    public HistogramPlot {
        bars = List.copyOf(bars);
        if (bars.isEmpty()) {
            throw new IllegalArgumentException("bars must be at least one");
        }
    }

    /**
     * A bucket.
     *
     * @param label below the axis
     * @param first its share over the first data set
     * @param second its share over the second data set
     * @param marked whether it belongs to the event that refutes the claim
     */
    public record Bar(String label, double first, double second, boolean marked) {}

    /** The picture as SVG text. */
    public String svg() {
        StringBuilder svg = new StringBuilder();
        svg.append(format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\"", WIDTH, HEIGHT))
                .append(" role=\"img\" font-family=\"sans-serif\" font-size=\"12\">\n")
                .append(format("<title>%s</title>\n", escaped(title)))
                .append("<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n")
                .append(format("<text x=\"%d\" y=\"20\" font-size=\"15\">%s</text>\n", LEFT, escaped(title)));
        legend(svg);
        double top = top();
        axes(svg, top);
        columns(svg, top);
        line(svg, top);
        return svg.append("</svg>\n").toString();
    }

    private void legend(StringBuilder svg) {
        svg.append(format("<rect x=\"%d\" y=\"31\" width=\"14\" height=\"10\" fill=\"%s\"/>\n", LEFT, BLUE))
                .append(format(
                        "<rect x=\"%d\" y=\"31\" width=\"14\" height=\"10\" fill=\"%s\"/>\n", LEFT + 18, VERMILION))
                .append(format(
                        "<text x=\"%d\" y=\"40\">share over %s; the right colour marks the event</text>\n",
                        LEFT + 38, escaped(first)))
                .append(format("<path d=\"M%d 54h32\" stroke=\"#000000\" stroke-width=\"2\" fill=\"none\"/>\n", LEFT))
                .append(format(
                        "<text x=\"%d\" y=\"58\">what is allowed: e^%s &#215; share over %s%s</text>\n",
                        LEFT + 38,
                        Words.number(epsilon),
                        escaped(second),
                        delta > 0 ? " + " + Words.number(delta) : ""));
    }

    private void axes(StringBuilder svg, double top) {
        int base = HEIGHT - BOTTOM;
        svg.append(format(
                "<path d=\"M%d %dV%dH%d\" stroke=\"#000000\" fill=\"none\"/>\n", LEFT, TOP, base, WIDTH - RIGHT));
        for (int i = 0; i <= TICKS; i++) {
            double share = top * i / TICKS;
            svg.append(format(
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.3g</text>\n", LEFT - 6, y(share, top) + 4, share));
        }
        int every = Math.max(1, (bars.size() + LABELS - 1) / LABELS);
        for (int i = 0; i < bars.size(); i += every) {
            svg.append(format(
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                    x(i + 0.5), base + 18, escaped(shortened(bars.get(i).label()))));
        }
        svg.append(format(
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">outcome</text>\n",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14));
        svg.append(format(
                "<text x=\"18\" y=\"%d\" transform=\"rotate(-90 18 %d)\" text-anchor=\"middle\">share of runs</text>\n",
                (TOP + base) / 2, (TOP + base) / 2));
    }

    private void columns(StringBuilder svg, double top) {
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double height = HEIGHT - BOTTOM - y(bar.first(), top);
            svg.append(format(
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n",
                    x(i + 0.1), y(bar.first(), top), x(0.8) - LEFT, height, bar.marked() ? VERMILION : BLUE));
        }
    }

    private void line(StringBuilder svg, double top) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < bars.size(); i++) {
            path.append(i == 0 ? format("M%d ", LEFT) : "V").append(format("%.1f", y(bound(bars.get(i)), top)));
            path.append(format("H%.1f", x(i + 1)));
        }
        svg.append(format("<path d=\"%s\" stroke=\"#000000\" stroke-width=\"2\" fill=\"none\"/>\n", path));
    }

    /** The largest share, with room for a line that is not far above all bars. */
    private double top() {
        double highest = bars.stream().mapToDouble(Bar::first).max().orElse(0);
        double line = bars.stream().mapToDouble(this::bound).max().orElse(0);
        return Math.max(1e-9, Math.max(highest, Math.min(line, LINE_OVER_BARS * highest)));
    }

    private double bound(Bar bar) {
        return Math.exp(epsilon) * bar.second() + delta;
    }

    private double x(double place) {
        return LEFT + place * (WIDTH - LEFT - RIGHT) / bars.size();
    }

    /** The height of a share; one beyond the picture is drawn at its upper edge. */
    private static double y(double share, double top) {
        return HEIGHT - BOTTOM - Math.min(1, share / top) * (HEIGHT - TOP - BOTTOM);
    }

    private static String shortened(String label) {
        return label.length() <= LABEL_LENGTH ? label : label.substring(0, LABEL_LENGTH - 1) + "…";
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
