package io.tacit.experiments.write;

import io.tacit.experiments.Experiment;
import io.tacit.experiments.result.Result;
import java.util.Map;
import java.util.stream.Collectors;

/** How a result is printed. */
public enum ResultText {
    /** For people. */
    TABLE,
    /** One line for each cell; a line with the columns' names first. */
    CSV,
    /** The whole result. */
    JSON;

    /** The text of a result; it ends with a line break. */
    public String of(Experiment experiment, Map<String, String> settings, Result result) {
        return switch (this) {
            case TABLE -> table(experiment, result);
            case CSV -> CsvText.cells(result);
            case JSON -> ResultJson.of(experiment.name(), settings, result);
        };
    }

    private static String table(Experiment experiment, Result result) {
        StringBuilder text = new StringBuilder();
        text.append(experiment.name())
                .append(", ")
                .append(experiment.source())
                .append('\n')
                .append(experiment.question())
                .append("\n\n");
        result.tables().forEach(table -> text.append(TableText.plain(table)).append('\n'));
        result.found().forEach(paragraph -> text.append(paragraph).append("\n\n"));
        if (!result.notRepeated().isEmpty()) {
            text.append("Not repeated:\n");
            result.notRepeated().forEach(why -> text.append("- ").append(why).append('\n'));
            text.append('\n');
        }
        if (!result.pictures().isEmpty()) {
            text.append(result.pictures().stream()
                    .map(picture -> ResultFolder.pictureName(experiment.name(), picture) + ".svg")
                    .collect(Collectors.joining(", ", "Pictures: ", "\n\n")));
        }
        return text.toString();
    }
}
