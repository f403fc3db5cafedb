package io.tacit.engine.backend.server;

import io.tacit.engine.catalog.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/** Values of work tables as texts that a server reads. */
public final class WorkValues {
    private WorkValues() {}

    /**
     * The text of a value; dates and times as ISO 8601 writes them.
     *
     * @throws IllegalArgumentException when it is none of the type
     */
    public static String text(Object value, ColumnType type) {
        try {
            return switch (type.kind()) {
                case BOOLEAN -> ((Boolean) value).toString();
                case INTEGER -> String.valueOf(decimal(value).intValueExact());
                case BIGINT -> String.valueOf(decimal(value).longValueExact());
                case DECIMAL ->
                    decimal(value).setScale(type.scale(), RoundingMode.HALF_UP).toPlainString();
                case DOUBLE -> String.valueOf(((Number) value).doubleValue());
                case VARCHAR -> (String) value;
                case DATE -> ((LocalDate) value).toString();
                case TIME -> ((LocalTime) value).toString();
                case TIMESTAMP -> ((LocalDateTime) value).toString();
            };
        } catch (ClassCastException | ArithmeticException mismatch) {
            throw new IllegalArgumentException("a value is none of type " + type, mismatch);
        }
    }

    private static BigDecimal decimal(Object value) {
        if (value instanceof BigDecimal exact) {
            return exact;
        }
        if (value instanceof BigInteger whole) {
            return new BigDecimal(whole);
        }
        if (value instanceof Double || value instanceof Float) {
            throw new ClassCastException("a binary fraction is no exact number");
        }
        return BigDecimal.valueOf(((Number) value).longValue());
    }
}
