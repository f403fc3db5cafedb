package io.tacit.experiments;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Exact answers by group, computed by DuckDB alone over data that anybody may see. */
public final class Truth {
    private final Map<List<@Nullable String>, Double> values;

    private Truth(Map<List<@Nullable String>, Double> values) {
        this.values = Collections.unmodifiableMap(values);
    }

    /** One number, of a query without groups. */
    public static Truth of(double value) {
        Map<List<@Nullable String>, Double> one = new HashMap<>();
        one.put(List.of(), value);
        return new Truth(one);
    }

    /**
     * Asks a DuckDB file.
     *
     * @param sql keys first, then the number
     * @param keys how many columns are keys
     * @throws IllegalStateException when the query fails, or a number is NULL
     */
    public static Truth ask(Path database, String sql, int keys) {
        Map<List<@Nullable String>, Double> values = new HashMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + database, readOnly());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                List<@Nullable String> key = new ArrayList<>();
                for (int i = 1; i <= keys; i++) {
                    key.add(rows.getString(i));
                }
                double value = rows.getDouble(keys + 1);
                if (rows.wasNull()) {
                    throw new IllegalStateException("a true value is NULL: " + sql);
                }
                values.put(Collections.unmodifiableList(key), value);
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        return new Truth(values);
    }

    private static java.util.Properties readOnly() {
        java.util.Properties properties = new java.util.Properties();
        properties.setProperty("duckdb.read_only", "true");
        return properties;
    }

    /** How many groups there are. */
    public int groups() {
        return values.size();
    }

    /** The exact value of a group; null where there is no such group. */
    public @Nullable Double value(List<@Nullable String> keys) {
        return values.get(keys);
    }

    /** The exact value of a query without groups. */
    public double single() {
        Double value = values.get(List.<@Nullable String>of());
        if (value == null) {
            throw new IllegalStateException("there are groups");
        }
        return value;
    }

    /** All exact values. */
    public double[] all() {
        return values.values().stream().mapToDouble(Double::doubleValue).toArray();
    }
}
