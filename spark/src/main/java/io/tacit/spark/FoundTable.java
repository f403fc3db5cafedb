package io.tacit.spark;

import io.tacit.engine.dialect.server.StoredColumn;
import java.util.List;

/**
 * What a cluster says of a table, of a view, or of the files of a path.
 *
 * @param name by which FROM reads it, in quotes
 * @param columns in their order
 */
record FoundTable(String name, TableFormat format, List<StoredColumn> columns) {
    FoundTable {
        columns = List.copyOf(columns);
    }
}
