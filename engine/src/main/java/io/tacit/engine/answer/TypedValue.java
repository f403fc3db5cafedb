package io.tacit.engine.answer;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.jspecify.annotations.Nullable;

/** Values as Java holds them, in and out of DuckDB. */
final class TypedValue {
    private static final Set<String> WHOLE = Set.of(
            "TINYINT",
            "SMALLINT",
            "INTEGER",
            "BIGINT",
            "HUGEINT",
            "UTINYINT",
            "USMALLINT",
            "UINTEGER",
            "UBIGINT",
            "UHUGEINT");

    private TypedValue() {}

    /** Whether a column of DuckDB's type can be read as the expected one. */
    static boolean readable(String duckDbType, ResultType expected) {
        boolean array = duckDbType.endsWith(ArrayValues.SUFFIX);
        String one = array ? duckDbType.substring(0, duckDbType.length() - ArrayValues.SUFFIX.length()) : duckDbType;
        return array == expected.array() && readable(one, expected.element());
    }

    private static boolean readable(String duckDbType, ColumnType expected) {
        boolean whole = WHOLE.contains(duckDbType);
        boolean decimal = duckDbType.startsWith("DECIMAL");
        return switch (expected.kind()) {
            case INTEGER, BIGINT -> whole;
            case DECIMAL -> whole || decimal;
            case DOUBLE -> whole || decimal || duckDbType.equals("DOUBLE") || duckDbType.equals("FLOAT");
            case BOOLEAN, VARCHAR, DATE, TIME, TIMESTAMP -> duckDbType.equals(expected.sql());
        };
    }

    /** Reads one value; decimals round half up to the expected scale. */
    static @Nullable Object read(ResultSet row, int column, ResultType expected) throws SQLException {
        return expected.array()
                ? ArrayValues.read(row, column, expected.element())
                : read(row, column, expected.element());
    }

    private static @Nullable Object read(ResultSet row, int column, ColumnType expected) throws SQLException {
        Object value = expected.kind() == ColumnType.Kind.TIMESTAMP
                ? row.getObject(column, LocalDateTime.class)
                : row.getObject(column);
        return value == null ? null : convert(value, expected);
    }

    /**
     * Appends one value of a released row.
     *
     * @throws IllegalArgumentException when the value is none of that type
     */
    static void append(DuckDBAppender appender, @Nullable Object given, ColumnType type) throws SQLException {
        if (given == null) {
            appender.appendNull();
            return;
        }
        Object value = convert(given, type);
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

    static Object convert(Object value, ColumnType type) {
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
