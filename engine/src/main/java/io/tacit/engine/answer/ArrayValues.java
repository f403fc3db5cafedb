package io.tacit.engine.answer;

import io.tacit.engine.backend.duckdb.ColumnValue;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.ResultType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Arrays of an answer, as DuckDB's driver gives them. */
final class ArrayValues {
    /** How DuckDB ends the name of an array's type. */
    static final String SUFFIX = "[]";

    private static final int MICROS = 6;

    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.MICRO_OF_SECOND, 0, MICROS, true)
            .toFormatter(java.util.Locale.ROOT);

    private ArrayValues() {}

    /**
     * Rewrites a query so that the driver reads its arrays exactly: the driver would put their timestamps into the time
     * zone of this computer, where some do not exist, so they are read as text. A projection keeps the order of rows.
     */
    static String readable(String sql, List<ResultType> types) {
        if (types.stream().noneMatch(ArrayValues::comesAsText)) {
            return sql;
        }
        StringJoiner values = new StringJoiner(", ");
        StringJoiner names = new StringJoiner(", ");
        for (int i = 0; i < types.size(); i++) {
            names.add("v" + i);
            values.add(
                    comesAsText(types.get(i))
                            ? "list_transform(v" + i + ", lambda t: strftime(t, '%Y-%m-%d %H:%M:%S.%f'))"
                            : "v" + i);
        }
        return "SELECT " + values + " FROM (" + sql + ") AS a(" + names + ")";
    }

    private static boolean comesAsText(ResultType type) {
        return type.array() && type.element().kind() == ColumnType.Kind.TIMESTAMP;
    }

    /** One array; its elements may be null. */
    static @Nullable Object read(ResultSet row, int column, ColumnType element) throws SQLException {
        Array array = row.getArray(column);
        if (array == null) {
            return null;
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (@Nullable Object value : (@Nullable Object[]) array.getArray()) {
            values.add(value == null ? null : value(value, element));
        }
        return Collections.unmodifiableList(values);
    }

    private static Object value(Object value, ColumnType element) {
        return element.kind() == ColumnType.Kind.TIMESTAMP
                ? LocalDateTime.parse((String) value, TIMESTAMP)
                : ColumnValue.of(value, element);
    }
}
