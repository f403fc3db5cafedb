package io.tacit.engine.catalog;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The columns whose values say who or what is meant: those of a person, those that lead to one and those that are led to, and
 * those of declared keys. Of these no two values of the source may become one: it would be two people in one.
 */
public final class KeyColumns {
    private KeyColumns() {}

    /**
     * The names of a table's, compared without regard to case.
     *
     * @param all tables, of which some may lead to this one
     */
    public static Set<String> of(Table table, Collection<Table> all) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(table.protection().ownColumns());
        table.uniqueKeys().forEach(names::addAll);
        for (Table other : all) {
            other.protection()
                    .foreignKey()
                    .filter(key -> key.targetTable().equalsIgnoreCase(table.name()))
                    .ifPresent(key -> names.add(key.targetColumn()));
        }
        return names;
    }
}
