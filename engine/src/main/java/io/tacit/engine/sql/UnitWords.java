package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;

/** Words for units and parts of time, as several dialects write them, and texts that are dates. */
final class UnitWords {
    /** Parts that are functions of their own, beside those of Calcite's grammar. */
    static final Map<String, TimeUnit> PARTS = Map.ofEntries(
            Map.entry("MILLENNIUM", TimeUnit.MILLENNIUM),
            Map.entry("CENTURY", TimeUnit.CENTURY),
            Map.entry("DECADE", TimeUnit.DECADE),
            Map.entry("YEAR", TimeUnit.YEAR),
            Map.entry("ISOYEAR", TimeUnit.ISOYEAR),
            Map.entry("QUARTER", TimeUnit.QUARTER),
            Map.entry("MONTH", TimeUnit.MONTH),
            Map.entry("WEEK", TimeUnit.WEEK),
            Map.entry("WEEKOFYEAR", TimeUnit.WEEK),
            Map.entry("DAY", TimeUnit.DAY),
            Map.entry("DAYOFMONTH", TimeUnit.DAY),
            Map.entry("DOW", TimeUnit.DOW),
            Map.entry("DAYOFWEEK", TimeUnit.DOW),
            Map.entry("WEEKDAY", TimeUnit.DOW),
            Map.entry("ISODOW", TimeUnit.ISODOW),
            Map.entry("DOY", TimeUnit.DOY),
            Map.entry("DAYOFYEAR", TimeUnit.DOY),
            Map.entry("HOUR", TimeUnit.HOUR),
            Map.entry("MINUTE", TimeUnit.MINUTE),
            Map.entry("SECOND", TimeUnit.SECOND),
            Map.entry("MILLISECOND", TimeUnit.MILLISECOND),
            Map.entry("MICROSECOND", TimeUnit.MICROSECOND),
            Map.entry("EPOCH", TimeUnit.EPOCH));

    /** A unit of intervals, and how many of them. */
    record Step(TimeUnit unit, int units) {}

    /** By what a date can be moved. */
    static final Map<String, Step> STEPS = Map.of(
            "year", new Step(TimeUnit.YEAR, 1),
            "quarter", new Step(TimeUnit.MONTH, 3),
            "month", new Step(TimeUnit.MONTH, 1),
            "week", new Step(TimeUnit.DAY, 7),
            "day", new Step(TimeUnit.DAY, 1),
            "hour", new Step(TimeUnit.HOUR, 1),
            "minute", new Step(TimeUnit.MINUTE, 1),
            "second", new Step(TimeUnit.SECOND, 1));

    /** GoogleSQL's weeks. */
    static final Set<String> WEEKS_FROM_SUNDAY = Set.of("week", "week(sunday)");

    static final Set<String> WEEKS_FROM_MONDAY = Set.of("isoweek", "week(monday)");

    private UnitWords() {}

    /** The column that the grammar read as the name of a unit, as it does behind two arguments. */
    static SqlNode column(SqlNode node) {
        return node instanceof SqlIntervalQualifier qualifier
                ? new SqlIdentifier(
                        qualifier.timeFrameName != null
                                ? qualifier.timeFrameName
                                : qualifier.timeUnitRange.startUnit.name(),
                        node.getParserPosition())
                : node;
    }

    /** The unit that a text names; empty for what is no text. */
    static String unitText(SqlNode node) {
        return isText(node) ? word(node) : "";
    }

    /** Whether a node is a text. */
    static boolean isText(SqlNode node) {
        return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR;
    }

    /** Whether a node is a word that means a unit, and not a quoted name. */
    static boolean isUnit(SqlNode node) {
        boolean word = node instanceof SqlIntervalQualifier
                || isWeekFrom(node)
                || node instanceof SqlIdentifier name && name.isSimple() && !name.isComponentQuoted(0);
        String unit = word ? word(node) : "";
        return DateFunction.UNITS.contains(unit)
                || WEEKS_FROM_MONDAY.contains(unit)
                || WEEKS_FROM_SUNDAY.contains(unit)
                || PARTS.containsKey(part(unit));
    }

    /** Whether a node is {@code WEEK(SUNDAY)} or the like, which the grammar has read as a part of a date. */
    private static boolean isWeekFrom(SqlNode node) {
        return node.getKind() == SqlKind.EXTRACT
                && ((SqlCall) node).operand(0) instanceof SqlIntervalQualifier unit
                && unit.timeUnitRange.startUnit == TimeUnit.WEEK
                && ((SqlCall) node).operand(1) instanceof SqlIdentifier day
                && day.isSimple()
                && !day.isComponentQuoted(0);
    }

    /** The word as it is written, in small letters and without the s of a plural. */
    static String word(SqlNode node) {
        String written;
        if (node instanceof SqlIntervalQualifier qualifier) {
            String frame = qualifier.timeFrameName;
            written = frame != null ? frame : qualifier.timeUnitRange.startUnit.name();
        } else if (node instanceof SqlIdentifier name) {
            written = name.getSimple();
        } else if (node instanceof SqlLiteral literal) {
            String text = literal.toValue();
            written = text == null ? "" : text;
        } else {
            written = "week_" + ((SqlCall) node).operand(1);
        }
        String small = written.toLowerCase(Locale.ROOT);
        if (small.startsWith("week_")) {
            return "week(" + small.substring("week_".length()) + ")";
        }
        String shorter = small.endsWith("s") ? small.substring(0, small.length() - 1) : small;
        return DateFunction.UNITS.contains(shorter) ? shorter : small;
    }

    /** The word as names of parts have it. */
    static String part(String word) {
        return word.toUpperCase(Locale.ROOT);
    }

    /** A text beside a date, read as a date. */
    static SqlNode dated(SqlNode node) {
        if (!isText(node)) {
            return node;
        }
        String text = String.valueOf(((SqlLiteral) node).toValue());
        SqlParserPos place = node.getParserPosition();
        try {
            // Calcite's own constants take a 30th of February and 25 o'clock.
            if (text.length() == "2024-12-31".length()) {
                LocalDate.parse(text);
                return SqlLiteral.createDate(new DateString(text), place);
            }
            LocalDateTime.parse(text.replace(' ', 'T'));
            return SqlLiteral.createTimestamp(SqlTypeName.TIMESTAMP, new TimestampString(text), 6, place);
        } catch (IllegalArgumentException | DateTimeParseException error) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(place),
                    "This text is no date.",
                    "Dates are written '2024-12-31', timestamps '2024-12-31 23:59:00'.");
        }
    }
}
