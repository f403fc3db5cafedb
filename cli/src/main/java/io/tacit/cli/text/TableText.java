package io.tacit.cli.text;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import java.util.ArrayList;
import java.util.List;

/** An answer as a table of box-drawing characters; numbers stand to the right, text to the left. */
public final class TableText {
    /** Nobody reads longer lines, wherever they go. */
    private static final int WIDEST = 200;

    private TableText() {}

    /**
     * The table where it fits, else each row as lines of its own: a table whose lines are broken cannot be read.
     *
     * @param columns how many columns of text there is room for
     */
    public static String of(Answer answer, int columns) {
        String table = of(answer);
        boolean fits = table.lines().mapToInt(Width::of).max().orElse(0) <= Math.min(columns, WIDEST);
        return fits || answer.rows().isEmpty() ? table : RecordText.of(answer, Math.min(columns, WIDEST));
    }

    /** One line for each value, also where the table would fit. */
    public static String expanded(Answer answer, int columns) {
        return answer.rows().isEmpty() ? of(answer) : RecordText.of(answer, Math.min(columns, WIDEST));
    }

    /** The table, without the summary. */
    public static String of(Answer answer) {
        List<List<String>> rows = new ArrayList<>();
        for (AnswerRow row : answer.rows()) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < answer.columns().size(); i++) {
                cells.add(Cells.text(answer, row, i));
            }
            rows.add(cells);
        }
        List<String> names = answer.columns().stream()
                .map(column -> Cells.shown(column.name()))
                .toList();
        alignErrors(rows, answer.columns().size());
        List<Integer> widths = new ArrayList<>();
        for (int i = 0; i < answer.columns().size(); i++) {
            int column = i;
            int widest = rows.stream()
                    .mapToInt(row -> Width.of(row.get(column)))
                    .max()
                    .orElse(0);
            widths.add(Math.max(widest, Width.of(names.get(i))));
        }
        StringBuilder text = new StringBuilder();
        line(text, answer.columns(), names, widths);
        text.append("─");
        for (int i = 0; i < widths.size(); i++) {
            text.append("─".repeat(widths.get(i))).append(i == widths.size() - 1 ? "─" : "─┼─");
        }
        text.append('\n');
        rows.forEach(row -> line(text, answer.columns(), row, widths));
        return text.toString();
    }

    /** Aligns the ± signs of each column. */
    private static void alignErrors(List<List<String>> rows, int columns) {
        for (int column = 0; column < columns; column++) {
            int widest = 0;
            for (List<String> row : rows) {
                int mark = row.get(column).indexOf(" ± ");
                widest = mark < 0 ? widest : Math.max(widest, row.get(column).length() - mark);
            }
            for (List<String> row : rows) {
                String cell = row.get(column);
                int mark = cell.indexOf(" ± ");
                if (mark >= 0) {
                    int missing = widest - (cell.length() - mark);
                    row.set(column, cell.substring(0, mark + 3) + " ".repeat(missing) + cell.substring(mark + 3));
                }
            }
        }
    }

    private static void line(StringBuilder text, List<AnswerColumn> columns, List<String> cells, List<Integer> widths) {
        StringBuilder line = new StringBuilder(" ");
        for (int i = 0; i < cells.size(); i++) {
            String pad = " ".repeat(widths.get(i) - Width.of(cells.get(i)));
            boolean right = Cells.isNumber(columns.get(i));
            line.append(right ? pad + cells.get(i) : cells.get(i) + pad).append(i == cells.size() - 1 ? "" : " │ ");
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
