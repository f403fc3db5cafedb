package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.sql.ConstantValue;
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
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
                exact(ConstantValue.of(literal, BigDecimal.class), type);
            // A text keeps every digit, and one that is too large becomes infinite instead of an error.
            case REAL, FLOAT, DOUBLE -> "CAST('" + literal.getValueAs(Double.class) + "' AS DOUBLE)";
            case CHAR, VARCHAR ->
                SqlText.text(ConstantValue.of(literal, NlsString.class).getValue());
            case DATE -> "DATE '" + ConstantValue.of(literal, DateString.class) + "'";
            case TIME -> "TIME '" + ConstantValue.of(literal, TimeString.class) + "'";
            case TIMESTAMP -> "TIMESTAMP '" + ConstantValue.of(literal, TimestampString.class) + "'";
            default -> throw ConstantValue.unusable();
        };
    }

    private static String exact(BigDecimal value, String type) {
        boolean plain = type.equals("INTEGER") && value.signum() >= 0 && value.compareTo(MAX_INTEGER) <= 0;
        return plain ? value.toPlainString() : "CAST(" + value.toPlainString() + " AS " + type + ")";
    }

    /** A DOUBLE in its shortest decimal form, which reads back exactly. */
    static String real(double value) {
        return "CAST('" + value + "' AS DOUBLE)";
    }
}
