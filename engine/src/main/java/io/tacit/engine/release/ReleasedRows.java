package io.tacit.engine.release;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.rewrite.GroupKey;
import io.tacit.engine.rewrite.OutputRequest;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.ResolvedLimits;
import io.tacit.privacy.mechanism.GroupCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A released table: noisy values only.
 *
 * <p>Its columns are the keys, the aggregates, and then for each aggregate the lower and the upper end of its interval.
 *
 * @param calibration how it was made
 * @param limits the limits that automatic parameters found; they were paid for
 * @param groups noisy numbers of people by the number of their groups, where they were counted; they were paid for
 * @param rows one for each group that was kept; keys as text, null for NULL; dates as Java has them
 * @param redrawn for each row what its aggregates would be had their noise been drawn again: for each aggregate that is
 *     computed from states an array, null where it has no value; no rows at all where they are not asked for, or would
 *     be too many
 */
public record ReleasedRows(
        Calibration calibration,
        ResolvedLimits limits,
        Optional<GroupCounts> groups,
        List<@Nullable Object[]> rows,
        List<List<double @Nullable []>> redrawn) {
    /** The released table's name. */
    public String name() {
        return calibration.plan().name();
    }

    /** The number of columns, from the left, that are keys. */
    public int keyCount() {
        return calibration.plan().keys().size();
    }

    /** The types of the columns. */
    public List<ColumnType> types() {
        return types(calibration.plan());
    }

    /** The types of the columns that a plan will release. */
    public static List<ColumnType> types(ReleasePlan plan) {
        List<ColumnType> types = new ArrayList<>();
        for (GroupKey key : plan.keys()) {
            types.add(key.type());
        }
        for (OutputRequest output : plan.outputs()) {
            types.add(output.type());
        }
        for (OutputRequest output : plan.outputs()) {
            types.add(output.type().ofEnds());
            types.add(output.type().ofEnds());
        }
        return types;
    }
}
