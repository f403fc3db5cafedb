package io.tacit.engine.backend.duckdb;

import io.tacit.engine.catalog.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Values as Java holds them, on their way into DuckDB and out of it. */
public final class ColumnValue {
    private ColumnValue() {}

    /**
     * Appends one row.
     *
     * @throws IllegalArgumentException when a value is none of its column's type
     */
    static void append(DuckDBAppender appender, @Nullable Object[] row, List<ColumnType> types) throws SQLException {
        if (row.length != types.size()) {
            throw new IllegalArgumentException("a row has one value for each column");
        }
        appender.beginRow();
        for (int i = 0; i < row.length; i++) {
            append(appender, row[i], types.get(i));
        }
        appender.endRow();
    }

    /**
     * Appends one value.
     *
     * @throws IllegalArgumentException when the value is none of that type
     */
    private static void append(DuckDBAppender appender, @Nullable Object given, ColumnType type) throws SQLException {
        if (given == null) {
            appender.appendNull();
            return;
        }
        Object value = of(given, type);
        switch (type.kind()) {
            case BOOLEAN -> appender.append((Boolean) value);
            case INTEGER -> appender.append((Integer) value);
            case BIGINT -> appender.append((Long) value);
            case DECIMAL -> appender.append((BigDecimal) value);
            case DOUBLE -> appender.append((Double) value);
            case VARCHAR -> appender.append((String) value);
            case DATE -> appender.append((LocalDate) value);
            case TIME -> appender.append((LocalTime) value);
            case TIMESTAMP -> appender.append((LocalDateTime) value);
        }
    }

    /**
     * A value as Java holds one of that type: Boolean, Integer, Long, BigDecimal, Double, String, LocalDate, LocalTime
     * or LocalDateTime.
     *
     * @param value one of these, or a BigInteger; a decimal is rounded half up to the type's scale
     * @throws IllegalArgumentException when the type has no such value
     */
    public static Object of(Object value, ColumnType type) {
        try {
            return switch (type.kind()) {
                case BOOLEAN -> (Boolean) value;
                case INTEGER -> decimal(value).intValueExact();
                case BIGINT -> decimal(value).longValueExact();
                case DECIMAL -> decimal(value).setScale(type.scale(), RoundingMode.HALF_UP);
                case DOUBLE -> ((Number) value).doubleValue();
                case VARCHAR -> (String) value;
                case DATE -> (LocalDate) value;
                case TIME -> (LocalTime) value;
                case TIMESTAMP -> (LocalDateTime) value;
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
