package io.tacit.engine.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A SELECT without its list: where rows come from, which of them are kept, and how their fields are written. A field is
 * always a column behind an alias, so that writing it twice costs nothing.
 *
 * @param from what stands behind FROM
 * @param conditions that a row must all meet
 * @param simple whether no condition holds a subquery
 * @param isJoin whether rows come from a join
 * @param fields the text of each field
 * @param isWhole whether {@code SELECT *} yields just these fields, named c0, c1, …
 */
record SelectBody(
        String from, List<String> conditions, boolean simple, boolean isJoin, List<String> fields, boolean isWhole) {
    SelectBody {
        conditions = List.copyOf(conditions);
        fields = List.copyOf(fields);
    }

    /** All rows of a table, with these of its columns; all names are in quotes. */
    static SelectBody of(String table, String alias, List<String> columns) {
        List<String> fields = columns.stream().map(name -> alias + "." + name).toList();
        // A released table also holds the ends of intervals: its fields are named one by one.
        return new SelectBody(table + " AS " + alias, List.of(), true, false, fields, false);
    }

    /** All rows of a query with columns c0, c1, … */
    static SelectBody nested(String query, String alias, int width) {
        return new SelectBody("(" + query + ") AS " + alias, List.of(), true, false, columns(alias, width), true);
    }

    /** A list of constant rows. */
    static SelectBody ofValues(List<String> rows, String alias, int width) {
        String names = String.join(
                ", ", IntStream.range(0, width).mapToObj(i -> "c" + i).toList());
        String from = "(VALUES " + String.join(", ", rows) + ") AS " + alias + "(" + names + ")";
        return new SelectBody(from, List.of(), true, false, columns(alias, width), true);
    }

    /** A column of an alias. */
    static String column(String alias, int field) {
        return alias + ".c" + field;
    }

    private static List<String> columns(String alias, int width) {
        return IntStream.range(0, width).mapToObj(field -> column(alias, field)).toList();
    }

    /** The same rows as a query of their own. */
    SelectBody nestedAs(String alias) {
        return nested(select(), alias, fields.size());
    }

    /** The rows that also meet these conditions. */
    SelectBody where(List<String> more, boolean moreAreSimple) {
        List<String> all = new ArrayList<>(conditions);
        all.addAll(more);
        return new SelectBody(from, all, simple && moreAreSimple, isJoin, fields, isWhole);
    }

    /** The same rows with other columns, or with the same ones in another order. */
    SelectBody columns(List<String> others) {
        return new SelectBody(from, conditions, simple, isJoin, others, isWhole && others.equals(fields));
    }

    /**
     * Whether a join may be printed before the conditions: there are none, or they mean the same afterwards and the
     * engine applies them first anyway, unless one holds a subquery.
     *
     * @param keepsRows whether the join adds no row of NULLs on this side
     */
    boolean mayWait(boolean keepsRows) {
        return conditions.isEmpty() || simple && keepsRows;
    }

    /** A join with something that is no join itself. */
    SelectBody join(String kind, SelectBody right, String condition) {
        List<String> all = new ArrayList<>(conditions);
        all.addAll(right.conditions);
        return new SelectBody(
                from + " " + kind + " " + right.from + " ON " + condition,
                all,
                simple && right.simple,
                true,
                both(this, right),
                false);
    }

    /** The fields of both sides of a join. */
    static List<String> both(SelectBody left, SelectBody right) {
        List<String> fields = new ArrayList<>(left.fields);
        fields.addAll(right.fields);
        return fields;
    }

    /** All that follows the list, with a blank before it. */
    String text() {
        return " FROM " + from + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions));
    }

    /** The query that selects these fields, named c0, c1, … */
    String select() {
        return isWhole ? "SELECT *" + text() : select(fields);
    }

    /** The query that selects other columns, named c0, c1, … */
    String select(List<String> columns) {
        List<String> named = new ArrayList<>();
        for (String column : columns) {
            named.add(column + " AS c" + named.size());
        }
        return "SELECT " + String.join(", ", named) + text();
    }
}
