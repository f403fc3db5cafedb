package io.tacit.engine.policy;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which roles may read which tables and columns. What is not named here, all analysts may read.
 *
 * @param tables by table, the roles of which one is needed
 * @param columns by table and column, the roles of which one is needed; both may have dots in their names
 */
public record Access(Map<String, List<String>> tables, Map<String, Map<String, List<String>>> columns) {
    public Access {
        tables = Map.copyOf(tables);
        columns = columns.entrySet().stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, entry -> Map.copyOf(entry.getValue())));
    }

    boolean mayRead(Analyst analyst, String table) {
        return hasOne(analyst, tables.get(table));
    }

    boolean mayRead(Analyst analyst, String table, String column) {
        return hasOne(analyst, columns.getOrDefault(table, Map.of()).get(column));
    }

    private static boolean hasOne(Analyst analyst, @Nullable List<String> roles) {
        return roles == null || analyst.roles().stream().anyMatch(roles::contains);
    }
}
