package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.backend.KeyText;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.rewrite.ReleasePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts a released table where later releases of the same statement read it, beside people's rows: {@code … WHERE amount
 * > (SELECT AVG(amount) FROM orders)} is two releases, run in order. What is put there is noisy and therefore public.
 */
public final class FeedReleases {
    private FeedReleases() {}

    /** An empty table, so that the later releases can be checked before anything is charged. */
    public static void declare(ReleasePlan plan, Backend backend) {
        List<ColumnType> types = types(plan);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            columns.add(Column.nullable("c" + i, types.get(i)));
        }
        backend.createWorkTable(plan.name(), columns);
    }

    /** The released rows. */
    public static void fill(ReleasedRows released, Backend backend) {
        List<ColumnType> types = types(released.calibration().plan());
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (@Nullable Object[] row : released.rows()) {
            rows.add(Arrays.copyOf(row, types.size()));
        }
        if (!rows.isEmpty()) {
            backend.fillWorkTable(released.name(), KeyText.typed(rows, types, released.keyCount()));
        }
    }

    /** The types of keys and aggregates, without the ends of intervals, which later releases do not see. */
    private static List<ColumnType> types(ReleasePlan plan) {
        return ReleasedRows.types(plan)
                .subList(0, plan.keys().size() + plan.outputs().size());
    }
}
