package io.tacit.engine.pushdown;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.RowCount;
import io.tacit.engine.rewrite.ValueColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import org.apache.calcite.rel.RelNode;

/** Prints the rows that a release aggregates, with the columns of {@link PersonColumns}. */
final class PersonRows {
    private final ReleasePlan plan;
    private final Dialect dialect;
    private final String text;

    /** The rows before their columns were chosen; read for leftovers only. */
    private final String input;

    private PersonRows(ReleasePlan plan, Dialect dialect, String text, String input) {
        this.plan = plan;
        this.dialect = dialect;
        this.text = text;
        this.input = input;
    }

    /** The rows of a release. */
    static PersonRows of(ReleasePlan plan, RelationToSql printer) {
        RelNode rows = plan.aggregation().input();
        Dialect dialect = printer.dialect();
        return new PersonRows(
                plan,
                dialect,
                printer.select(rows, fields -> new PersonColumns(plan, dialect.keys(), fields).all()),
                plan.parameters().leftovers().isPresent()
                        ? RelationToSql.overPeople(dialect).sql(rows)
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
        PersonColumns columns = new PersonColumns(plan, dialect.keys(), fields);
        StringBuilder same = new StringBuilder("TRUE");
        for (int i = 0; i < plan.keys().size(); i++) {
            String key = columns.canonical(plan.keys().get(i).field());
            String text = dialect.keys().text(key, plan.keys().get(i).type());
            same.append(" AND " + dialect.keys().same(text, "o.k" + i, ColumnType.VARCHAR));
        }
        List<String> read = new PersonColumns(leftovers, dialect.keys(), fields).all();
        String outside = "SELECT " + String.join(", ", read) + " FROM "
                + dialect.stages().whereNot("(" + input + ") AS i", table + " AS o", same.toString());
        return new PersonRows(leftovers, dialect, outside, "");
    }

    /** What the stages above the rows are called. */
    StageNames names() {
        return new StageNames(dialect.literals());
    }

    /** The dialect in which the rows are printed. */
    Dialect dialect() {
        return dialect;
    }

    /** The rows; whoever reads them must drop those without a person. */
    String sql() {
        return text;
    }

    /** Whether each row of a person counts for itself. */
    boolean countForThemselves() {
        return plan.parameters().countsRows();
    }

    /** The names of the columns beside the person. */
    List<String> columns() {
        return new PersonColumns(plan, dialect.keys(), field -> "").names();
    }

    /** At most how many rows a person has, by the query's operators alone. */
    OptionalLong provenRows() {
        return plan.structure().provenRows();
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
            texts.add(dialect.keys().text(from + "." + key, plan.keys().get(i).type()) + " AS " + key);
        }
        return texts;
    }

    /** The condition that joins two relations on the keys; NULL is a key like any other. */
    String sameKeys(String left, String right) {
        StringBuilder condition = new StringBuilder();
        for (int i = 0; i < plan.keys().size(); i++) {
            ColumnType type = plan.keys().get(i).type();
            condition.append(" AND ").append(dialect.keys().same(left + ".k" + i, right + ".k" + i, type));
        }
        return condition.toString();
    }

    static String field(int field) {
        return "c" + field;
    }

    static String filter(OptionalInt field) {
        return field.isEmpty() ? "" : " FILTER (WHERE c" + field.getAsInt() + ")";
    }

    /** The FILTER of an aggregate of values; with a pair of columns only rows that have both are read. */
    static String filter(ValueColumn values) {
        return filter(values.rows(), OptionalInt.of(values.field()));
    }

    /** The aggregate that counts rows. */
    static String count(RowCount rows) {
        // A field that may be NULL is counted where it is not.
        OptionalInt read = rows.present().stream().mapToInt(Integer::intValue).findFirst();
        String what = read.isPresent() ? field(read.getAsInt()) : "*";
        return "COUNT(" + what + ")" + filter(rows, read);
    }

    /**
     * The FILTER for rows that are counted, without what the aggregate's own field decides by being NULL.
     *
     * @param read the field that an aggregate reads anyway, if it reads one
     */
    private static String filter(RowCount rows, OptionalInt read) {
        List<String> conditions = new ArrayList<>();
        rows.filter().ifPresent(field -> conditions.add(field(field)));
        rows.positive().ifPresent(field -> conditions.add(field(field) + " > 0"));
        rows.present().stream()
                .filter(field -> !read.equals(OptionalInt.of(field)))
                .forEach(field -> conditions.add(field(field) + " IS NOT NULL"));
        return conditions.isEmpty() ? "" : " FILTER (WHERE " + String.join(" AND ", conditions) + ")";
    }

    /** A WHERE clause with the condition of a FILTER. */
    static String where(OptionalInt filter) {
        return filter.isEmpty() ? "" : " AND c" + filter.getAsInt();
    }
}
