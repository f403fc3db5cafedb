package io.tacit.engine.policy;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.backend.duckdb.SqlText;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Counts, for the owner alone, how often the keys occur twice that foreign keys refer to. This reads the data and its
 * counts are exact: they are never shown to analysts.
 */
public final class CountRepeats {
    private CountRepeats() {}

    /**
     * A key.
     *
     * @param table the table
     * @param column its column
     * @param repeated how many values occur more than once
     */
    public record Key(String table, String column, long repeated) {}

    /** All keys that a table's rows refer to, each once. */
    public static List<Key> count(List<SourceTable> tables, DuckDbSettings settings) {
        Set<Protection.ForeignKey> keys = new LinkedHashSet<>();
        Catalog catalog = new Catalog(tables.stream().map(SourceTable::table).toList());
        for (SourceTable table : tables) {
            if (table.table().protection() instanceof Protection.ForeignKey key
                    && catalog.table(key.targetTable())
                            .flatMap(target -> target.column(key.targetColumn()))
                            .isPresent()) {
                keys.add(new Protection.ForeignKey("", key.targetTable(), key.targetColumn()));
            }
        }
        List<Key> counted = new ArrayList<>();
        try (EmbeddedDuckDb database = EmbeddedDuckDb.open(tables, settings)) {
            for (Protection.ForeignKey key : keys) {
                String column = SqlText.name(key.targetColumn());
                database.rows(
                        "SELECT count(*) FROM (SELECT " + column + " FROM " + SqlText.name(key.targetTable())
                                + " WHERE " + column + " IS NOT NULL GROUP BY 1 HAVING count(*) > 1)",
                        row -> counted.add(new Key(key.targetTable(), key.targetColumn(), row.getLong(1))));
            }
        }
        return counted;
    }
}
