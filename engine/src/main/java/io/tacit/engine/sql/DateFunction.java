package io.tacit.engine.sql;

import static io.tacit.engine.sql.ScalarSpecification.specified;
import static io.tacit.engine.sql.Signatures.function;

import java.util.List;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeFamily;

/** Functions of dates and times; {@link DateForms} reads their many spellings. */
public enum DateFunction implements ScalarFunction {
    EXTRACT(specified(SqlStdOperatorTable.EXTRACT, "EXTRACT(part FROM d)", "the parts are listed below")
            .range(ResultRange.Rule.DATE_PART)),
    /** {@code DATE_TRUNC('month', d)}, of the type of its second argument. */
    DATE_TRUNC(specified(
                    function("DATE_TRUNC", Signatures.SECOND, SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME),
                    "DATE_TRUNC('month', d); DATETRUNC('month', d); DATE_TRUNC(d, MONTH)",
                    "the beginning of the unit, of the type of `d`")
            .alias("DATETRUNC")
            .range(ResultRange.Rule.BEGINNING)),
    /** How many beginnings of months lie after the first and not after the second. */
    DATEDIFF(specified(
                    difference("DATEDIFF"),
                    "DATEDIFF('unit', earlier, later); DATE_DIFF; DATETIME_DIFF",
                    "how many beginnings of the unit lie between; other orders of arguments are described below")
            .range(ResultRange.Rule.BEGINNINGS_BETWEEN)),
    /** How many whole months pass. */
    TIMESTAMPDIFF(specified(
            difference("TIMESTAMPDIFF"),
            "TIMESTAMPDIFF(unit, earlier, later); TIMESTAMP_DIFF(later, earlier, unit)",
            "how many whole units pass")),
    /** The number of days since 1970-01-01; not to be written in a query. */
    DAY_NUMBER(specified(function("$DAY_NUMBER", Signatures.INTEGER, SqlTypeFamily.DATE), "", "")
            .range(ResultRange.Rule.DAYS)),
    MAKE_DATE(specified(
                    function(
                            "MAKE_DATE",
                            Signatures.DATE,
                            SqlTypeFamily.INTEGER,
                            SqlTypeFamily.INTEGER,
                            SqlTypeFamily.INTEGER),
                    "MAKE_DATE(year, month, day)",
                    "NULL where there is no such day")
            .range(ResultRange.Rule.ANY_DATE)),
    LAST_DAY(specified(function("LAST_DAY", Signatures.DATE, SqlTypeFamily.DATETIME), "LAST_DAY(d)", "of the month")
            .range(ResultRange.Rule.LAST_OF_MONTH)),
    DAYNAME(specified(function("DAYNAME", Signatures.TEXT, SqlTypeFamily.DATETIME), "DAYNAME(d)", "in English")
            .length(TextLength.of((call, operands) -> TextLengths.PLAIN))),
    MONTHNAME(specified(function("MONTHNAME", Signatures.TEXT, SqlTypeFamily.DATETIME), "MONTHNAME(d)", "in English")
            .length(TextLength.of((call, operands) -> TextLengths.PLAIN))),
    STRFTIME(specified(
                    function("STRFTIME", Signatures.TEXT, SqlTypeFamily.DATETIME, SqlTypeFamily.CHARACTER),
                    "STRFTIME(d, '%Y-%m')",
                    "the format is a constant, described below")
            .length(TextLength.of((call, operands) ->
                            DateFormat.MOST_OF_A_LETTER * Math.min(DateFormat.MAX_LENGTH, operands.get(1)))
                    .building((call, operands, most) -> most.getAsLong())));

    /** The most months of an interval that moves a date: 10,000 years. */
    public static final long MOST_MONTHS = 12L * 10_000;

    /** The most milliseconds of an interval that moves a date. */
    public static final long MOST_MILLIS = 3_660_000L * 86_400_000L;

    /** What a date or timestamp can be cut down to. */
    public static final List<String> UNITS = List.of(
            "millennium",
            "century",
            "decade",
            "year",
            "quarter",
            "month",
            "week",
            "day",
            "hour",
            "minute",
            "second",
            "millisecond",
            "microsecond");

    @SuppressWarnings("ImmutableEnumChecker") // An operator does not change.
    private final ScalarSpecification specification;

    DateFunction(ScalarSpecification specification) {
        this.specification = specification;
    }

    @Override
    public ScalarSpecification specification() {
        return specification;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.date(this);
    }

    private static SqlFunction difference(String name) {
        return function(
                name, Signatures.BIGINT, SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME, SqlTypeFamily.DATETIME);
    }
}
