package io.tacit.cli.text;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import java.util.List;

/** An answer whose table would be too wide: one line for each value, one block for each row. */
final class RecordText {
    private RecordText() {}

    /** All rows; each begins with a line that numbers it. */
    static String of(Answer answer) {
        List<AnswerColumn> columns = answer.columns();
        List<String> names =
                columns.stream().map(column -> Cells.shown(column.name())).toList();
        int widest = names.stream().mapToInt(Width::of).max().orElse(0);
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < answer.rows().size(); row++) {
            text.append("── row ")
                    .append(row + 1)
                    .append(" of ")
                    .append(answer.rows().size())
                    .append('\n');
            for (int i = 0; i < columns.size(); i++) {
                String name = names.get(i);
                text.append(' ')
                        .append(name)
                        .append(" ".repeat(widest - Width.of(name)))
                        .append(" │ ")
                        .append(Cells.text(answer, answer.rows().get(row), i))
                        .append('\n');
            }
        }
        return text.toString();
    }
}
