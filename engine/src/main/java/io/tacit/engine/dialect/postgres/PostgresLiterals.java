package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.LiteralSql;
import io.tacit.engine.sql.ConstantValue;
import java.math.BigDecimal;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;

/** Constants as PostgreSQL reads them, each with exactly its type, and texts with the collation C. */
final class PostgresLiterals implements LiteralSql {
    @Override
    public String print(RexLiteral literal) {
        String type = PostgresSql.TYPES.name(literal.getType());
        if (literal.isNull()) {
            return "CAST(NULL AS " + type + ")";
        }
        return switch (literal.getType().getSqlTypeName()) {
            case BOOLEAN -> RexLiteral.booleanValue(literal) ? "TRUE" : "FALSE";
            case SMALLINT, INTEGER, BIGINT, DECIMAL ->
                "CAST(" + ConstantValue.of(literal, BigDecimal.class).toPlainString() + " AS " + type + ")";
            case REAL, FLOAT, DOUBLE -> PostgresConversions.real(String.valueOf(literal.getValueAs(Double.class)));
            case CHAR, VARCHAR ->
                "(CAST("
                        + PostgresText.text(
                                ConstantValue.of(literal, NlsString.class).getValue())
                        + " AS text) COLLATE \"C\")";
            case DATE -> "DATE '" + ConstantValue.of(literal, DateString.class) + "'";
            case TIME -> "TIME '" + ConstantValue.of(literal, TimeString.class) + "'";
            case TIMESTAMP -> "TIMESTAMP '" + ConstantValue.of(literal, TimestampString.class) + "'";
            default -> throw ConstantValue.unusable();
        };
    }

    @Override
    public String real(double value) {
        return PostgresConversions.real(String.valueOf(value));
    }

    @Override
    public String name(String name) {
        return PostgresText.name(name);
    }
}
