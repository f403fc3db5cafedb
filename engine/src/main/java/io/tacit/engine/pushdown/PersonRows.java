package io.tacit.engine.pushdown;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.sql.ColumnTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;

/**
 * Prints the rows that a release aggregates, with what decides equality made one: a person, a key or a counted value is of
 * one of the catalog's types, a text has no collation, and a DOUBLE has one zero and no NaN. So equal keys print the same
 * text, and a group cannot show a spelling that is one person's own, whatever the relation below is. A date that is read is
 * finite. Columns: u, k0, k1, …, and c and a number for each field that is read.
 */
final class PersonRows {
    private final ReleasePlan plan;
    private final String text;

    /** The rows as they were before columns were chosen; only where leftovers are asked for. */
    private final String input;

    private PersonRows(ReleasePlan plan, String text, String input) {
        this.plan = plan;
        this.text = text;
        this.input = input;
    }

    /** The rows of a release. */
    static PersonRows of(ReleasePlan plan, RelationToSql printer) {
        RelNode rows = plan.aggregation().input();
        return new PersonRows(
                plan,
                printer.select(rows, fields -> columns(plan, fields)),
                plan.parameters().leftovers().isPresent()
                        ? RelationToSql.overPeople(printer.dialect()).sql(rows)
                        : "");
    }

    /**
     * The rows of all groups that are not in a table.
     *
     * @param leftovers a plan without keys
     * @param table its columns are the keys as text, named like keys
     */
    PersonRows leftovers(ReleasePlan leftovers, String table) {
        IntFunction<String> fields = field -> "i.c" + field;
        StringBuilder same = new StringBuilder("TRUE");
        for (int i = 0; i < plan.keys().size(); i++) {
            String key = equal(plan, plan.keys().get(i).field(), fields);
            String text = keyText(key, plan.keys().get(i).type());
            same.append(" AND " + text + " IS NOT DISTINCT FROM o.k" + i);
        }
        String outside = "SELECT " + String.join(", ", columns(leftovers, fields)) + " FROM (" + input
                + ") AS i ANTI JOIN " + table + " AS o ON " + same;
        return new PersonRows(leftovers, outside, "");
    }

    /** Rows without a person are dropped by whoever reads these. */
    String sql() {
        return text;
    }

    private static List<String> columns(ReleasePlan plan, IntFunction<String> fields) {
        List<String> columns = new ArrayList<>();
        columns.add(equal(plan, plan.aggregation().unit(), fields) + " AS u");
        for (int i = 0; i < plan.keys().size(); i++) {
            columns.add(equal(plan, plan.keys().get(i).field(), fields) + " AS k" + i);
        }
        int width = plan.aggregation().input().getRowType().getFieldCount();
        for (int i = 0; i < width; i++) {
            if (isOffered(plan, i) && isDouble(plan, i)) {
                columns.add(equal(plan, i, fields) + " AS c" + i);
            } else if (isOffered(plan, i) || isRead(plan, i)) {
                columns.add(read(fields.apply(i), type(plan, i).kind()) + " AS c" + i);
            }
        }
        return columns;
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
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < plan.keys().size(); i++) {
            String key = "k" + i;
            texts.add(keyText(from + "." + key, plan.keys().get(i).type()) + " AS " + key);
        }
        return texts;
    }

    /**
     * A key's text in the form of {@link io.tacit.engine.backend.KeyText}. A cast of DuckDB leaves out a zero that is all
     * before the point, and prints another number for 2^81, 2^91 and 2^807.
     */
    static String keyText(String key, ColumnType type) {
        String text = "CAST(" + key + " AS VARCHAR)";
        return switch (type.kind()) {
            case DOUBLE -> "format('{:.17g}', " + key + ")";
            case DECIMAL -> type.precision() == type.scale() ? "replace(" + text + ", '.', '0.')" : text;
            case BOOLEAN, INTEGER, BIGINT, VARCHAR, DATE, TIME, TIMESTAMP -> text;
        };
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

    private static boolean isRead(ReleasePlan plan, int field) {
        return plan.counted().stream().anyMatch(c -> c.field() == field || c.filter() == field)
                || plan.summed().stream().anyMatch(s -> s.field() == field || s.filter() == field)
                || plan.offered().stream().anyMatch(o -> o.filter() == field);
    }

    private static boolean isOffered(ReleasePlan plan, int field) {
        return plan.offered().stream().anyMatch(o -> o.field() == field);
    }

    private static String equal(ReleasePlan plan, int field, IntFunction<String> fields) {
        return equal(fields.apply(field), type(plan, field));
    }

    /** A column of which equal values are the same value and print the same text. Of the other types they are and do. */
    static String equal(String column, ColumnType type) {
        return switch (type.kind()) {
            case DOUBLE -> withoutNan("(" + column + " + CAST(0 AS DOUBLE))");
            case VARCHAR -> "(" + column + ") COLLATE \"binary\"";
            case BOOLEAN, INTEGER, BIGINT, DECIMAL, DATE, TIME, TIMESTAMP -> column;
        };
    }

    private static boolean isDouble(ReleasePlan plan, int field) {
        return type(plan, field).kind() == ColumnType.Kind.DOUBLE;
    }

    private static ColumnType type(ReleasePlan plan, int field) {
        RelDataType type = plan.aggregation()
                .input()
                .getRowType()
                .getFieldList()
                .get(field)
                .getType();
        return ColumnTypes.fromCalcite(type);
    }

    /** A column without values that are no numbers: NaN, and infinite dates. */
    private static String read(String column, ColumnType.Kind kind) {
        return switch (kind) {
            case DOUBLE -> withoutNan(column);
            case DATE, TIMESTAMP -> "CASE WHEN isfinite(" + column + ") THEN " + column + " END";
            default -> column;
        };
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
