package io.tacit.experiments.write;

import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Picture;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import java.util.List;
import java.util.stream.Collectors;

/** Tables and pictures as CSV, one line for each cell or point, so that other programs need no knowledge of them. */
public final class CsvText {
    private CsvText() {}

    /** All cells: their place, what kind of number it is, and where it was measured its quartiles and runs. */
    public static String cells(Result result) {
        StringBuilder text = new StringBuilder("table,row,column,kind,value,lower_quartile,upper_quartile,runs,note\n");
        for (ResultTable table : result.tables()) {
            for (ResultTable.Row row : table.rows()) {
                for (int i = 0; i < row.cells().size(); i++) {
                    text.append(line(List.of(
                                    table.name(), row.label(), table.columns().get(i))))
                            .append(',')
                            .append(line(fields(row.cells().get(i))))
                            .append('\n');
                }
            }
        }
        return text.toString();
    }

    /** All points of a picture. */
    public static String points(Picture picture) {
        StringBuilder text = new StringBuilder(
                line(List.of("series", picture.x().label(), picture.y().label())) + "\n");
        for (Picture.Series series : picture.series()) {
            for (Picture.Point point : series.points()) {
                text.append(line(List.of(series.name(), Double.toString(point.x()), Double.toString(point.y()))))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static List<String> fields(Cell cell) {
        if (cell instanceof Cell.Published published) {
            return List.of("published", Double.toString(published.value()), "", "", "", published.note());
        }
        if (cell instanceof Cell.ClosedForm closed) {
            return List.of("closed form", Double.toString(closed.value()), "", "", "", closed.note());
        }
        if (cell instanceof Cell.Measured measured) {
            return List.of(
                    "measured",
                    Double.toString(measured.value()),
                    Double.toString(measured.low()),
                    Double.toString(measured.high()),
                    Long.toString(measured.runs()),
                    measured.note());
        }
        return List.of("missing", "", "", "", "", ((Cell.Missing) cell).why());
    }

    private static String line(List<String> fields) {
        return fields.stream().map(CsvText::field).collect(Collectors.joining(","));
    }

    private static String field(String value) {
        boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
    }
}
