package io.tacit.engine.policy;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which roles may read which tables and columns. What is not named here, all analysts may read.
 *
 * @param tables by table, the roles of which one is needed
 * @param columns by {@code table.column}, the roles of which one is needed
 */
public record Access(Map<String, List<String>> tables, Map<String, List<String>> columns) {
    public Access {
        tables = Map.copyOf(tables);
        columns = Map.copyOf(columns);
    }

    boolean mayRead(Analyst analyst, String table) {
        return hasOne(analyst, tables.get(table));
    }

    boolean mayRead(Analyst analyst, String table, String column) {
        return hasOne(analyst, columns.get(table + "." + column));
    }

    private static boolean hasOne(Analyst analyst, @Nullable List<String> roles) {
        return roles == null || analyst.roles().stream().anyMatch(roles::contains);
    }
}
