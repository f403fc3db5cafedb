package io.tacit.cli.text;

import io.tacit.engine.session.Answer;
import io.tacit.engine.session.AnswerColumn;
import io.tacit.engine.session.AnswerRow;
import io.tacit.engine.session.ConfidenceInterval;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An answer as CSV (RFC 4180): the query's columns, and {@code NAME_low}, {@code NAME_high} behind each noisy one. */
public final class CsvText {
    private CsvText() {}

    /** The whole file, lines ended by CR LF; NULL is an empty field, an empty text is a quoted one. */
    public static String of(Answer answer) {
        StringBuilder text = new StringBuilder();
        List<String> header = new ArrayList<>();
        for (AnswerColumn column : answer.columns()) {
            header.add(quoted(column.name()));
            if (column.noisy()) {
                header.add(quoted(column.name() + "_low"));
                header.add(quoted(column.name() + "_high"));
            }
        }
        line(text, header);
        for (AnswerRow row : answer.rows()) {
            List<String> fields = new ArrayList<>();
            for (int i = 0; i < answer.columns().size(); i++) {
                fields.add(field(row.values().get(i)));
                if (answer.columns().get(i).noisy()) {
                    @Nullable ConfidenceInterval interval = row.intervals().get(i);
                    fields.add(
                            interval == null
                                    ? ""
                                    : field(interval.lowOf(row.values().get(i))));
                    fields.add(
                            interval == null
                                    ? ""
                                    : field(interval.highOf(row.values().get(i))));
                }
            }
            line(text, fields);
        }
        return text.toString();
    }

    private static String field(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof List<?> array) {
            return quoted(ArrayText.text(array, CsvText::plain));
        }
        if (value instanceof String text) {
            return text.isEmpty() ? "\"\"" : quoted(text);
        }
        return plain(value);
    }

    private static String plain(Object value) {
        if (value instanceof Double real && real == Math.rint(real) && Math.abs(real) < 1e15) {
            return BigDecimal.valueOf(real)
                    .setScale(0, RoundingMode.UNNECESSARY)
                    .toPlainString();
        }
        return PlainText.of(value);
    }

    private static void line(StringBuilder text, List<String> fields) {
        text.append(String.join(",", fields)).append("\r\n");
    }

    private static String quoted(String field) {
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
