package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.LiteralSql;
import io.tacit.engine.sql.ConstantValue;
import java.math.BigDecimal;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimestampString;

/** Constants as Spark reads them, each with exactly its type. */
final class SparkLiterals implements LiteralSql {
    @Override
    public String print(RexLiteral literal) {
        String type = SparkSql.TYPES.name(literal.getType());
        if (literal.isNull()) {
            return "CAST(NULL AS " + type + ")";
        }
        return switch (literal.getType().getSqlTypeName()) {
            case BOOLEAN -> RexLiteral.booleanValue(literal) ? "TRUE" : "FALSE";
            case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
                "CAST('" + ConstantValue.of(literal, BigDecimal.class).toPlainString() + "' AS " + type + ")";
            case REAL, FLOAT, DOUBLE -> SparkConversions.real(String.valueOf(literal.getValueAs(Double.class)));
            case CHAR, VARCHAR ->
                SparkText.text(ConstantValue.of(literal, NlsString.class).getValue());
            case DATE -> "DATE '" + ConstantValue.of(literal, DateString.class) + "'";
            case TIMESTAMP -> "TIMESTAMP_NTZ '" + ConstantValue.of(literal, TimestampString.class) + "'";
            default -> throw ConstantValue.unusable();
        };
    }

    @Override
    public String real(double value) {
        return SparkConversions.real(String.valueOf(value));
    }

    @Override
    public String name(String name) {
        return SparkText.name(name);
    }
}
