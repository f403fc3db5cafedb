package io.tacit.engine.policy;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.SourceTable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Counts, for the owner alone, the values that occur more than once in keys that foreign keys refer to and in keys that
 * are declared unique. This reads the data and its counts are exact: they are never shown to analysts.
 */
public final class CountRepeats {
    private CountRepeats() {}

    /**
     * A key.
     *
     * @param table the table
     * @param columns its columns, with commas between them
     * @param referredTo whether rows of people are found through it, so that a repeated value belongs to several people
     * @param repeated how many values occur more than once
     */
    public record Key(String table, String columns, boolean referredTo, long repeated) {}

    /** All keys that a table's rows refer to, then those that are declared unique, each once. */
    public static List<Key> count(List<SourceTable> tables, DataEngine engine) {
        Set<DataEngine.Key> keys = new LinkedHashSet<>();
        Catalog catalog = new Catalog(tables.stream().map(SourceTable::table).toList());
        for (SourceTable table : tables) {
            table.table()
                    .protection()
                    .foreignKey()
                    .filter(key -> catalog.table(key.targetTable())
                            .flatMap(target -> target.column(key.targetColumn()))
                            .isPresent())
                    .ifPresent(key -> keys.add(new DataEngine.Key(key.targetTable(), List.of(key.targetColumn()))));
        }
        Set<DataEngine.Key> referredTo = Set.copyOf(keys);
        for (SourceTable table : tables) {
            table.table()
                    .uniqueKeys()
                    .forEach(
                            columns -> keys.add(new DataEngine.Key(table.table().name(), columns)));
        }
        Map<DataEngine.Key, Long> repeats = engine.repeats(tables, List.copyOf(keys));
        return keys.stream()
                .map(key -> new Key(
                        key.table(),
                        String.join(", ", key.columns()),
                        referredTo.contains(key),
                        Objects.requireNonNull(repeats.get(key))))
                .toList();
    }
}
