package io.tacit.engine.policy;

import io.tacit.engine.backend.DatabaseSchema;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A table as the policy declares it, with its place in the text.
 *
 * @param declared the table and where its rows lie
 * @param roles of which one is needed to read it; empty for none
 * @param columnRoles by column, the roles of which one is needed
 * @param uniqueChecked whether the owner vouches for the key that its rows refer to
 * @param relation what a database says of it
 * @param section where it stands
 */
record DeclaredTable(
        SourceTable declared,
        Optional<List<String>> roles,
        Map<String, List<String>> columnRoles,
        boolean uniqueChecked,
        Optional<DatabaseSchema.Relation> relation,
        Section section) {
    Table table() {
        return declared.table();
    }

    String name() {
        return declared.table().name();
    }
}
