package io.tacit.engine.source;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.source.SchemaFile.Entry;
import io.tacit.engine.text.TextRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Tells the owner of a text file whose schema was kept that people are left out of it: those whose values are not written as the
 * type of their column writes them, as by a program that writes 12923.0 where a number is missing elsewhere.
 */
final class NobodysValues {
    /** So much is looked at each time, which takes no time that anybody would notice. */
    private static final long LOOKED_AT_BYTES = 1 << 16;

    private NobodysValues() {}

    /**
     * What to tell.
     *
     * @param given what the user says of columns, by name
     */
    static List<String> notices(
            String table,
            TextShape shape,
            List<Entry> entries,
            Map<String, ColumnDeclaration> given,
            Protection protection) {
        List<Entry> typed = entries.stream()
                .filter(entry -> protection.ownColumns().stream().anyMatch(entry.name()::equalsIgnoreCase))
                .filter(entry -> !type(entry, given).equals(ColumnType.VARCHAR))
                .toList();
        if (typed.isEmpty()) {
            return List.of();
        }
        TextRows rows = shape.rows();
        TextShape beginning = new TextShape(
                shape.format(),
                shape.header(),
                shape.names(),
                shape.ambiguous(),
                new TextRows(rows.path(), rows.encoding(), rows.header(), LOOKED_AT_BYTES, rows.fields()),
                List.of());
        List<ColumnType> proposed = ProposeTypes.propose(beginning, protection.ownColumns());
        List<String> notices = new ArrayList<>();
        for (Entry entry : typed) {
            if (proposed.get(shape.names().indexOf(entry.name())).equals(ColumnType.VARCHAR)) {
                notices.add("Values of " + entry.name() + " that are not written as "
                        + type(entry, given)
                        + " writes them, such as 7.0 or 007 for the number 7, are nobody's, and their rows are left out."
                        + " To keep them: --column " + table + "." + entry.name()
                        + ":VARCHAR, or the type VARCHAR in the schema file.");
            }
        }
        return notices;
    }

    private static ColumnType type(Entry entry, Map<String, ColumnDeclaration> given) {
        return given.getOrDefault(entry.name(), ColumnDeclaration.NOTHING)
                .type()
                .or(() -> entry.says().type())
                .orElse(ColumnType.VARCHAR);
    }
}
