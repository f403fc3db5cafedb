package io.tacit.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeTransforms;

/** Functions of dates and times that standard SQL does not have; {@link DateForms} reads their many spellings. */
public final class DateFunctions {
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

    /** No interval that moves a date has more months: 10,000 years. */
    public static final long MOST_MONTHS = 12L * 10_000;

    /** No interval that moves a date has more milliseconds. */
    public static final long MOST_MILLIS = 3_660_000L * 86_400_000L;

    private static final SqlReturnTypeInference COUNT = ReturnTypes.BIGINT.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlReturnTypeInference TEXT = ReturnTypes.VARCHAR.andThen(SqlTypeTransforms.FORCE_NULLABLE);
    private static final SqlReturnTypeInference DATE = ReturnTypes.DATE.andThen(SqlTypeTransforms.FORCE_NULLABLE);

    /** {@code DATEDIFF('month', a, b)}: how many beginnings of months lie after a and not after b. */
    public static final SqlFunction DATEDIFF = difference("DATEDIFF");

    /** {@code TIMESTAMPDIFF(MONTH, a, b)}: how many whole months pass from a to b. */
    public static final SqlFunction TIMESTAMPDIFF = difference("TIMESTAMPDIFF");

    /** The number of days since 1970-01-01; not to be written in a query. */
    public static final SqlFunction DAY_NUMBER = SqlBasicFunction.create(
            "$DAY_NUMBER",
            ReturnTypes.INTEGER.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            OperandTypes.family(SqlTypeFamily.DATE));

    /** {@code MAKE_DATE(year, month, day)}; NULL where there is no such day. */
    public static final SqlFunction MAKE_DATE = SqlBasicFunction.create(
            "MAKE_DATE",
            DATE,
            OperandTypes.family(SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER, SqlTypeFamily.INTEGER));

    /** The last day of the month. */
    public static final SqlFunction LAST_DAY =
            SqlBasicFunction.create("LAST_DAY", DATE, OperandTypes.family(SqlTypeFamily.DATETIME));

    public static final SqlFunction DAYNAME =
            SqlBasicFunction.create("DAYNAME", TEXT, OperandTypes.family(SqlTypeFamily.DATETIME));
    public static final SqlFunction MONTHNAME =
            SqlBasicFunction.create("MONTHNAME", TEXT, OperandTypes.family(SqlTypeFamily.DATETIME));

    /** {@code STRFTIME(d, '%Y-%m')}; the format is a constant. */
    public static final SqlFunction STRFTIME = SqlBasicFunction.create(
            "STRFTIME", TEXT, OperandTypes.family(SqlTypeFamily.DATETIME, SqlTypeFamily.CHARACTER));

    private DateFunctions() {}

    static List<SqlOperator> all() {
        return List.of(DATEDIFF, TIMESTAMPDIFF, DAY_NUMBER, MAKE_DATE, LAST_DAY, DAYNAME, MONTHNAME, STRFTIME);
    }

    private static SqlFunction difference(String name) {
        return SqlBasicFunction.create(
                name,
                COUNT,
                OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME, SqlTypeFamily.DATETIME));
    }
}
