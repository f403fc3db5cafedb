package io.tacit.engine.backend.server;

import io.tacit.engine.dialect.server.StoredColumn;
import io.tacit.engine.refusal.Refusal;
import java.util.List;

/** What a server's catalogue says of its tables. */
public interface StoredTables {
    /**
     * The columns of a table, in their order.
     *
     * @throws Refusal SOURCE_SCHEMA when there is none
     */
    List<StoredColumn> columns(String table);

    /** What FROM reads of a table, at the time at which this is called. */
    String qualified(String table);

    /** The refusal of a column that is not there. */
    Refusal without(String table, String column);
}
