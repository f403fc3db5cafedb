package io.tacit.engine.sql;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.math.BigDecimal;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/** Constants as DuckDB reads them, each with exactly its type. */
final class DuckDbLiterals {
    private static final BigDecimal MAX_INTEGER = BigDecimal.valueOf(Integer.MAX_VALUE);

    private DuckDbLiterals() {}

    static String print(RexLiteral literal) {
        String type = DuckDbTypes.name(literal.getType());
        if (literal.isNull()) {
            return "CAST(NULL AS " + type + ")";
        }
        return switch (literal.getType().getSqlTypeName()) {
            case BOOLEAN -> RexLiteral.booleanValue(literal) ? "TRUE" : "FALSE";
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> exact(value(literal, BigDecimal.class), type);
            // A text keeps every digit, and one that is too large becomes infinite instead of an error.
            case REAL, FLOAT, DOUBLE -> "CAST('" + literal.getValueAs(Double.class) + "' AS DOUBLE)";
            case CHAR, VARCHAR -> text(value(literal, NlsString.class).getValue());
            case DATE -> "DATE '" + value(literal, DateString.class) + "'";
            case TIME -> "TIME '" + value(literal, TimeString.class) + "'";
            case TIMESTAMP -> "TIMESTAMP '" + value(literal, TimestampString.class) + "'";
            default -> throw unsupported();
        };
    }

    private static String exact(BigDecimal value, String type) {
        boolean plain = type.equals("INTEGER") && value.signum() >= 0 && value.compareTo(MAX_INTEGER) <= 0;
        return plain ? value.toPlainString() : "CAST(" + value.toPlainString() + " AS " + type + ")";
    }

    /** A text in quotes. */
    static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    /** A name in quotes. */
    static String name(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }

    static <T> T value(RexLiteral literal, Class<T> type) {
        T value = literal.getValueAs(type);
        if (value == null) {
            throw unsupported();
        }
        return value;
    }

    private static Refusal unsupported() {
        return new Refusal(ErrorCode.INVALID_QUERY, "This constant cannot be used here.", "Write it in another form.");
    }
}
