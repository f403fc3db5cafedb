package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * What is done with dates and times, in the words of several dialects: differences, parts and movements, with the unit
 * as a text in front ({@code DATEDIFF('day', a, b)}, DuckDB), as a word in front ({@code DATEDIFF(day, a, b)}, SQL
 * Server, Snowflake) or as a word behind ({@code DATE_DIFF(b, a, DAY)}, GoogleSQL).
 */
final class DateForms {
    private static final Map<String, Function<SqlCall, SqlNode>> FORMS = Map.ofEntries(
            Map.entry("DATEDIFF", DateForms::boundaries),
            Map.entry("DATE_DIFF", DateForms::boundaries),
            Map.entry("DATETIME_DIFF", DateForms::boundaries),
            Map.entry("TIMESTAMPDIFF", DateForms::whole),
            Map.entry("TIMESTAMP_DIFF", DateForms::whole),
            Map.entry("DATEADD", DateForms::moved),
            Map.entry("TIMESTAMPADD", DateForms::moved),
            Map.entry("DATE_ADD", call -> moved(call, true)),
            Map.entry("DATETIME_ADD", call -> moved(call, true)),
            Map.entry("TIMESTAMP_ADD", call -> moved(call, true)),
            Map.entry("DATE_SUB", call -> moved(call, false)),
            Map.entry("DATETIME_SUB", call -> moved(call, false)),
            Map.entry("TIMESTAMP_SUB", call -> moved(call, false)),
            Map.entry("DATE_PART", DateForms::part),
            Map.entry("DATEPART", DateForms::part),
            Map.entry("STRFTIME", DateForms::text));

    private DateForms() {}

    /** The names that are written out. */
    static List<String> names() {
        Set<String> names = new TreeSet<>(FORMS.keySet());
        names.addAll(UnitWords.PARTS.keySet());
        names.removeAll(Set.of("DOW", "DOY"));
        return List.copyOf(names);
    }

    /** The call written out, or null if it is of another function. */
    static @Nullable SqlNode written(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        Function<SqlCall, SqlNode> form = FORMS.get(name);
        if (form != null) {
            return form.apply(call);
        }
        TimeUnit part = call.operandCount() == 1 ? UnitWords.PARTS.get(name) : null;
        return part == null ? null : extract(part, call.operand(0), call.getParserPosition());
    }

    /**
     * The years of an age, as in {@code EXTRACT(YEAR FROM AGE(day, born))}, written as the whole years that pass; any
     * other call as it is. An age has no other use here, for it is an interval.
     */
    static SqlCall yearsOfAge(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        boolean parts = call.operandCount() == 2
                && Set.of("EXTRACT", "DATE_PART", "DATEPART").contains(name);
        boolean year = parts
                ? (UnitWords.isUnit(call.operand(0)) || UnitWords.isText(call.operand(0)))
                        && UnitWords.part(UnitWords.word(call.operand(0))).equals("YEAR")
                : call.operandCount() == 1 && name.equals("YEAR");
        if (!year
                || !(call.operand(parts ? 1 : 0) instanceof SqlCall age)
                || !age.getOperator().getName().equalsIgnoreCase("AGE")
                || age.operandCount() != 2) {
            return call;
        }
        SqlParserPos place = call.getParserPosition();
        return DateFunction.TIMESTAMPDIFF
                .operator()
                .createCall(
                        place,
                        SqlLiteral.createCharString("year", place),
                        UnitWords.dated(age.operand(1)),
                        UnitWords.dated(age.operand(0)));
    }

    /** From a to b, or in GoogleSQL's order from b to a. */
    private static SqlNode boundaries(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        if (call.operandCount() == 2
                && name.equals("DATEDIFF")
                && !DateFunction.UNITS.contains(UnitWords.unitText(call.operand(0)))) {
            return difference(DateFunction.DATEDIFF.operator(), call, "day", call.operand(1), call.operand(0));
        }
        expect(call, 3, "DATEDIFF('day', earlier, later)");
        SqlNode first = call.operand(0);
        SqlNode last = call.operand(2);
        if (UnitWords.isText(first)) {
            return difference(
                    DateFunction.DATEDIFF.operator(),
                    call,
                    known(call, UnitWords.word(first)),
                    call.operand(1),
                    UnitWords.column(last));
        }
        boolean front = UnitWords.isUnit(first);
        boolean behind = UnitWords.isUnit(last);
        if (front == behind) {
            throw front
                    ? refuse(
                            call,
                            "It is not clear which of these words is the unit.",
                            "DATEDIFF('day', earlier, later)")
                    : usage(call, "DATEDIFF('day', earlier, later)");
        }
        if (behind) {
            return googleSql(call, UnitWords.word(last), first, call.operand(1));
        }
        if (UnitWords.word(first).equals("week")) {
            throw refuse(
                    call,
                    "Dialects differ in the day on which a week begins.",
                    "DATEDIFF('week', earlier, later) for whole weeks of seven days");
        }
        return difference(
                DateFunction.DATEDIFF.operator(), call, known(call, UnitWords.word(first)), call.operand(1), last);
    }

    /**
     * The difference as GoogleSQL counts it: a WEEK begins on Sunday, an ISOWEEK on Monday; between two Mondays lie
     * whole weeks.
     */
    private static SqlNode googleSql(SqlCall call, String unit, SqlNode later, SqlNode earlier) {
        if (UnitWords.WEEKS_FROM_MONDAY.contains(unit)) {
            return difference(DateFunction.DATEDIFF.operator(), call, "week", monday(earlier), monday(later));
        }
        if (UnitWords.WEEKS_FROM_SUNDAY.contains(unit)) {
            return difference(
                    DateFunction.DATEDIFF.operator(),
                    call,
                    "week",
                    monday(dayBehind(earlier)),
                    monday(dayBehind(later)));
        }
        return difference(DateFunction.DATEDIFF.operator(), call, known(call, unit), earlier, later);
    }

    private static SqlNode monday(SqlNode date) {
        SqlParserPos place = date.getParserPosition();
        return DateFunction.DATE_TRUNC.operator().createCall(place, SqlLiteral.createCharString("week", place), date);
    }

    private static SqlNode dayBehind(SqlNode date) {
        SqlParserPos place = date.getParserPosition();
        SqlNode day = SqlLiteral.createInterval(1, "1", new SqlIntervalQualifier(TimeUnit.DAY, null, place), place);
        return SqlStdOperatorTable.PLUS.createCall(place, date, day);
    }

    private static SqlNode whole(SqlCall call) {
        expect(call, 3, "TIMESTAMPDIFF(MONTH, earlier, later)");
        boolean google = call.getOperator().getName().equalsIgnoreCase("TIMESTAMP_DIFF");
        SqlNode unit = call.operand(google ? 2 : 0);
        if (!UnitWords.isUnit(unit) && !UnitWords.isText(unit)) {
            throw usage(call, google ? "TIMESTAMP_DIFF(later, earlier, HOUR)" : "TIMESTAMPDIFF(MONTH, earlier, later)");
        }
        return difference(
                DateFunction.TIMESTAMPDIFF.operator(),
                call,
                known(call, UnitWords.word(unit)),
                call.operand(1),
                call.operand(google ? 0 : 2));
    }

    private static SqlNode difference(SqlOperator function, SqlCall call, String unit, SqlNode from, SqlNode to) {
        SqlParserPos place = call.getParserPosition();
        return function.createCall(
                place, SqlLiteral.createCharString(unit, place), UnitWords.dated(from), UnitWords.dated(to));
    }

    /** {@code DATEADD(day, n, d)}. */
    private static SqlNode moved(SqlCall call) {
        expect(call, 3, "DATEADD(day, 30, d)");
        String unit = UnitWords.isUnit(call.operand(0)) || UnitWords.isText(call.operand(0))
                ? UnitWords.word(call.operand(0))
                : "";
        UnitWords.Step step = UnitWords.STEPS.get(unit);
        if (step == null) {
            throw refuse(
                    call,
                    "A date is moved by years, quarters, months, weeks, days, hours, minutes or seconds.",
                    "DATEADD(day, 30, d)");
        }
        SqlParserPos place = call.getParserPosition();
        return SqlStdOperatorTable.PLUS.createCall(
                place, call.operand(2), DateArithmetic.times(call.operand(1), step.unit(), step.units(), place));
    }

    /** {@code number * INTERVAL '1' MONTH}. */
    static SqlNode interval(SqlNode number, SqlIntervalQualifier unit, SqlParserPos place) {
        UnitWords.Step step = unit.timeUnitRange.endUnit == null ? UnitWords.STEPS.get(UnitWords.word(unit)) : null;
        if (step == null) {
            throw new Refusal(
                    ErrorCode.INVALID_QUERY,
                    Positions.of(place),
                    "An interval is a number of years, quarters, months, weeks, days, hours, minutes or seconds.",
                    "Write it as in d + INTERVAL (n) DAY.");
        }
        return DateArithmetic.times(number, step.unit(), step.units(), place);
    }

    /** {@code DATE_ADD(d, INTERVAL 3 MONTH)}. */
    private static SqlNode moved(SqlCall call, boolean forward) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        if (call.operandCount() == 3 && !forward) {
            throw refuse(
                    call,
                    name + " moves a date; it is no difference here.",
                    "TIMESTAMPDIFF(MONTH, earlier, later) for whole months");
        }
        expect(call, 2, name + "(d, INTERVAL '3' MONTH)");
        return (forward ? SqlStdOperatorTable.PLUS : SqlStdOperatorTable.MINUS)
                .createCall(call.getParserPosition(), call.operand(0), call.operand(1));
    }

    private static SqlNode part(SqlCall call) {
        expect(call, 2, "DATE_PART('year', d)");
        SqlNode unit = call.operand(0);
        TimeUnit part = UnitWords.isUnit(unit) || UnitWords.isText(unit)
                ? UnitWords.PARTS.get(UnitWords.part(UnitWords.word(unit)))
                : null;
        if (part == null) {
            throw refuse(
                    call,
                    "There is no such part of a date.",
                    "DATE_PART('year', d); the parts are "
                            + String.join(", ", new TreeSet<>(UnitWords.PARTS.keySet()))
                                    .toLowerCase(Locale.ROOT));
        }
        return extract(part, call.operand(1), call.getParserPosition());
    }

    private static SqlNode extract(TimeUnit part, SqlNode date, SqlParserPos place) {
        return SqlStdOperatorTable.EXTRACT.createCall(place, new SqlIntervalQualifier(part, null, place), date);
    }

    /** DuckDB takes the format in front, too. */
    private static SqlNode text(SqlCall call) {
        expect(call, 2, "STRFTIME(d, '%Y-%m')");
        boolean front = UnitWords.isText(call.operand(0)) && !UnitWords.isText(call.operand(1));
        return DateFunction.STRFTIME
                .operator()
                .createCall(call.getParserPosition(), call.operand(front ? 1 : 0), call.operand(front ? 0 : 1));
    }

    private static String known(SqlCall call, String unit) {
        if (DateFunction.UNITS.contains(unit)) {
            return unit;
        }
        throw refuse(
                call,
                "There is no such unit of time.",
                "DATEDIFF('day', earlier, later); the units are " + String.join(", ", DateFunction.UNITS));
    }

    private static void expect(SqlCall call, int operands, String usage) {
        if (call.operandCount() != operands) {
            throw usage(call, usage);
        }
    }

    private static Refusal usage(SqlCall call, String usage) {
        return refuse(
                call,
                "The function " + call.getOperator().getName().toUpperCase(Locale.ROOT) + " is not used like this.",
                usage);
    }

    private static Refusal refuse(SqlCall call, String rule, String usage) {
        return new Refusal(
                ErrorCode.INVALID_QUERY, Positions.of(call.getParserPosition()), rule, "Write it as in " + usage + ".");
    }
}
