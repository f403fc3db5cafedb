package io.tacit.bench.random;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what DuckDB alone answers, and what Tacit answers, in the same words and numbers. */
final class Cells {
    private Cells() {}

    /** The rows of a plain answer by their keys. */
    static Map<List<String>, List<@Nullable Double>> plain(Connection plain, String sql, int keys) throws SQLException {
        Map<List<String>, List<@Nullable Double>> rows = new LinkedHashMap<>();
        try (Statement statement = plain.createStatement();
                ResultSet read = statement.executeQuery(sql)) {
            int width = read.getMetaData().getColumnCount();
            while (read.next()) {
                List<String> key = new ArrayList<>();
                List<@Nullable Double> values = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    if (i <= keys) {
                        key.add(key(read.getObject(i)));
                    } else {
                        values.add(number(read.getObject(i)));
                    }
                }
                rows.put(key, values);
            }
        }
        return rows;
    }

    /** One key of a group: the same text for the same value, whatever holds it. */
    static String key(@Nullable Object value) {
        Object own = local(value);
        if (own instanceof LocalDateTime time && time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
            return time.toLocalDate().toString();
        }
        return own instanceof Number number
                ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
                : String.valueOf(own);
    }

    /** A value as ends of intervals are counted: days and microseconds since 1970. Null is NULL, or not a number. */
    static @Nullable Double number(@Nullable Object value) {
        Object own = local(value);
        if (own instanceof LocalDate day) {
            return (double) day.toEpochDay();
        }
        if (own instanceof LocalDateTime time) {
            return (double) LocalDate.EPOCH.atStartOfDay().until(time, ChronoUnit.MICROS);
        }
        return own instanceof Number number && Double.isFinite(number.doubleValue()) ? number.doubleValue() : null;
    }

    private static @Nullable Object local(@Nullable Object value) {
        if (value instanceof Date day) {
            return day.toLocalDate();
        }
        return value instanceof Timestamp time ? time.toLocalDateTime() : value;
    }
}
