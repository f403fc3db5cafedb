package io.tacit.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tacit.experiments.known.KnownExperiments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The page that {@code ./tacit experiment all --document} made: whole, and its cells are the paper's where they should be. */
class ExperimentsPageTest {
    private static final Path DOCS = Path.of("../docs");
    private static final Pattern PICTURE = Pattern.compile("\\]\\((experiments/[a-z0-9-]+\\.svg)\\)");

    /** A normal variable is further from its mean once in two million times. */
    private static final double DEVIATIONS = 5;

    private static String page = "";

    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(DOCS.resolve("experiments.md"));
    }

    @Test
    void everyExperimentAndEveryPictureIsThere() throws IOException {
        assertThat(page).contains("--scale 1.0").contains("## Where others are better");
        KnownExperiments.all()
                .forEach(experiment -> assertThat(page)
                        .contains("## " + experiment.name() + "\n")
                        .contains("**" + experiment.question() + "**"));
        Matcher pictures = PICTURE.matcher(page);
        int found = 0;
        while (pictures.find()) {
            found++;
            assertThat(Files.size(DOCS.resolve(pictures.group(1)))).isBetween(1000L, 100_000L);
        }
        assertThat(found).isGreaterThan(8);
    }

    /** Cells of one row, without what stands in brackets and raised. */
    private static List<String> row(String label, int table) {
        List<String> rows =
                page.lines().filter(line -> line.startsWith("| " + label)).toList();
        return List.of(rows.get(table).split("\\|", -1)).stream()
                .map(cell -> cell.replaceAll("<sup>.*?</sup>", "").strip())
                .toList();
    }

    private static double value(String cell) {
        return Double.parseDouble(cell.replaceFirst(" \\(.*", "").replace(",", ""));
    }

    private static long runs(String cell) {
        return Long.parseLong(
                cell.replaceFirst(".*[; (]([0-9,]+) runs?\\).*", "$1").replace(",", ""));
    }

    /** The median of |Laplace noise| of n runs has a standard deviation of 1 / (ln 2 · √n) of itself. */
    @Test
    void countsOfTableTwoAreThePapersWithinTheirSamplingError() {
        for (int bound : new int[] {373, 1}) {
            List<String> cells = row("COUNT(*), at most " + bound + " per supplier", 0);
            double paper = value(cells.get(2));
            double sampling = paper / (Math.log(2) * Math.sqrt((double) runs(cells.get(5))));
            assertThat(value(cells.get(5))).isCloseTo(paper, within(DEVIATIONS * sampling + paper * 0.005));
            assertThat(value(cells.get(6))).isCloseTo(paper, within(paper * 0.005));
        }
    }

    @Test
    void theHiddenGroupsOfQuery16AreThePapersWithinTheirSamplingError() {
        List<String> cells = row("Q16, suppliers by brand, type and size", 0);
        double shown = 1 - value(cells.get(2));
        double groups = 18_314.0 * runs(cells.get(3));
        assertThat(1 - value(cells.get(3))).isCloseTo(shown, within(DEVIATIONS * Math.sqrt(shown / groups) + 1e-6));
    }

    /** Counts share their noise with the threshold, and means that of their number of people: less is left of it. */
    @Test
    void theOtherErrorsAreSmallerThanThePapers() {
        assertThat(value(row("AVG(l_extendedprice)", 0).get(5))).isLessThan(0.00181);
        assertThat(value(row("Q4, orders", 1).get(3))).isLessThan(0.0339);
        assertThat(value(row("Q13, customers", 1).get(3))).isLessThan(0.00677);
        assertThat(value(row("Q13, customers", 0).get(3))).isLessThan(0.309);
    }
}
