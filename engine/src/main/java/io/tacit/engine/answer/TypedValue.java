package io.tacit.engine.answer;

import io.tacit.engine.backend.duckdb.ColumnValue;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the values of an answer as Java holds them. */
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
        return value == null ? null : ColumnValue.of(value, expected);
    }
}
