package io.tacit.experiments.write;

import io.tacit.experiments.Experiment;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Picture;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A page of all results for people who have not read the paper, with pictures beside it. */
public final class Document {
    /** Three digits are published: what differs by less is the same. */
    private static final double CLEARLY = 0.995;

    private final String command;
    private final Path pictures;
    private final List<String> sections = new ArrayList<>();
    private final List<String> better = new ArrayList<>();
    private final List<String> contents = new ArrayList<>();

    /**
     * An empty page.
     *
     * @param command what makes it, as it is typed
     * @param pictures the folder of the pictures, as the page names it
     */
    public Document(String command, Path pictures) {
        this.command = command;
        this.pictures = pictures;
    }

    /** Adds what an experiment found. */
    public void add(Experiment experiment, Result result) {
        contents.add("- [" + experiment.name() + "](#" + experiment.name() + "): " + experiment.question());
        StringBuilder text = new StringBuilder("## " + experiment.name() + "\n\n");
        text.append("**")
                .append(experiment.question())
                .append("** (")
                .append(experiment.source())
                .append(")\n\n");
        for (ResultTable table : result.tables()) {
            text.append(TableText.markdown(table)).append('\n');
            betterOnes(experiment, table);
        }
        for (Picture picture : result.pictures()) {
            text.append("![")
                    .append(picture.title())
                    .append("](")
                    .append(pictures.resolve(ResultFolder.pictureName(experiment.name(), picture) + ".svg"))
                    .append(")\n\n");
        }
        result.found().forEach(paragraph -> text.append(paragraph).append("\n\n"));
        if (!result.notRepeated().isEmpty()) {
            text.append("Not repeated:\n\n");
            result.notRepeated().forEach(why -> text.append("- ").append(why).append('\n'));
            text.append('\n');
        }
        sections.add(text.toString());
    }

    /** Notes each published error that is clearly smaller than all that Tacit measured in its row. */
    private void betterOnes(Experiment experiment, ResultTable table) {
        if (!table.caption().toLowerCase(Locale.ROOT).contains("error")) {
            return;
        }
        for (ResultTable.Row row : table.rows()) {
            double ours = row.cells().stream()
                    .filter(Cell.Measured.class::isInstance)
                    .mapToDouble(cell -> ((Cell.Measured) cell).value())
                    .min()
                    .orElse(Double.NaN);
            for (int i = 0; i < row.cells().size(); i++) {
                if (row.cells().get(i) instanceof Cell.Published published && published.value() < ours * CLEARLY) {
                    better.add("- " + experiment.name() + ", " + row.label() + ": "
                            + table.columns().get(i) + " has " + Numbers.text(published.value()) + ", Tacit "
                            + Numbers.text(ours)
                            + (published.note().isEmpty() ? "." : ": " + published.note() + "."));
                }
            }
        }
    }

    /** The page as Markdown. */
    public String text(Map<String, String> settings) {
        StringBuilder page = new StringBuilder("# Experiments\n\n");
        page.append("How accurate are private answers? Here the experiments of the paper are repeated, and what other"
                + " systems published stands beside what Tacit measures. One command makes this page, its tables and"
                + " its pictures; all data are generated:\n\n```\n"
                + command + "\n```\n\n");
        page.append("TPC-H is at scale " + settings.get("scale") + "; published figures are at the scale that their"
                + " tables say, the paper's at 1. Each number is the"
                + " median of many releases, with the quartiles and"
                + " the number of releases in brackets; exact data"
                + " are read once, and only the noise is drawn again,"
                + " by the code that answers queries. A cheap release"
                + " is repeated " + settings.get("runs")
                + " times, a costly one less often. An error is relative: 0.01 means that half of the answers are"
                + " within 1 % of the truth. The closed form is computed from the law of the noise alone. ε says how"
                + " much one person may change the chances of any answer: by a factor of e<sup>ε</sup>, which is 1.1"
                + " for ε = 0.1.\n\n");
        contents.forEach(line -> page.append(line).append('\n'));
        page.append('\n');
        sections.forEach(page::append);
        page.append("## Where others are better\n\n");
        page.append(
                better.isEmpty()
                        ? "No published error in these tables is smaller than Tacit's.\n"
                        : "Published errors that are smaller than all that Tacit measured in the same row:\n\n");
        better.forEach(line -> page.append(line).append('\n'));
        return page.toString();
    }
}
