package io.tacit.engine.sql;

import io.tacit.engine.refusal.Refusal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The complaints of Calcite's validator, in our words. The first pattern that matches its message counts. */
final class KnownErrors {
    /**
     * A complaint of Calcite, and what we say instead.
     *
     * @param pattern matches Calcite's English message from its beginning
     * @param rule what is wrong
     * @param advice what to do
     */
    record Known(Pattern pattern, String rule, String advice) {}

    /** What Calcite says of operands, up to the forms that it would have taken. */
    private static final Pattern MEETING =
            Pattern.compile("Cannot apply '.*?' to arguments of type '(.*?)'\\.", Pattern.DOTALL);

    private static final List<Known> ALL = List.of(
            known(
                    "Column '.*' is ambiguous|Column name '.*' in NATURAL",
                    "This column name could mean columns of several tables.",
                    "Put the table's name before it, as in orders.id."),
            known(
                    "Expression '.*' is not being grouped|Expression '.*' is not in the select",
                    "This column is neither grouped nor aggregated.",
                    "Add it to GROUP BY, or put it into an aggregate such as COUNT or SUM."),
            known(
                    "Aggregate expressions cannot be nested",
                    "An aggregate cannot stand inside another one.",
                    "Aggregate in a subquery first."),
            known(
                    "Aggregate expression is illegal in WHERE",
                    "An aggregate cannot stand in WHERE.",
                    "Use HAVING, or aggregate in a subquery."),
            known(
                    "(Windowed aggregate|Aggregate|FILTER must not|WITHIN).*",
                    "An aggregate cannot stand here.",
                    "Aggregate in a subquery first."),
            known(
                    "Cannot apply|Cannot compare|Values passed to|Values in expression list|Illegal mixing of types"
                            + "|Operands|Types|Parameters must be|Expected a|Incompatible types|Cannot infer|.* is not comparable"
                            + "|Invalid types",
                    "These types do not go together here.",
                    WrittenType.CONVERT),
            known(
                    "Illegal use of 'NULL'|ELSE clause",
                    "This NULL has no type.",
                    "Write CAST(NULL AS INTEGER), or a value."),
            known(
                    "Column count mismatch|Number of columns|Unequal number of entries|List of column aliases",
                    "The numbers of columns differ.",
                    "Give the same number of columns on both sides."),
            known(
                    "Type mismatch in column",
                    "The queries combined here have columns of different types.",
                    "Convert the columns to one type with CAST."),
            known(
                    "SELECT \\* (EXCLUDE|REPLACE)|.*(EXCLUDE|REPLACE) list contains",
                    "The list behind * names a column that is not there.",
                    "Name columns of the tables in FROM, each once."),
            known(
                    "Duplicate relation name",
                    "Two tables in FROM have the same name.",
                    "Give each an alias of its own, as in orders AS o."),
            known("Duplicate name|Duplicate column", "A name is given twice here.", "Choose different names."),
            known(
                    "Cast function cannot convert|Cannot convert",
                    "This conversion does not exist.",
                    "Convert to VARCHAR first, if that is what you mean."),
            known(
                    "Ordinal out of range",
                    "There is no column of that number.",
                    "Count the columns after SELECT, from 1."),
            known(
                    ".*(clause|expression) must be (a condition|of type BOOLEAN)",
                    "A condition is needed here, something that is true or false.",
                    "Compare values, as in x > 0."),
            known(
                    ".*(join requires a condition|following CROSS JOIN|NATURAL keyword)",
                    "This join's condition is missing or written twice.",
                    "Write JOIN … ON a.id = b.id."),
            known(
                    ".*([Ww]indow|OVER|ROW/RANGE|RANGE|frame|RANK)",
                    "This window cannot be read.",
                    "Write it as in SUM(x) OVER (PARTITION BY a ORDER BY b)."),
            known(
                    "Only scalar sub-queries|Operand .* must be a query",
                    "A subquery used as a value must have one column.",
                    "Select one column in it."),
            known(
                    "(Wrong|Invalid) number of (arguments|parameters)|Encountered .* parameter|Require at least|Some but not all",
                    "The number of arguments is wrong.",
                    "Check the function's arguments."),
            known(
                    ".*recursive",
                    "Recursive queries are not accepted.",
                    "Write the steps out, or recurse over the answer."),
            known(
                    "Unknown datatype|Type '.*' (is not supported|not found)|DECIMAL (precision|scale)|.*data types? is not enabled",
                    "This type does not exist here.",
                    "The types are BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL(p,s) with p at most 38, DOUBLE, VARCHAR,"
                            + " DATE, TIME and TIMESTAMP; docs/reference/functions.md lists their other names."),
            known(
                    "SELECT (\\* requires|must have)|.*FROM clause",
                    "A FROM is missing.",
                    "Name the table: FROM visits."),
            known(
                    "Numeric literal|.*to DECIMAL|.*NumberFormat",
                    "This number cannot be read.",
                    "Whole numbers and decimals have at most 38 digits; write larger ones as in 1e300."),
            known(
                    "Illegal|Invalid|Literal|.*literal|.*out of range|.*not in format|.*exceeds precision",
                    "This value cannot be read.",
                    "Dates are written DATE '2024-12-31', timestamps TIMESTAMP '2024-12-31 23:59:00', intervals INTERVAL"
                            + " '3' MONTH."));

    private KnownErrors() {}

    private static Known known(String pattern, String rule, String advice) {
        return new Known(Pattern.compile(pattern, Pattern.DOTALL), rule, advice);
    }

    static Optional<Known> find(String message) {
        return ALL.stream()
                .filter(known -> known.pattern().matcher(message).lookingAt())
                .findFirst()
                .map(known -> known.advice().equals(WrittenType.CONVERT) ? ofTypes(known, message) : known);
    }

    /** With the types that meet, and how a constant of each is written. */
    private static Known ofTypes(Known known, String message) {
        Matcher meeting = MEETING.matcher(message);
        if (!meeting.lookingAt()) {
            return known;
        }
        Set<WrittenType> types = new LinkedHashSet<>();
        WrittenType.NAMED
                .matcher(meeting.group(1))
                .results()
                .forEach(type -> WrittenType.written(type.group(1)).ifPresent(types::add));
        if (types.size() < 2) {
            return known;
        }
        Refusal refusal = WrittenType.refusal(types);
        return new Known(known.pattern(), refusal.rule(), refusal.advice());
    }
}
