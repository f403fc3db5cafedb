package io.tacit.experiments.write;

import io.tacit.experiments.result.Cell;
import io.tacit.experiments.result.ResultTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Tables of an experiment as text: for a terminal, and as Markdown. Notes stand below, with their numbers. */
public final class TableText {
    private final ResultTable table;
    private final List<String> notes;

    private TableText(ResultTable table) {
        this.table = table;
        Set<String> all = new LinkedHashSet<>();
        table.rows().forEach(row -> row.cells().forEach(cell -> all.add(note(cell))));
        all.remove("");
        this.notes = List.copyOf(all);
    }

    /** For a terminal. */
    public static String plain(ResultTable table) {
        TableText text = new TableText(table);
        List<List<String>> lines = text.lines(" [%d]");
        int[] widths = new int[lines.get(0).size()];
        lines.forEach(line -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        });
        StringBuilder all = new StringBuilder(" " + table.caption() + "\n\n");
        for (int row = 0; row < lines.size(); row++) {
            StringBuilder line = new StringBuilder(" ");
            for (int i = 0; i < widths.length; i++) {
                String cell = lines.get(row).get(i);
                String pad = " ".repeat(widths[i] - cell.length());
                line.append(i == 0 ? cell + pad : pad + cell).append(i == widths.length - 1 ? "" : " │ ");
            }
            all.append(line.toString().stripTrailing()).append('\n');
            if (row == 0) {
                all.append("─");
                for (int i = 0; i < widths.length; i++) {
                    all.append("─".repeat(widths[i])).append(i == widths.length - 1 ? "─" : "─┼─");
                }
                all.append('\n');
            }
        }
        for (int i = 0; i < text.notes.size(); i++) {
            all.append(" [")
                    .append(i + 1)
                    .append("] ")
                    .append(text.notes.get(i))
                    .append('\n');
        }
        return all.toString();
    }

    /** As Markdown. */
    public static String markdown(ResultTable table) {
        TableText text = new TableText(table);
        List<List<String>> lines = text.lines(" <sup>%d</sup>");
        StringBuilder all = new StringBuilder(table.caption() + ":\n\n");
        for (int row = 0; row < lines.size(); row++) {
            all.append(lines.get(row).stream()
                    .map(cell -> cell.replace("|", "\\|"))
                    .collect(Collectors.joining(" | ", "| ", " |\n")));
            if (row == 0) {
                all.append("|---")
                        .append("|---:".repeat(table.columns().size()))
                        .append("|\n");
            }
        }
        if (!text.notes.isEmpty()) {
            all.append('\n');
        }
        for (int i = 0; i < text.notes.size(); i++) {
            all.append("<sup>").append(i + 1).append("</sup> ").append(text.notes.get(i));
            all.append(i == text.notes.size() - 1 ? "\n" : "<br>\n");
        }
        return all.toString();
    }

    private List<List<String>> lines(String mark) {
        List<List<String>> lines = new ArrayList<>();
        List<String> head = new ArrayList<>(List.of(table.rowsAre()));
        head.addAll(table.columns());
        lines.add(head);
        for (ResultTable.Row row : table.rows()) {
            List<String> line = new ArrayList<>(List.of(row.label()));
            row.cells().forEach(cell -> line.add(shown(cell) + marked(note(cell), mark)));
            lines.add(line);
        }
        return lines;
    }

    private String marked(String note, String mark) {
        return note.isEmpty() ? "" : String.format(mark, notes.indexOf(note) + 1);
    }

    private static String shown(Cell cell) {
        if (cell instanceof Cell.Published published) {
            return Numbers.text(published.value());
        }
        if (cell instanceof Cell.ClosedForm closed) {
            return Numbers.text(closed.value());
        }
        if (cell instanceof Cell.Measured measured) {
            String runs = Numbers.text(measured.runs()) + (measured.runs() == 1 ? " run" : " runs");
            return measured.low() == measured.high()
                    ? Numbers.text(measured.value()) + " (" + runs + ")"
                    : Numbers.text(measured.value()) + " (" + Numbers.text(measured.low()) + " … "
                            + Numbers.text(measured.high()) + "; " + runs + ")";
        }
        return "–";
    }

    private static String note(Cell cell) {
        if (cell instanceof Cell.Published published) {
            return published.note();
        }
        if (cell instanceof Cell.ClosedForm closed) {
            return closed.note();
        }
        if (cell instanceof Cell.Measured measured) {
            return measured.note();
        }
        return cell instanceof Cell.Missing missing ? missing.why() : "";
    }
}
