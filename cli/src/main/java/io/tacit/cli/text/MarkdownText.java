package io.tacit.cli.text;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An answer as a Markdown table. */
public final class MarkdownText {
    private MarkdownText() {}

    /** The table; the summary is not part of it. */
    public static String of(Answer answer) {
        List<AnswerColumn> columns = answer.columns();
        StringBuilder text = new StringBuilder();
        line(text, columns.stream().map(column -> Cells.shown(column.name())).toList());
        text.append(columns.stream()
                        .map(column -> Cells.isNumber(column) ? "---:" : "---")
                        .collect(Collectors.joining("|", "|", "|")))
                .append('\n');
        for (AnswerRow row : answer.rows()) {
            line(
                    text,
                    IntStream.range(0, columns.size())
                            .mapToObj(i -> Cells.text(answer, row, i))
                            .toList());
        }
        return text.toString();
    }

    private static void line(StringBuilder text, List<String> cells) {
        text.append(cells.stream()
                        .map(cell ->
                                cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "\\<"))
                        .collect(Collectors.joining(" | ", "| ", " |")))
                .append('\n');
    }
}
