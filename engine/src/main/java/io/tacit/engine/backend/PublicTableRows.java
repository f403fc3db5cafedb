package io.tacit.engine.backend;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the rows of a public table whole, so that something else can read them than what holds it. They are nobody's. */
public final class PublicTableRows {
    private PublicTableRows() {}

    /**
     * All rows, each value as its one {@link KeyText}; null is NULL.
     *
     * @param table declared public; the caller vouches for it
     * @param most how many rows are read at most, far below what memory holds
     * @param why the message of the refusal when there are more
     * @param instead what to do then
     * @throws Refusal TOO_COMPLEX when there are more rows, ENGINE when reading fails
     */
    public static List<@Nullable String[]> read(Table table, Backend backend, int most, String why, String instead) {
        Dialect dialect = backend.dialect();
        List<String> columns = new ArrayList<>();
        for (Column column : table.columns()) {
            String value = dialect.keys().canonical(dialect.literals().name(column.name()), column.type());
            columns.add(dialect.keys().text(value, column.type()) + " AS c" + columns.size());
        }
        String sql = "SELECT " + String.join(", ", columns) + " FROM "
                + dialect.literals().name(table.name());
        List<@Nullable String[]> rows = new ArrayList<>();
        backend.run(sql, columns.size(), 0, (keys, integers) -> {
            if (rows.size() == most) {
                throw new Refusal(ErrorCode.TOO_COMPLEX, why, instead);
            }
            rows.add(keys);
        });
        return rows;
    }
}
