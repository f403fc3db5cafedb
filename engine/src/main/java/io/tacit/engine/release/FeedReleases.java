package io.tacit.engine.release;

import io.tacit.engine.backend.Backend;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.rewrite.ReleasePlan;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts a released table where later releases of the same statement read it, beside people's rows: {@code … WHERE amount >
 * (SELECT AVG(amount) FROM orders)} is two releases, run in order. What is put there is noisy and therefore public.
 */
public final class FeedReleases {
    private static final int BATCH = 500;

    private FeedReleases() {}

    /** An empty table, so that the later releases can be checked before anything is charged. */
    public static void declare(ReleasePlan plan, Backend backend) {
        List<ColumnType> types = types(plan);
        backend.createWorkTable(plan.name(), select(types, new @Nullable Object[types.size()]));
    }

    /** The released rows. */
    public static void fill(ReleasedRows released, Backend backend) {
        List<ColumnType> types = types(released.calibration().plan());
        List<String> rows = new ArrayList<>();
        for (@Nullable Object[] row : released.rows()) {
            rows.add(select(types, row));
            if (rows.size() == BATCH) {
                backend.fillWorkTable(released.name(), String.join(" UNION ALL ", rows));
                rows.clear();
            }
        }
        if (!rows.isEmpty()) {
            backend.fillWorkTable(released.name(), String.join(" UNION ALL ", rows));
        }
    }

    /** Keys and aggregates: later releases do not see the ends of intervals. */
    private static List<ColumnType> types(ReleasePlan plan) {
        return ReleasedRows.types(plan)
                .subList(0, plan.keys().size() + plan.outputs().size());
    }

    private static String select(List<ColumnType> types, @Nullable Object[] row) {
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            columns.add(value(row[i], types.get(i)) + " AS c" + i);
        }
        return "SELECT " + String.join(", ", columns);
    }

    /** Keys come as text, and any other value can be written as text. */
    private static String value(@Nullable Object value, ColumnType type) {
        if (value == null) {
            return "CAST(NULL AS " + type.sql() + ")";
        }
        String text = value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
        return "TRY_CAST('" + text.replace("'", "''") + "' AS " + type.sql() + ")";
    }
}
