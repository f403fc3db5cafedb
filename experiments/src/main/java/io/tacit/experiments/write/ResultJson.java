package io.tacit.experiments.write;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tacit.experiments.result.Agreement;
import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.Picture;
import io.tacit.experiments.result.Result;
import io.tacit.experiments.result.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/** A whole result as JSON, with the settings it was made with, so that it can be read again instead of made again. */
public final class ResultJson {
    private static final ObjectMapper JSON = new ObjectMapper();

    private ResultJson() {}

    /**
     * A result that was read again.
     *
     * @param settings with which it was made
     * @param result what was found
     */
    public record Kept(Map<String, String> settings, Result result) {
        public Kept {
            settings = Map.copyOf(settings);
        }
    }

    /** The text of a result. */
    public static String of(String name, Map<String, String> settings, Result result) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(node(name, settings, result)) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static ObjectNode node(String name, Map<String, String> settings, Result result) {
        ObjectNode all = JSON.createObjectNode().put("experiment", name);
        ObjectNode made = all.putObject("settings");
        new TreeMap<>(settings).forEach(made::put);
        result.found().forEach(all.putArray("found")::add);
        ArrayNode tables = all.putArray("tables");
        result.tables().forEach(table -> write(table, tables.addObject()));
        ArrayNode pictures = all.putArray("pictures");
        result.pictures().forEach(picture -> write(picture, pictures.addObject()));
        ArrayNode agreements = all.putArray("agreements");
        for (Agreement one : result.agreements()) {
            agreements
                    .addObject()
                    .put("what", one.what())
                    .put("expected", one.expected())
                    .put("observed", one.observed())
                    .put("draws", one.draws());
        }
        result.notRepeated().forEach(all.putArray("notRepeated")::add);
        return all;
    }

    private static void write(ResultTable table, ObjectNode to) {
        to.put("name", table.name()).put("caption", table.caption()).put("rowsAre", table.rowsAre());
        table.columns().forEach(to.putArray("columns")::add);
        ArrayNode rows = to.putArray("rows");
        for (ResultTable.Row row : table.rows()) {
            ObjectNode line = rows.addObject().put("label", row.label());
            ArrayNode cells = line.putArray("cells");
            row.cells().forEach(cell -> write(cell, cells.addObject()));
        }
    }

    private static void write(Cell cell, ObjectNode to) {
        if (cell instanceof Cell.Published published) {
            to.put("kind", "published").put("value", published.value()).put("note", published.note());
        } else if (cell instanceof Cell.ClosedForm closed) {
            to.put("kind", "closedForm").put("value", closed.value()).put("note", closed.note());
        } else if (cell instanceof Cell.Measured measured) {
            to.put("kind", "measured")
                    .put("value", measured.value())
                    .put("lowerQuartile", measured.low())
                    .put("upperQuartile", measured.high())
                    .put("runs", measured.runs())
                    .put("note", measured.note());
        } else if (cell instanceof Cell.Missing missing) {
            to.put("kind", "missing").put("note", missing.why());
        }
    }

    private static void write(Picture picture, ObjectNode to) {
        to.put("name", picture.name()).put("title", picture.title());
        write(picture.x(), to.putObject("x"));
        write(picture.y(), to.putObject("y"));
        ArrayNode all = to.putArray("series");
        for (Picture.Series series : picture.series()) {
            ObjectNode one = all.addObject().put("name", series.name());
            one.put("drawing", series.drawing().name());
            ArrayNode points = one.putArray("points");
            series.points().forEach(point -> points.addArray().add(point.x()).add(point.y()));
        }
    }

    private static void write(Picture.Axis axis, ObjectNode to) {
        to.put("label", axis.label()).put("logarithmic", axis.logarithmic());
    }

    /**
     * Reads a result.
     *
     * @throws IOException when the text is none, or is not whole
     */
    public static Kept read(String text) throws IOException {
        JsonNode all = JSON.readTree(text);
        try {
            Map<String, String> settings = new TreeMap<>();
            all.required("settings")
                    .properties()
                    .forEach(entry ->
                            settings.put(entry.getKey(), entry.getValue().asText()));
            return new Kept(
                    settings,
                    new Result(
                            list(all.required("found"), JsonNode::asText),
                            list(all.required("tables"), ResultJson::table),
                            list(all.required("pictures"), ResultJson::picture),
                            list(
                                    all.required("agreements"),
                                    one -> new Agreement(
                                            one.required("what").asText(),
                                            one.required("expected").asDouble(),
                                            one.required("observed").asDouble(),
                                            one.required("draws").asLong())),
                            list(all.required("notRepeated"), JsonNode::asText)));
        } catch (IllegalArgumentException unlike) {
            throw new IOException(unlike);
        }
    }

    private static ResultTable table(JsonNode table) {
        return new ResultTable(
                table.required("name").asText(),
                table.required("caption").asText(),
                table.required("rowsAre").asText(),
                list(table.required("columns"), JsonNode::asText),
                list(
                        table.required("rows"),
                        row -> new ResultTable.Row(
                                row.required("label").asText(), list(row.required("cells"), ResultJson::cell))));
    }

    private static Cell cell(JsonNode cell) {
        String note = cell.required("note").asText();
        String kind = cell.required("kind").asText();
        return switch (kind) {
            case "published" -> new Cell.Published(cell.required("value").asDouble(), note);
            case "closedForm" -> new Cell.ClosedForm(cell.required("value").asDouble(), note);
            case "measured" ->
                new Cell.Measured(
                        cell.required("value").asDouble(),
                        cell.required("lowerQuartile").asDouble(),
                        cell.required("upperQuartile").asDouble(),
                        cell.required("runs").asLong(),
                        note);
            case "missing" -> new Cell.Missing(note);
            default -> throw new IllegalArgumentException("no kind of cell: " + kind);
        };
    }

    private static Picture picture(JsonNode picture) {
        return new Picture(
                picture.required("name").asText(),
                picture.required("title").asText(),
                axis(picture.required("x")),
                axis(picture.required("y")),
                list(
                        picture.required("series"),
                        series -> new Picture.Series(
                                series.required("name").asText(),
                                Picture.Drawing.valueOf(
                                        series.required("drawing").asText()),
                                list(
                                        series.required("points"),
                                        point -> new Picture.Point(
                                                point.required(0).asDouble(),
                                                point.required(1).asDouble())))));
    }

    private static Picture.Axis axis(JsonNode axis) {
        return new Picture.Axis(
                axis.required("label").asText(), axis.required("logarithmic").asBoolean());
    }

    private static <T> List<T> list(JsonNode array, Function<JsonNode, T> element) {
        return new ArrayList<>(
                StreamSupport.stream(array.spliterator(), false).map(element).toList());
    }
}
