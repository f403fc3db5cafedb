package io.tacit.engine.sql;

import io.tacit.engine.catalog.AmbiguousNames;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.NearestName;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import io.tacit.grammar.Keywords;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Says in our words what Calcite could not read. Its own messages name its internals and are never shown. */
final class ExplainErrors {
    private static final Pattern TABLE = Pattern.compile("(?:Object|Table) '(.*?)' not found.*", Pattern.DOTALL);
    /** Behind these words only a type can stand, which Calcite looks up like a column. */
    private static final Pattern TYPE_FOLLOWS = Pattern.compile("(?:\\bAS|::)\\s*$", Pattern.CASE_INSENSITIVE);

    private static final Pattern COLUMN =
            Pattern.compile("(?:Column '(.*?)' not found in |Unknown (?:field|identifier) '(.*?)').*", Pattern.DOTALL);
    private static final Pattern FIRST_WORD =
            Pattern.compile("^(?:\\s|\\(|--[^\n]*\n|/\\*.*?\\*/)*+([A-Za-z]+)", Pattern.DOTALL);

    private static final Set<String> QUERY_WORDS = Set.of("SELECT", "WITH", "EXPLAIN", "VALUES");

    private static final Pattern FUNCTION = Pattern.compile(
            "(?:No match found for function signature|Invalid number of arguments to function) '?(\\w+).*",
            Pattern.DOTALL);

    private static final Pattern EXPLAIN_ONLY =
            Pattern.compile("^\\s*EXPLAIN\\s+(?!PRIVACY\\b)", Pattern.CASE_INSENSITIVE);

    /** DuckDB's ways to draw a sample of rows, where the parser stops behind them. */
    private static final Pattern SAMPLE =
            Pattern.compile("\\bTABLESAMPLE\\s*(?:\\w+\\s*\\(\\s*[\\d.]*)?$", Pattern.CASE_INSENSITIVE);

    private static final Pattern USING_SAMPLE = Pattern.compile("^USING\\s+SAMPLE\\b", Pattern.CASE_INSENSITIVE);

    private final Catalog catalog;
    private final String text;

    ExplainErrors(Catalog catalog, String text) {
        this.catalog = catalog;
        this.text = text;
    }

    /** The refusal of a sample of rows. */
    static Refusal sample(@Nullable Position position) {
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                position,
                "TABLESAMPLE is not accepted: an answer that is kept and given again must not depend on a draw of its"
                        + " own.",
                "Leave it out; noise and limits already protect all people's rows.");
    }

    /** The refusal of a query for which there is no better explanation. */
    static Refusal unreadable() {
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                "This query cannot be understood.",
                "Write it in simpler steps, for example with WITH … AS (…).");
    }

    static Refusal tooDeep() {
        return new Refusal(
                ErrorCode.TOO_COMPLEX,
                "This query is nested too deeply.",
                "Split it into several queries, or replace long chains of operators by IN lists.");
    }

    /** The refusal of a text that is not SQL. */
    Refusal syntax(SqlParseException error) {
        SqlParserPos place = error.getPos();
        Position position = Positions.of(place);
        if (error.getCause() instanceof Refusal refusal) {
            return refusal;
        }
        if (error.getCause() instanceof StackOverflowError) {
            return tooDeep();
        }
        if (position == null) {
            return new Refusal(
                    ErrorCode.SYNTAX,
                    "This is not a complete query.",
                    "Look for an unclosed quote, bracket or comment.");
        }
        String word = wordAt(position);
        Matcher first = FIRST_WORD.matcher(text);
        if (first.find() && !QUERY_WORDS.contains(first.group(1).toUpperCase(Locale.ROOT))) {
            return firstWord(first);
        }
        if (EXPLAIN_ONLY.matcher(text).find()) {
            return new Refusal(
                    ErrorCode.NOT_A_QUERY,
                    position,
                    "Only EXPLAIN PRIVACY is answered: what a query would cost, and how accurate it would be.",
                    "Write EXPLAIN PRIVACY before the query. ./tacit explain --sql shows the SQL for the engine.");
        }
        int at = offset(position);
        if (SAMPLE.matcher(text.substring(0, at)).find()
                || USING_SAMPLE.matcher(text.substring(at)).find()) {
            return sample(position);
        }
        if (word.isEmpty() || isInside(position)) {
            return new Refusal(
                    ErrorCode.SYNTAX,
                    position,
                    "The query ends too early.",
                    wordOfSql(position).orElse("Complete it; a bracket or name may be missing."));
        }
        return new Refusal(
                ErrorCode.SYNTAX,
                position,
                "\"" + word + "\" cannot stand here.",
                wordOfSql(position)
                        .or(() -> blanks(position))
                        .or(() -> ClauseTypos.advice(text, at, word))
                        .or(() -> MeantSyntax.advice(text, at))
                        .orElse("Look at what comes just before it."
                                + (Keywords.isSometimes(word)
                                        ? " A name that is also a word of SQL must be put in double quotes: \"" + word
                                                + "\"."
                                        : "")));
    }

    private Refusal firstWord(Matcher first) {
        Position position = QueryText.positionAt(text, first.start(1));
        return NearestName.of(first.group(1), QUERY_WORDS)
                .map(meant -> new Refusal(
                        ErrorCode.SYNTAX,
                        position,
                        "\"" + first.group(1) + "\" is not a word that a query begins with.",
                        "Did you mean " + meant + "?"))
                .orElseGet(() -> notAQuery(position));
    }

    /** The refusal of a statement that is no query. */
    Refusal notAQuery(@Nullable Position position) {
        return new Refusal(
                ErrorCode.NOT_A_QUERY,
                position,
                "Tacit answers queries only, which begin with SELECT or WITH; nothing can be changed through it.",
                "SHOW TABLES and DESCRIBE show what may be asked. " + tables());
    }

    private String tables() {
        return catalog.tables().isEmpty()
                ? "No table is declared."
                : "The tables are: "
                        + shortList(catalog.tables().stream()
                                .map(table -> quoted(table.name()))
                                .toList())
                        + ".";
    }

    /** The refusal with a hint to quote a column whose name is a reserved word. */
    Refusal hinted(Refusal refusal) {
        return wordsOfSql(Keywords::isReserved)
                .filter(name -> !refusal.advice().contains(quoteIt(name)))
                .findFirst()
                .map(name -> refusal.advising((refusal.advice() + " " + quoteIt(name)).strip()))
                .orElse(refusal);
    }

    /** The refusal of a query for any other error in reading it. */
    Refusal failure(RuntimeException error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof Refusal refusal) {
                return refusal;
            }
            // What Calcite calls by reflection comes back wrapped.
            if (cause instanceof StackOverflowError) {
                return tooDeep();
            }
        }
        Position position = null;
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof CalciteContextException context && context.getPosLine() > 0) {
                position = Positions.of(new SqlParserPos(context.getPosLine(), context.getPosColumn()));
            }
            String message = cause instanceof CalciteContextException ? null : cause.getMessage();
            Refusal known = message == null ? null : known(message, position);
            if (known != null) {
                return known;
            }
        }
        return unreadable().at(position);
    }

    private @Nullable Refusal known(String message, @Nullable Position position) {
        Matcher table = TABLE.matcher(message);
        if (table.matches()) {
            return unknownTable(table.group(1), position);
        }
        Matcher column = COLUMN.matcher(message);
        if (column.matches()) {
            if (position != null
                    && TYPE_FOLLOWS.matcher(text.substring(0, offset(position))).find()) {
                return known("Unknown datatype", position);
            }
            return unknownColumn(column.group(1) == null ? column.group(2) : column.group(1), position);
        }
        Matcher function = FUNCTION.matcher(message);
        if (function.matches()) {
            return new Refusal(
                    ErrorCode.INVALID_QUERY,
                    position,
                    "The function " + function.group(1).toUpperCase(Locale.ROOT) + " is not used like this.",
                    "Check the number and the types of its arguments.");
        }
        return KnownErrors.find(message)
                .map(known -> new Refusal(ErrorCode.INVALID_QUERY, position, known.rule(), known.advice()))
                .orElse(null);
    }

    /** The refusal of a table that does not exist. */
    Refusal unknownTable(String name, @Nullable Position position) {
        List<String> names = catalog.tables().stream().map(Table::name).toList();
        String nearest = NearestName.of(name, names)
                .map(n -> "Did you mean " + quoted(n) + "? ")
                .orElse("");
        return new Refusal(ErrorCode.UNKNOWN_TABLE, position, "There is no table " + name + ".", nearest + tables());
    }

    private Refusal unknownColumn(String name, @Nullable Position position) {
        Optional<String> ambiguous = namedTables()
                .flatMap(table -> table.ambiguous().why(name).stream())
                .findFirst();
        if (ambiguous.isPresent()) {
            return new Refusal(ErrorCode.UNKNOWN_COLUMN, position, ambiguous.get(), AmbiguousNames.advice());
        }
        List<String> names = namedTables()
                .flatMap(table -> table.visibleColumns().stream())
                .map(Column::name)
                .distinct()
                .toList();
        String advice = NearestName.of(name, names)
                .map(n -> "Did you mean " + quoted(n) + "?")
                .orElse("The columns are: "
                        + shortList(names.stream().map(ExplainErrors::quoted).toList()) + ".");
        boolean inQuotes = position != null && wordAt(position).equals("\"");
        String texts = inQuotes ? " Texts stand in single quotes: '" + name + "'." : "";
        return new Refusal(ErrorCode.UNKNOWN_COLUMN, position, "There is no column " + name + ".", advice + texts);
    }

    /** The tables whose names occur in the text; all of them if none does. */
    private Stream<Table> namedTables() {
        String lower = text.toLowerCase(Locale.ROOT);
        List<Table> named = catalog.tables().stream()
                .filter(table -> lower.contains(table.name().toLowerCase(Locale.ROOT)))
                .toList();
        return (named.isEmpty() ? catalog.tables() : named).stream();
    }

    private static String shortList(List<String> names) {
        int most = 20;
        return names.size() <= most
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, most)) + " and " + (names.size() - most) + " more";
    }

    /** A name as a query must write it. */
    static String quoted(String name) {
        return name.matches("[A-Za-z_][A-Za-z0-9_]*") ? name : "\"" + name.replace("\"", "\"\"") + "\"";
    }

    /** The word or sign that begins at a place; empty at the end. */
    private String wordAt(Position position) {
        int start = offset(position);
        int end = start;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
            end++;
        }
        return text.substring(start, end == start ? Math.min(start + 1, text.length()) : end)
                .trim();
    }

    /** Whether a place is in the middle of a word, as where the parser means the end of the text. */
    private boolean isInside(Position position) {
        int at = offset(position);
        return at > 0
                && at < text.length()
                && Character.isLetterOrDigit(text.charAt(at))
                && Character.isLetterOrDigit(text.charAt(at - 1));
    }

    private int offset(Position position) {
        return QueryText.offsetOf(text, position);
    }

    /** The advice to quote the nearest column whose name is also a word of SQL. */
    private Optional<String> wordOfSql(Position position) {
        int place = offset(position);
        return wordsOfSql(Keywords::isSometimes)
                .min(Comparator.comparing(name -> distance(name, place)))
                .map(ExplainErrors::quoteIt);
    }

    private static String quoteIt(String name) {
        return name + " is also a word of SQL: if you mean the column, write \"" + name + "\" in quotes.";
    }

    /** The columns whose names are such words of SQL and stand in the text without quotes. */
    private Stream<String> wordsOfSql(Predicate<String> which) {
        return namedTables()
                .flatMap(table -> table.visibleColumns().stream())
                .map(Column::name)
                .filter(which)
                .filter(name -> bare(name).find());
    }

    private int distance(String name, int place) {
        return bare(name)
                .results()
                .mapToInt(found -> Math.abs(found.start() - place))
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    private Matcher bare(String name) {
        return Pattern.compile("(?<![\\w\"])" + Pattern.quote(name) + "(?![\\w\"])", Pattern.CASE_INSENSITIVE)
                .matcher(text);
    }

    /** Whether the text around a place is a known name with blanks or brackets that was not quoted. */
    private Optional<String> blanks(Position position) {
        int at = offset(position);
        return catalog.tables().stream()
                .flatMap(table -> Stream.concat(
                        Stream.of(table.name()), table.visibleColumns().stream().map(Column::name)))
                .filter(name -> !quoted(name).equals(name))
                .filter(name -> covers(name, at))
                .findFirst()
                .map(name -> "Put names with blanks or signs in double quotes: " + quoted(name) + ".");
    }

    private boolean covers(String name, int at) {
        for (int start = Math.max(0, at - name.length()); start <= Math.min(at, text.length() - 1); start++) {
            if (text.regionMatches(true, start, name, 0, name.length())) {
                return true;
            }
        }
        return false;
    }
}
