package io.tacit.engine.sql;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement that asks what tables there are and what columns they have. All of it is declared, so that it costs
 * nothing and reads no data.
 */
public sealed interface SchemaStatement {
    /** All tables: {@code SHOW TABLES}, {@code SHOW ALL TABLES}, {@code DESCRIBE}. */
    record Tables() implements SchemaStatement {}

    /**
     * The columns of a table: {@code DESCRIBE t}, {@code DESC t}, {@code SHOW COLUMNS FROM t}, {@code SHOW t}.
     *
     * @param table of the catalog
     */
    record Columns(Table table) implements SchemaStatement {}

    /**
     * The statement, if the text is one.
     *
     * @throws Refusal for SUMMARIZE, and where the table does not exist
     */
    static Optional<SchemaStatement> read(String sql, Catalog catalog) {
        return new Reader(catalog, sql).read();
    }

    /** Reads the text of a statement. */
    final class Reader {
        /** Such a statement holds a name and perhaps a comment; a longer text is left to the parser. */
        private static final int LONGEST = 2000;

        private static final Pattern STATEMENT = Pattern.compile(
                "(?:\\s|--[^\\n]*+(?:\\n|$)|/\\*.*?\\*/)*+(?<word>SHOW|DESCRIBE|DESC|SUMMARIZE)\\b(?<rest>[^;]*);?\\s*",
                Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

        private static final Pattern ALL = Pattern.compile("(?:ALL\\s+)?TABLES", Pattern.CASE_INSENSITIVE);

        private static final Pattern OF_TABLE = Pattern.compile(
                "(?:(?:ALL\\s+)?COLUMNS\\s+(?:FROM|IN)\\s+|TABLE\\s+)?(?:main\\s*\\.\\s*)?"
                        + "(?:(?<bare>[\\p{L}_][\\p{L}\\p{N}_$]*)|\"(?<quoted>(?:[^\"]|\"\")+)\")",
                Pattern.CASE_INSENSITIVE);

        private final Catalog catalog;
        private final String text;

        private Reader(Catalog catalog, String text) {
            this.catalog = catalog;
            this.text = text;
        }

        private Optional<SchemaStatement> read() {
            if (text.length() > LONGEST) {
                return Optional.empty();
            }
            Matcher statement = STATEMENT.matcher(text);
            if (!statement.matches()) {
                return Optional.empty();
            }
            String word = statement.group("word").toUpperCase(Locale.ROOT);
            String rest = statement.group("rest").strip();
            if (word.equals("SUMMARIZE")) {
                throw summarize(rest);
            }
            boolean all = word.equals("SHOW") ? ALL.matcher(rest).matches() : rest.isEmpty();
            if (all) {
                return Optional.of(new Tables());
            }
            Matcher named = OF_TABLE.matcher(rest);
            if (!named.matches()) {
                // SHOW and DESCRIBE of something else are no queries; the parser's refusal says so.
                return Optional.empty();
            }
            String name =
                    named.group("bare") == null ? named.group("quoted").replace("\"\"", "\"") : named.group("bare");
            int at = statement.start("rest") + statement.group("rest").lastIndexOf(rest) + nameStart(named);
            return Optional.of(new Columns(catalog.table(name)
                    .orElseThrow(() ->
                            new ExplainErrors(catalog, text).unknownTable(name, QueryText.positionAt(text, at)))));
        }

        private static int nameStart(Matcher named) {
            return named.group("bare") == null ? named.start("quoted") - 1 : named.start("bare");
        }

        private Refusal summarize(String rest) {
            String table = rest.matches("\\w+|\"[^\"]+\"") ? rest : "t";
            return new Refusal(
                    ErrorCode.NOT_A_QUERY,
                    "SUMMARIZE shows exact counts, means and extremes of people's rows.",
                    "Ask for what you need, with noise: SELECT COUNT(*), AVG(x), MEDIAN(x), MIN(x) FROM " + table
                            + ". DESCRIBE " + table + " shows the columns, and costs nothing.");
        }
    }
}
