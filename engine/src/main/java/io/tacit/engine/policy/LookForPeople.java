package io.tacit.engine.policy;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.Likeness;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at values, for the owner alone, to see which columns seem to tell who somebody is. */
public final class LookForPeople {
    private LookForPeople() {}

    /**
     * A column that analysts may name.
     *
     * @param table its table
     * @param column its name
     * @param what its values seem to be, such as {@code an e-mail address}
     */
    public record Shown(String table, String column, String what) {}

    /** The columns of people's rows that analysts may name although their values seem to identify people. */
    public static List<Shown> in(List<SourceTable> tables, DataEngine engine) {
        List<Shown> shown = new ArrayList<>();
        for (SourceTable source : tables) {
            Table table = source.table();
            if (!table.protection().isPublic()) {
                Map<String, Likeness> looks = at(source, Optional.of(table.protection()), engine);
                for (Column column : table.visibleColumns()) {
                    Optional.ofNullable(looks.get(column.name()))
                            .ifPresent(kind -> shown.add(new Shown(table.name(), column.name(), kind.words())));
                }
            }
        }
        return shown;
    }

    /** What the values of a table's columns look like; nothing is known where they cannot be read. */
    static Map<String, Likeness> at(SourceTable table, Optional<Protection> people, DataEngine engine) {
        Optional<String> person = people.map(Protection::ownColumns)
                .filter(columns -> columns.size() == 1)
                .map(columns -> columns.get(0));
        try {
            return engine.holding(List.of(table)).looks(table, person);
        } catch (Refusal unreadable) {
            return Map.of();
        }
    }
}
