package io.tacit.engine.dialect.spark;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Arrays;
import java.util.List;

/** Names and texts in quotes, as Spark reads them. */
public final class SparkText {
    /** What ends a text, escapes in it, begins a variable of the cluster's settings, or is no letter. */
    private static final String SPECIAL = "'\\$\"";

    private SparkText() {}

    /** Whether Spark has such a name. */
    public static boolean isName(String name) {
        return name.indexOf('\0') < 0 && !name.contains("${");
    }

    /** A name in backticks. */
    public static String name(String name) {
        if (!isName(name)) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    "Spark has no name with the character 0 or with ${.",
                    "Rename it in a view.");
        }
        return '`' + name.replace("`", "``") + '`';
    }

    /**
     * A text in single quotes. What could end it or mean anything else stands as a number: Spark would replace
     * <code>${env:HOME}</code> by what its settings say, also within quotes.
     */
    public static String text(String text) {
        StringBuilder quoted = new StringBuilder("'");
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter < ' ' || SPECIAL.indexOf(letter) >= 0) {
                quoted.append(String.format("\\u%04x", (int) letter));
            } else {
                quoted.append(letter);
            }
        }
        return quoted.append('\'').toString();
    }

    /**
     * A table of the catalogue, or the files of a path. A name has at least two parts, so that no temporary view can
     * stand in its place.
     *
     * @param table {@code table}, {@code schema.table}, {@code catalog.schema.table}, or a path with a slash in it
     */
    public static String qualified(String table) {
        if (table.indexOf('/') >= 0) {
            return "parquet." + name(table);
        }
        List<String> parts = Arrays.asList(table.split("\\.", -1));
        String written = String.join(".", parts.stream().map(SparkText::name).toList());
        return switch (parts.size()) {
            case 1 -> "`spark_catalog`.`default`." + written;
            case 2 -> "`spark_catalog`." + written;
            default -> written;
        };
    }
}
