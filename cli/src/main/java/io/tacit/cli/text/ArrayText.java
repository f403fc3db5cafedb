package io.tacit.cli.text;

import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Arrays as DuckDB writes them: {@code [1.5, NULL]}, and texts that could be misread in single quotes. */
final class ArrayText {
    private static final Pattern MISLEADING = Pattern.compile("^$|^\\s|\\s$|[\\[\\](){}'\",:=\\\\]");

    private static final Pattern ESCAPED = Pattern.compile("['\\\\]");

    private ArrayText() {}

    /**
     * The whole array.
     *
     * @param plain how a value is written that is neither text nor NULL
     */
    static String text(List<?> array, Function<Object, String> plain) {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (Object value : array) {
            text.add(value == null ? "NULL" : quotes(value) ? quoted(value) : plain.apply(value));
        }
        return text.toString();
    }

    private static boolean quotes(Object value) {
        return value instanceof String || value instanceof LocalDateTime || value instanceof LocalTime;
    }

    private static String quoted(Object value) {
        String text = PlainText.of(value);
        boolean none = text.toUpperCase(Locale.ROOT).equals("NULL");
        return none || MISLEADING.matcher(text).find()
                ? "'" + ESCAPED.matcher(text).replaceAll("\\\\$0") + "'"
                : text;
    }
}
