package io.tacit.engine.sql;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Position;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Says in our words what Calcite could not read. Its own messages name its internals and are never shown. */
final class ExplainErrors {
    private static final Pattern TABLE = Pattern.compile("(?:Object|Table) '(.*?)' not found.*", Pattern.DOTALL);
    private static final Pattern COLUMN =
            Pattern.compile("(?:Column '(.*?)' not found in |Unknown (?:field|identifier) '(.*?)').*", Pattern.DOTALL);
    private static final Pattern FUNCTION = Pattern.compile(
            "(?:No match found for function signature|Invalid number of arguments to function) '?(\\w+).*",
            Pattern.DOTALL);

    /** Calcite's English beginnings, and what we say instead. */
    private enum Known {
        AMBIGUOUS(
                "Column '.*' is ambiguous.*",
                "This column name could mean columns of several tables.",
                "Put the table's name before it, as in orders.id."),
        NOT_GROUPED(
                "Expression '.*' is not being grouped.*",
                "This column is neither grouped nor aggregated.",
                "Add it to GROUP BY, or put it into an aggregate such as COUNT or SUM."),
        NESTED(
                "Aggregate expressions cannot be nested.*",
                "An aggregate cannot stand inside another one.",
                "Aggregate in a subquery first."),
        IN_WHERE(
                "Aggregate expression is illegal in WHERE clause.*",
                "An aggregate cannot stand in WHERE.",
                "Use HAVING, or aggregate in a subquery."),
        IN_GROUP_BY(
                "Aggregate expression is illegal in (GROUP BY|ON) clause.*",
                "An aggregate cannot stand here.",
                "Aggregate in a subquery first."),
        ARGUMENTS(
                "Cannot apply '.*",
                "These types do not go together here.",
                "Convert one side, for example with CAST(… AS DOUBLE) or CAST(… AS VARCHAR)."),
        COMPARE(
                "(Values passed to|Values in expression list|Illegal mixing of types|Illegal use of 'NULL').*",
                "The values here are of types that do not go together.",
                "Convert them to one type with CAST."),
        COLUMN_COUNT(
                "Column count mismatch in.*",
                "The queries combined here have different numbers of columns.",
                "Select the same columns in each of them."),
        COLUMN_TYPE(
                "Type mismatch in column.*",
                "The queries combined here have columns of different types.",
                "Convert the columns to one type with CAST."),
        ALIAS(
                "Duplicate relation name '.*",
                "Two tables in FROM have the same name.",
                "Give each an alias of its own, as in orders AS o."),
        CAST(
                "Cast function cannot convert.*",
                "This conversion does not exist.",
                "Convert to VARCHAR first, if that is what you mean."),
        ORDINAL(
                "Ordinal out of range.*",
                "There is no column of that number.",
                "Count the columns after SELECT, beginning with 1."),
        CONDITION(
                "(WHERE|HAVING|ON|FILTER) clause must be a condition.*",
                "A condition is needed here, something that is true or false.",
                "Compare values, as in x > 0."),
        WINDOW(
                "(Window|OVER|ROW/RANGE|.*requires ORDER BY|.*window).*",
                "This window cannot be read.",
                "Write it as in SUM(x) OVER (PARTITION BY a ORDER BY b)."),
        LITERAL(
                "(Illegal|Invalid|.*out of range).*",
                "This value cannot be read.",
                "Dates are written DATE '2024-12-31', timestamps TIMESTAMP '2024-12-31 23:59:00', intervals INTERVAL '3' MONTH.");

        private final Pattern pattern;
        private final String rule;
        private final String advice;

        Known(String pattern, String rule, String advice) {
            this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
            this.rule = rule;
            this.advice = advice;
        }
    }

    private final Catalog catalog;
    private final String text;

    ExplainErrors(Catalog catalog, String text) {
        this.catalog = catalog;
        this.text = text;
    }

    /** What cannot be said better. */
    static Refusal unreadable() {
        return new Refusal(
                ErrorCode.INVALID_QUERY,
                "This query cannot be understood.",
                "Write it in simpler steps, for example with WITH … AS (…).");
    }

    /** A text that is no SQL. */
    Refusal syntax(SqlParseException error) {
        SqlParserPos place = error.getPos();
        Position position = Positions.of(place);
        if (error.getCause() instanceof Refusal refusal) {
            return refusal;
        }
        if (position == null) {
            return new Refusal(
                    ErrorCode.SYNTAX,
                    "This is not a complete query.",
                    "Look for an unclosed quote, bracket or comment.");
        }
        String word = wordAt(position);
        if (word.isEmpty()) {
            return new Refusal(
                    ErrorCode.SYNTAX,
                    position,
                    "The query ends too early.",
                    "Complete it; a bracket or name may be missing.");
        }
        return new Refusal(
                ErrorCode.SYNTAX,
                position,
                "\"" + word + "\" cannot stand here.",
                blanks(position)
                        .orElse("Look at what comes just before it. A name that is also a word of SQL must be put in"
                                + " double quotes: \"" + word + "\"."));
    }

    /** Anything else that went wrong while reading a query. */
    Refusal failure(RuntimeException error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof Refusal refusal) {
                return refusal;
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
        for (Known known : Known.values()) {
            if (known.pattern.matcher(message).matches()) {
                return new Refusal(ErrorCode.INVALID_QUERY, position, known.rule, known.advice);
            }
        }
        return null;
    }

    private Refusal unknownTable(String name, @Nullable Position position) {
        List<String> names = catalog.tables().stream().map(Table::name).toList();
        String nearest = NearestName.of(name, names)
                .map(n -> "Did you mean " + quoted(n) + "? ")
                .orElse("");
        String list = names.isEmpty()
                ? "No table is declared."
                : "The tables are: "
                        + shortList(names.stream().map(ExplainErrors::quoted).toList()) + ".";
        return new Refusal(ErrorCode.UNKNOWN_TABLE, position, "There is no table " + name + ".", nearest + list);
    }

    private Refusal unknownColumn(String name, @Nullable Position position) {
        List<String> names = catalog.tables().stream()
                .flatMap(table -> table.columns().stream())
                .map(Column::name)
                .distinct()
                .toList();
        String advice = NearestName.of(name, names)
                .map(n -> "Did you mean " + quoted(n) + "?")
                .orElse("The columns are: "
                        + shortList(names.stream().map(ExplainErrors::quoted).toList()) + ".");
        return new Refusal(ErrorCode.UNKNOWN_COLUMN, position, "There is no column " + name + ".", advice);
    }

    private static String shortList(List<String> names) {
        int most = 20;
        return names.size() <= most
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, most)) + " and " + (names.size() - most) + " more";
    }

    /** A name as it must be written. */
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

    private int offset(Position position) {
        int offset = 0;
        for (int line = 1; line < position.line(); line++) {
            int next = text.indexOf('\n', offset);
            offset = next < 0 ? text.length() : next + 1;
        }
        return Math.min(text.length(), offset + position.column() - 1);
    }

    /** Whether the text around a place is a known name with blanks or brackets that was not quoted. */
    private Optional<String> blanks(Position position) {
        int at = offset(position);
        return catalog.tables().stream()
                .flatMap(table -> java.util.stream.Stream.concat(
                        java.util.stream.Stream.of(table.name()),
                        table.columns().stream().map(Column::name)))
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
