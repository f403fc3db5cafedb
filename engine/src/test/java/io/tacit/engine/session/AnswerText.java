package io.tacit.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** An answer as the scripts show it: plain values in columns. */
@org.jspecify.annotations.NullUnmarked
final class AnswerText {
    private AnswerText() {}

    static String of(Answer answer) {
        List<List<String>> table = new ArrayList<>();
        table.add(answer.columns().stream().map(AnswerColumn::name).toList());
        for (AnswerRow row : answer.rows()) {
            table.add(row.values().stream().map(AnswerText::text).toList());
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : table) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                int column = i;
                int width = table.stream()
                        .mapToInt(r -> r.get(column).length())
                        .max()
                        .orElse(0);
                cells.add(row.get(i) + " ".repeat(width - row.get(i).length()));
            }
            text.append(cells.stream().collect(Collectors.joining(" | ")).stripTrailing())
                    .append('\n');
        }
        int rows = answer.rows().size();
        return text + "(" + rows + (rows == 1 ? " row)" : " rows)") + "\n";
    }

    private static String text(Object value) {
        if (value == null) {
            return "NULL";
        }
        if (value instanceof List<?> array) {
            return array.stream().map(AnswerText::text).collect(Collectors.joining(", ", "[", "]"));
        }
        return value instanceof Double real && Math.abs(real) < 1e9
                ? String.valueOf(Math.round(real * 1e6) / 1e6)
                : value.toString();
    }
}
