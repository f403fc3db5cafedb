package io.tacit.engine.backend;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.RelationToSql;
import io.tacit.engine.sql.SqlToRelation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;

/**
 * {@code IN} and {@code NOT IN} over values with NULL, without, and over none, wherever an expression may stand; and what
 * SQL says of each.
 */
@NullUnmarked
final class Searches {
    /** People 1 to 3, of value 1, 2 and NULL, and the values that are searched: of part 1, 2, and none of part 3. */
    static final List<Object[]> ROWS = List.of(
            new Object[] {1, 0, 1},
            new Object[] {2, 0, 2},
            new Object[] {3, 0, null},
            new Object[] {4, 1, 1},
            new Object[] {5, 1, null},
            new Object[] {6, 2, 1},
            new Object[] {7, 2, 7});

    static final List<Column> COLUMNS = List.of(
            Column.nullable("id", ColumnType.INTEGER),
            Column.nullable("part", ColumnType.INTEGER),
            Column.nullable("x", ColumnType.INTEGER));

    private static final int PARTS = 3;
    private static final int PEOPLE = 3;

    private Searches() {}

    private static Integer value(int row) {
        return (Integer) ROWS.get(row)[2];
    }

    /** TRUE, FALSE or null: whether a person's value is found in a part. */
    private static Boolean found(int person, int part) {
        Integer searched = value(person - 1);
        List<Object[]> rows = ROWS.stream().filter(row -> row[1].equals(part)).toList();
        if (rows.isEmpty()) {
            return false;
        }
        if (searched != null && rows.stream().anyMatch(row -> searched.equals(row[2]))) {
            return true;
        }
        return searched == null || rows.stream().anyMatch(row -> row[2] == null) ? null : Boolean.FALSE;
    }

    /** Each place of a search, as a query of person and value; of a filter, those that it keeps. */
    private static List<String> places(String search) {
        String people = " FROM searched WHERE part = 0";
        return List.of(
                "SELECT id, " + search + " AS v" + people,
                "SELECT id, CASE WHEN " + search + " THEN TRUE WHEN NOT (" + search + ") THEN FALSE END AS v" + people,
                "SELECT id, id < 9 AND " + search + " AS v" + people,
                "SELECT id, NOT (NOT (" + search + ")) AS v" + people,
                "SELECT id, id > 9 OR " + search + " AS v" + people,
                "SELECT id, (" + search + ") IS NULL AS v" + people,
                "SELECT id, TRUE AS v" + people + " AND " + search,
                "SELECT id, TRUE AS v" + people + " AND (id > 9 OR (id < 9 AND " + search + "))",
                "SELECT id, TRUE AS v" + people + " AND CASE WHEN " + search + " THEN TRUE ELSE FALSE END",
                "SELECT id, FALSE AS v" + people + " AND NOT (id > 9 OR " + search + ")");
    }

    /** How many places there are: some give a value, the next says whether it is NULL, others are filters. */
    static final int PLACES = 10;

    private static final int VALUES = 5;
    private static final int IS_NULL = 5;

    private static String search(boolean not, int part) {
        return "x " + (not ? "NOT IN" : "IN") + " (SELECT x FROM searched WHERE part = " + part + ")";
    }

    /** All searches as one query of two keys, which says where each stands and what it says of whom. */
    static String sql(Dialect dialect, boolean not, List<Integer> tried) {
        Catalog catalog = new Catalog(List.of(new Table("searched", COLUMNS, new Protection.Public())));
        List<String> queries = new ArrayList<>();
        for (int part = 1; part <= PARTS; part++) {
            List<String> places = places(search(not, part));
            for (int place : tried) {
                queries.add("SELECT " + (part * 100 + place * 10) + " + id AS p, v FROM (" + places.get(place)
                        + ") AS q" + part + "_" + place);
            }
        }
        String all = queries.stream().collect(Collectors.joining(" UNION ALL "));
        String printed = RelationToSql.overPeople(dialect)
                .sql(new SqlToRelation(catalog).analyze(all).relation());
        return "SELECT " + key(dialect, "c0", ColumnType.INTEGER) + ", " + key(dialect, "c1", ColumnType.BOOLEAN)
                + " FROM (" + printed + ") AS q";
    }

    private static String key(Dialect dialect, String column, ColumnType type) {
        return dialect.keys().text(dialect.keys().canonical(column, type), type);
    }

    /** What {@link #sql} must give, in order. */
    static List<String> expected(boolean not, List<Integer> tried) {
        List<String> rows = new ArrayList<>();
        for (int part = 1; part <= PARTS; part++) {
            for (int place : tried) {
                for (int person = 1; person <= PEOPLE; person++) {
                    Boolean found = found(person, part);
                    Boolean says = found == null ? null : Boolean.valueOf(found ^ not);
                    String row = (part * 100 + place * 10 + person) + " ";
                    if (place < VALUES) {
                        rows.add(row + says);
                    } else if (place == IS_NULL) {
                        rows.add(row + (says == null));
                    } else if (Boolean.valueOf(place < PLACES - 1).equals(says)) {
                        rows.add(row + says);
                    }
                }
            }
        }
        rows.sort(null);
        return rows;
    }
}
