package io.tacit.engine.randomqueries;

import io.tacit.engine.randomqueries.Block.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A window function over one person's rows. Beside its result there are only the person and what it is ordered by, so
 * that it does not matter which of two tied rows comes first.
 *
 * @param person whose rows are in a window
 * @param by what they are ordered by
 * @param function with arguments, over {@code by} alone
 * @param ordered whether the order is said
 * @param frame empty for none
 * @param result its column
 */
record Windowed(Rows rows, Item person, Item by, String function, boolean ordered, String frame, Field result)
        implements Block {
    @Override
    public Optional<String> unit() {
        return rows.unit();
    }

    @Override
    public void collect(Map<String, Block> named) {
        rows.collect(named);
    }

    @Override
    public List<Field> outputs() {
        return List.of(person.field(), by.field(), result);
    }

    @Override
    public String sql(Dialect dialect) {
        List<String> partition = new ArrayList<>(List.of(person.expression().text(dialect)));
        if (dialect == Dialect.PLAIN) {
            partition.add(rows.unit().orElseThrow());
        }
        String value = by.expression().text(dialect);
        String call = String.format(function, value) + " OVER (PARTITION BY " + String.join(", ", partition)
                + (ordered ? " ORDER BY " + value + " NULLS LAST" : "") + frame + ")";
        return "SELECT " + Block.unitColumn(rows, dialect) + Block.list(List.of(person, by), dialect) + ", " + call
                + " AS " + result.name() + Block.fromWhere(rows, Optional.empty(), dialect);
    }
}
