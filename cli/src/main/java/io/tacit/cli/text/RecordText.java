package io.tacit.cli.text;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import java.util.List;
import java.util.stream.IntStream;

/** An answer whose table would be too wide: one line for each value, one block for each row. */
final class RecordText {
    /** Values in less room than this stand below their names. */
    private static final int LEAST = 20;

    /** What stands around a name. */
    private static final int BESIDES = 4;

    private RecordText() {}

    /**
     * All rows; each begins with a line that numbers it. A value that is too long goes on below itself.
     *
     * @param room how many columns of text there is room for
     */
    static String of(Answer answer, int room) {
        List<AnswerColumn> columns = answer.columns();
        List<String> names =
                columns.stream().map(column -> Cells.shown(column.name())).toList();
        int widest = names.stream().mapToInt(Width::of).max().orElse(0);
        boolean below = room < widest + BESIDES + LEAST && isWide(answer, room - widest - BESIDES);
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < answer.rows().size(); row++) {
            text.append("── row ")
                    .append(row + 1)
                    .append(" of ")
                    .append(answer.rows().size())
                    .append('\n');
            for (int i = 0; i < columns.size(); i++) {
                String value = Cells.text(answer, answer.rows().get(row), i);
                text.append(below ? under(names.get(i), value, room) : beside(names.get(i), value, widest, room));
            }
        }
        return text.toString();
    }

    private static boolean isWide(Answer answer, int room) {
        return IntStream.range(0, answer.columns().size())
                .anyMatch(column ->
                        answer.rows().stream().anyMatch(row -> Width.of(Cells.text(answer, row, column)) > room));
    }

    private static String under(String name, String value, int room) {
        return Wrap.cut(" " + name, room) + '\n' + Wrap.within("   ", "   ", value, room);
    }

    private static String beside(String name, String value, int widest, int room) {
        String pad = " ".repeat(widest - Width.of(name));
        return Wrap.within(" " + name + pad + " │ ", " ".repeat(widest + 1) + " │ ", value, room);
    }
}
