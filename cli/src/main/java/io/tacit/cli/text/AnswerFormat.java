package io.tacit.cli.text;

import io.tacit.engine.session.Answer;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How an answer is written. */
public enum AnswerFormat {
    TABLE,
    CSV,
    JSON,
    MARKDOWN,
    HTML;

    /**
     * The answer as text.
     *
     * @param asked the query
     * @param columns how many columns of text a table may take; a wider one is written value by value
     */
    public String text(Answer answer, String asked, int columns) {
        return switch (this) {
            case TABLE -> TableText.of(answer, columns);
            case CSV -> CsvText.of(answer);
            case JSON -> JsonText.of(answer);
            case MARKDOWN -> MarkdownText.of(answer);
            case HTML -> HtmlText.of(answer, asked);
        };
    }

    /** Whether a summary belongs below it; a program gets nothing but the answer. */
    public boolean isForPeople() {
        return this == TABLE;
    }

    /** All of them, as they are written. */
    public static String names() {
        return Arrays.stream(values())
                .map(format -> format.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
