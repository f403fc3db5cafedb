package io.tacit.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column as the options of a command line name it: {@code [TABLE.]COLUMN}. Each part may stand in double quotes, as in
 * SQL: then a sign in it, such as a dot, divides nothing.
 *
 * @param table its table, if one is named
 * @param column the rest, without the quotes of a name that is quoted as a whole
 */
record WrittenName(Optional<String> table, String column) {
    private static final String QUOTES = "\"(?:[^\"]++|\"\")++\"";
    private static final Pattern QUOTED = Pattern.compile(QUOTES);
    private static final Pattern QUOTED_TABLE = Pattern.compile("(" + QUOTES + ")\\.(.+)", Pattern.DOTALL);
    private static final Pattern BEGIN =
            Pattern.compile("(?:(?:" + QUOTES + "|[^\"]+)\\.)?" + QUOTES + "|" + QUOTES + "\\.");
    private static final Pattern PIECE = Pattern.compile("\\s*(" + QUOTES + "|[^,]*?)\\s*(?:,|$)", Pattern.DOTALL);

    /**
     * Reads a name: behind a table's name and a dot the column's name begins, which may hold dots of its own.
     *
     * @param known whether there is such a table; only of such a one a name without quotes is taken for a table's
     */
    static WrittenName of(String text, Predicate<String> known) {
        Matcher table = QUOTED_TABLE.matcher(text);
        if (table.matches()) {
            return new WrittenName(Optional.of(plain(table.group(1))), table.group(2));
        }
        for (int dot = text.indexOf('.'); dot >= 0 && !isQuoted(text); dot = text.indexOf('.', dot + 1)) {
            String before = text.substring(0, dot);
            if (dot > 0 && dot < text.length() - 1 && known.test(before)) {
                return new WrittenName(Optional.of(before), text.substring(dot + 1));
            }
        }
        return new WrittenName(Optional.empty(), text);
    }

    /** The only column's name. */
    String only() {
        return plain(column);
    }

    /** The names of columns with commas between them. */
    List<String> each() {
        List<String> names = new ArrayList<>();
        Matcher piece = PIECE.matcher(column);
        boolean more = true;
        while (more && piece.find()) {
            names.add(plain(piece.group(1)));
            more = piece.end() > piece.end(1) && column.charAt(piece.end() - 1) == ',';
        }
        return names;
    }

    /** Where a name in quotes ends with which a text begins; 0 where its name has none. */
    static int quotedEnd(String text) {
        Matcher begin = BEGIN.matcher(text);
        return begin.lookingAt() ? begin.end() : 0;
    }

    private static boolean isQuoted(String text) {
        return QUOTED.matcher(text).matches();
    }

    private static String plain(String name) {
        return isQuoted(name) ? name.substring(1, name.length() - 1).replace("\"\"", "\"") : name;
    }
}
