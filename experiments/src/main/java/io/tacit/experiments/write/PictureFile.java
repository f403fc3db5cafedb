package io.tacit.experiments.write;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.experiments.result.Picture;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws pictures. Nothing is shown on a screen, and none is needed. */
public final class PictureFile {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 440;
    private static final int MARKER = 5;
    private static final float THICK = 2f;
    private static final float THIN = 1.2f;

    /** Colours that people who see fewer of them can tell apart (Okabe and Ito). */
    private static final List<Color> COLOURS = List.of(
            new Color(0x0072b2),
            new Color(0xd55e00),
            new Color(0x009e73),
            new Color(0xcc79a7),
            new Color(0xe69f00),
            new Color(0x56b4e9),
            Color.BLACK);

    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+\\.[0-9]+");

    /** Stands before names that differ in each run, and would make each picture another text. */
    private static final Pattern CLIP = Pattern.compile("clip-?[0-9]+");

    private static final Pattern STYLE = Pattern.compile("style=\"([^\"]*)\"");

    /** So that a title of so many letters, about, is as wide as the picture at a size of one point. */
    private static final int LETTERS = 1150;

    private static final Font AXIS = new Font(Font.SANS_SERIF, Font.PLAIN, 12);

    private PictureFile() {}

    /** As SVG. Coordinates are rounded to a tenth of a dot, which makes the text a third as long. */
    public static String svg(Picture picture) {
        String text = new String(bytes(picture, "svg"), StandardCharsets.UTF_8);
        int body = text.indexOf("<svg");
        String rounded = DECIMAL.matcher(text.substring(body))
                .replaceAll(found -> new BigDecimal(found.group())
                        .setScale(1, RoundingMode.HALF_UP)
                        .stripTrailingZeros()
                        .toPlainString());
        return styled(named(rounded.replaceAll(">\\s+<", "><"))) + "\n";
    }

    /** Each style is written once, as a class. */
    private static String styled(String svg) {
        List<String> styles = STYLE.matcher(svg)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
        String used = STYLE.matcher(svg).replaceAll(found -> "class=\"s" + styles.indexOf(found.group(1)) + "\"");
        StringBuilder sheet = new StringBuilder("<style>");
        for (int i = 0; i < styles.size(); i++) {
            sheet.append(".s").append(i).append('{').append(styles.get(i)).append('}');
        }
        int start = used.indexOf('>') + 1;
        return used.substring(0, start) + sheet.append("</style>") + used.substring(start);
    }

    /** Clips get the names clip1, clip2 and so on, in the order in which they appear. */
    private static String named(String svg) {
        List<String> names = CLIP.matcher(svg)
                .results()
                .map(found -> found.group())
                .distinct()
                .toList();
        return CLIP.matcher(svg).replaceAll(found -> "clip" + (names.indexOf(found.group()) + 1));
    }

    /** As PNG. */
    public static byte[] png(Picture picture) {
        return bytes(picture, "png");
    }

    private static byte[] bytes(Picture picture, String format) {
        System.setProperty("java.awt.headless", "true");
        try {
            return ChartEncoder.getBytes(chart(picture), format);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } catch (RuntimeException | InternalError | LinkageError noFonts) {
            throw new Refusal(
                    ErrorCode.OUTPUT,
                    "The pictures cannot be drawn: Java finds no fonts on this machine.",
                    "Install fontconfig and a font such as DejaVu Sans.");
        }
    }

    private static XYChart chart(Picture picture) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(picture.title())
                .xAxisTitle(picture.x().label())
                .yAxisTitle(picture.y().label())
                .build();
        var styler = chart.getStyler();
        styler.setLocale(Locale.ROOT);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setChartTitleFont(new Font(
                Font.SANS_SERIF,
                Font.BOLD,
                Math.max(8, Math.min(12, LETTERS / picture.title().length()))));
        styler.setAxisTitleFont(AXIS);
        styler.setLegendBorderColor(Color.WHITE);
        styler.setLegendPosition(Styler.LegendPosition.OutsideS);
        styler.setLegendLayout(Styler.LegendLayout.Horizontal);
        styler.setLegendVisible(picture.series().size() > 1);
        styler.setMarkerSize(MARKER);
        // Dashes would be a shape each in SVG.
        styler.setPlotGridLinesStroke(new BasicStroke(0.5f));
        styler.setPlotGridVerticalLinesVisible(false);
        styler.setXAxisLogarithmic(picture.x().logarithmic());
        styler.setYAxisLogarithmic(picture.y().logarithmic());
        for (int i = 0; i < picture.series().size(); i++) {
            add(chart, picture.series().get(i), COLOURS.get(i % COLOURS.size()));
        }
        return chart;
    }

    private static void add(XYChart chart, Picture.Series series, Color colour) {
        XYSeries drawn = chart.addSeries(
                series.name(),
                series.points().stream().mapToDouble(Picture.Point::x).toArray(),
                series.points().stream().mapToDouble(Picture.Point::y).toArray());
        drawn.setLineColor(colour);
        drawn.setMarkerColor(colour);
        drawn.setMarker(SeriesMarkers.NONE);
        drawn.setLineStyle(new BasicStroke(THICK));
        switch (series.drawing()) {
            case LINE -> drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Line);
            case DASHES -> {
                drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Line);
                drawn.setLineStyle(
                        new BasicStroke(THIN, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {6, 4}, 0));
            }
            case POINTS -> {
                drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
                drawn.setMarker(SeriesMarkers.CIRCLE);
            }
            case CIRCLES -> {
                drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Scatter);
                drawn.setMarker(SeriesMarkers.CIRCLE);
                drawn.setMarkerColor(Color.BLACK);
            }
            case STEPS -> drawn.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Step);
        }
    }
}
