package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.sql.ColumnTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Prints the rows that a release aggregates, with what decides equality made one: a DOUBLE person, key or counted value
 * has one zero and no NaN. Columns: u, k0, k1, …, and c and a number for each field that is read.
 */
final class PersonRows {
    private final ReleasePlan plan;
    private final String input;
    private final Optional<String> without;

    PersonRows(ReleasePlan plan, String input) {
        this(plan, input, Optional.empty());
    }

    private PersonRows(ReleasePlan plan, String input, Optional<String> without) {
        this.plan = plan;
        this.input = input;
        this.without = without;
    }

    /**
     * The rows of all groups that are not in a table.
     *
     * @param leftovers a plan without keys
     * @param table its columns are the keys as text, named like keys
     */
    PersonRows leftovers(ReleasePlan leftovers, String table) {
        StringBuilder same = new StringBuilder("TRUE");
        for (int i = 0; i < plan.keys().size(); i++) {
            String key = equal(plan.keys().get(i).field());
            same.append(" AND CAST(" + key + " AS VARCHAR) IS NOT DISTINCT FROM o.k" + i);
        }
        String outside = "SELECT i.* FROM (" + input + ") AS i ANTI JOIN " + table + " AS o ON " + same;
        return new PersonRows(leftovers, input, Optional.of(outside));
    }

    /** Rows without a person are dropped by whoever reads these. */
    String sql() {
        List<String> columns = new ArrayList<>();
        columns.add(equal(plan.aggregation().unit()) + " AS u");
        for (int i = 0; i < plan.keys().size(); i++) {
            columns.add(equal(plan.keys().get(i).field()) + " AS k" + i);
        }
        int width = plan.aggregation().input().getRowType().getFieldCount();
        for (int i = 0; i < width; i++) {
            if (isOffered(i)) {
                columns.add(equal(i) + " AS c" + i);
            } else if (isRead(i)) {
                columns.add((isDouble(i) ? withoutNan("i.c" + i) : "i.c" + i) + " AS c" + i);
            }
        }
        return "SELECT " + String.join(", ", columns) + " FROM (" + without.orElse(input) + ") AS i";
    }

    /** k0, k1, … */
    List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < plan.keys().size(); i++) {
            keys.add("k" + i);
        }
        return keys;
    }

    /** The keys as text, under their own names. */
    List<String> keysAsText(String from) {
        return keys().stream()
                .map(key -> "CAST(" + from + "." + key + " AS VARCHAR) AS " + key)
                .toList();
    }

    /** What joins two relations on the keys; NULL is a key like any other. */
    String sameKeys(String left, String right) {
        StringBuilder condition = new StringBuilder();
        for (String key : keys()) {
            condition.append(" AND ").append(left).append('.').append(key);
            condition.append(" IS NOT DISTINCT FROM ").append(right).append('.').append(key);
        }
        return condition.toString();
    }

    private boolean isRead(int field) {
        return plan.counted().stream().anyMatch(c -> c.field() == field || c.filter() == field)
                || plan.summed().stream().anyMatch(s -> s.field() == field || s.filter() == field)
                || plan.offered().stream().anyMatch(o -> o.filter() == field);
    }

    private boolean isOffered(int field) {
        return plan.offered().stream().anyMatch(o -> o.field() == field);
    }

    private String equal(int field) {
        return equal("i.c" + field, isDouble(field));
    }

    /** A column of which equal values are the same value. */
    static String equal(String column, boolean isDouble) {
        return isDouble ? withoutNan("(" + column + " + CAST(0 AS DOUBLE))") : column;
    }

    private boolean isDouble(int field) {
        RelDataType type = plan.aggregation()
                .input()
                .getRowType()
                .getFieldList()
                .get(field)
                .getType();
        return ColumnTypes.fromCalcite(type).kind() == ColumnType.Kind.DOUBLE;
    }

    private static String withoutNan(String column) {
        return "CASE WHEN isnan(" + column + ") THEN NULL ELSE " + column + " END";
    }

    static String field(int field) {
        return "c" + field;
    }

    static String filter(int field) {
        return field < 0 ? "" : " FILTER (WHERE c" + field + ")";
    }

    /** A condition for WHERE. */
    static String where(int filter) {
        return filter < 0 ? "" : " AND c" + filter;
    }
}
