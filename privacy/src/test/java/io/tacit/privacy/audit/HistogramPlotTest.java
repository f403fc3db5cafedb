package io.tacit.privacy.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A picture of a refuted claim shows shares and what is allowed at their heights. */
class HistogramPlotTest {
    private static final Pattern LINE = Pattern.compile("<path d=\"M70 [^V\"]*?([0-9.]+)H");
    private static final Pattern BAR =
            Pattern.compile("y=\"([0-9]+\\.[0-9])\" width=\"[0-9.]+\" height=\"([0-9.]+)\" fill");

    private static String svg(double epsilon, double delta, double first, double second, double highest) {
        return new HistogramPlot(
                        "title",
                        "{}",
                        "{1}",
                        epsilon,
                        delta,
                        List.of(
                                new HistogramPlot.Bar("a", first, second, true),
                                new HistogramPlot.Bar("b", highest, 0, false)))
                .svg();
    }

    /** The second bar is as high as the picture: the first and the line stand at their share of it. */
    @Test
    void theLineStandsAtWhatIsAllowed() {
        for (double epsilon : new double[] {0, 0.5, 1}) {
            for (double delta : new double[] {0, 0.1, 0.3}) {
                for (double second : new double[] {0, 0.05, 0.2}) {
                    double highest = delta > 0.2 ? 1 : 0.6;
                    String svg = svg(epsilon, delta, highest / 4, second, highest);
                    assertThat(svg)
                            .contains("what is allowed: e^" + Words.number(epsilon) + " &#215; share over {1}"
                                    + (delta > 0 ? " + " + Words.number(delta) + "<" : "<"));
                    Matcher bar = BAR.matcher(svg);
                    assertThat(bar.find()).isTrue();
                    double quarter = Double.parseDouble(bar.group(2));
                    assertThat(bar.find()).isTrue();
                    double whole = Double.parseDouble(bar.group(2));
                    double base = Double.parseDouble(bar.group(1)) + whole;
                    assertThat(quarter).isBetween(whole / 4 - 0.11, whole / 4 + 0.11);
                    Matcher line = LINE.matcher(svg.substring(svg.lastIndexOf("<path")));
                    assertThat(line.find()).as(svg).isTrue();
                    double allowed = (Math.exp(epsilon) * second + delta) / highest;
                    assertThat(base - Double.parseDouble(line.group(1)))
                            .as("%s %s %s", epsilon, delta, second)
                            .isBetween(allowed * whole - 0.3, allowed * whole + 0.3);
                }
            }
        }
    }

    /** Labels of up to fourteen letters stand as they are; of longer ones the first thirteen. */
    @Test
    void longLabelsAreShortened() {
        for (int length = 1; length <= 20; length++) {
            String label = "abcdefghijklmnopqrst".substring(0, length);
            HistogramPlot.Bar bar = new HistogramPlot.Bar(label, 1, 1, false);
            String shown = length <= 14 ? label : label.substring(0, 13) + "…";
            assertThat(new HistogramPlot("title", "{}", "{1}", 1, 0, List.of(bar)).svg())
                    .contains(">" + shown + "<");
        }
    }
}
