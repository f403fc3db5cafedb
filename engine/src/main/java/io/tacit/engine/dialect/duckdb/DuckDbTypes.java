package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.ColumnTypes;
import io.tacit.engine.sql.TypeNames;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/** Types as DuckDB writes them, and conversions between them that give NULL where a value does not fit. */
final class DuckDbTypes {
    /** The first day that DuckDB's timestamps have, and the last before the year in which some engine's end. */
    private static final String FIRST_DAY = "DATE '290309-12-22 (BC)'";

    private static final String LAST_DAY = "DATE '294246-12-31'";

    private DuckDbTypes() {}

    /** The type's name. Single precision does not exist here: everything approximate is DOUBLE. */
    static String name(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case BOOLEAN -> "BOOLEAN";
            case TINYINT -> "TINYINT";
            case SMALLINT -> "SMALLINT";
            case INTEGER -> "INTEGER";
            case BIGINT -> "BIGINT";
            case DECIMAL -> StandardTypes.decimal(type.getPrecision(), type.getScale());
            case REAL, FLOAT, DOUBLE -> "DOUBLE";
            case CHAR, VARCHAR, NULL -> "VARCHAR";
            case DATE -> "DATE";
            case TIME -> "TIME";
            case TIMESTAMP -> "TIMESTAMP";
            case ARRAY -> name(ColumnTypes.element(type)) + "[]";
            default ->
                throw new Refusal(
                        ErrorCode.ARGUMENT_TYPE,
                        "Values of type " + TypeNames.of(type) + " are not accepted.",
                        "Convert them, for example with CAST(… AS VARCHAR).");
        };
    }

    /** A value of one type as another; NULL where it does not fit. Halves round away from zero. */
    static String convert(String text, RelDataType from, RelDataType to) {
        String target = name(to);
        if (from.getSqlTypeName() == SqlTypeName.NULL) {
            return "CAST(" + text + " AS " + target + ")";
        }
        if (name(from).equals(target)) {
            return text;
        }
        if (StandardTypes.isText(to)) {
            return StandardTypes.isDouble(from) ? textOfDouble(text) : "CAST(" + text + " AS VARCHAR)";
        }
        if (StandardTypes.isDouble(from) && StandardTypes.isWhole(to)) {
            return "TRY_CAST(round(" + text + ") AS " + target + ")";
        }
        return tried(text, from, target);
    }

    /** A value of one type as the type of that name; NULL where it does not fit. */
    static String convert(String text, RelDataType from, String target) {
        if (name(from).equals(target)) {
            return text;
        }
        return StandardTypes.isDouble(from) && target.equals("VARCHAR")
                ? textOfDouble(text)
                : tried(text, from, target);
    }

    private static String tried(String text, RelDataType from, String target) {
        if (target.equals("TIMESTAMP") && from.getSqlTypeName() == SqlTypeName.DATE) {
            return startOf(text);
        }
        if (target.equals("TIMESTAMP") && StandardTypes.isText(from)) {
            return TimestampText.read(text);
        }
        String tried = "TRY_CAST(" + text + " AS " + target + ")";
        return target.equals("DOUBLE") && StandardTypes.isText(from)
                ? "NULLIF(" + tried + ", CAST('NaN' AS DOUBLE))"
                : tried;
    }

    /**
     * A day as a timestamp; NULL where there is none. Beside a constant DuckDB compares the day itself, for which it takes each
     * cast of a day to be possible (duckdb#24241), unless a CASE stands there.
     */
    private static String startOf(String day) {
        return "CASE WHEN " + day + " BETWEEN " + FIRST_DAY + " AND " + LAST_DAY + " THEN CAST(" + day
                + " AS TIMESTAMP) END";
    }

    /**
     * Equal values have one text: DuckDB takes -0.0 for 0.0 and one NaN for the other wherever it groups or joins, and
     * which of them is left over depends on the order of rows.
     */
    private static String textOfDouble(String text) {
        return "replace(CAST((" + text + " + CAST(0 AS DOUBLE)) AS VARCHAR), '-nan', 'nan')";
    }

    /** A CAST that was written: as {@link #convert}, and text is cut to its declared length. */
    static String cast(String text, RelDataType from, RelDataType to) {
        return StandardTypes.cut(convert(text, from, to), from, to);
    }

    /** The name of the type in which two values are compared. */
    static String comparable(RelDataType a, RelDataType b) {
        return StandardTypes.comparable(a, b, DuckDbTypes::name, "TIMESTAMP");
    }
}
