package io.tacit.engine.randomqueries;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * Makes people of two columns out of numbered ones: 3 and 4 live in house 2, as 1 and 0 there. Each column alone is the
 * same for several people.
 */
@NullUnmarked
public final class TwoColumns {
    /** How columns of subqueries begin that hold the person. */
    static final String PERSON = "p";

    private static final String ID = "person";
    private static final String BESIDE = "_h";
    private static final String REFERENCE = "(\\w+)\\.(person|p\\d+)";

    private TwoColumns() {}

    static RandomTable table(RandomTable table) {
        if (!isOfPeople(table)) {
            return table;
        }
        List<Column> columns = new ArrayList<>(table.table().columns());
        columns.add(Column.nullable(ID + BESIDE, ColumnType.BIGINT));
        Protection person = new Protection.UnitColumn(List.of(ID, ID + BESIDE));
        return new RandomTable(new Table(table.name(), columns, person), table.fields(), table.rows());
    }

    private static boolean isOfPeople(RandomTable table) {
        return table.table().protection() instanceof Protection.UnitColumn;
    }

    static List<List<String>> rows(RandomTable table, List<List<String>> rows) {
        if (!isOfPeople(table)) {
            return rows;
        }
        int place = table.table().columns().stream().map(Column::name).toList().indexOf(ID);
        List<List<String>> both = new ArrayList<>();
        for (List<String> row : rows) {
            List<String> more = new ArrayList<>(row);
            boolean nobody = row.get(place).equals("NULL");
            int number = nobody ? 0 : Integer.parseInt(row.get(place));
            // Half a person is nobody.
            more.set(place, nobody && row.hashCode() % 2 == 0 ? "NULL" : String.valueOf((number + 1) / 2));
            more.add(nobody ? "NULL" : String.valueOf(number % 2));
            both.add(List.copyOf(more));
        }
        return both;
    }

    /**
     * A query as it is written for people of two columns: both are compared, shown and grouped by where one was.
     *
     * @param sql a query of {@link RandomQueries} for people of one column
     */
    public static String both(String sql) {
        String sameNames = sql.replace("USING (" + ID + ")", "USING (" + ID + ", " + ID + BESIDE + ")");
        String equal = sameNames.replaceAll(
                REFERENCE + " = " + REFERENCE, "($1.$2 = $3.$4 AND $1.$2" + BESIDE + " = $3.$4" + BESIDE + ")");
        String shown = equal.replaceAll(REFERENCE + " AS (p\\d+)", "$1.$2 AS $3, $1.$2" + BESIDE + " AS $3" + BESIDE);
        String grouped = shown.replaceAll("(GROUP BY|PARTITION BY) " + REFERENCE, "$1 $2.$3, $2.$3" + BESIDE);
        return grouped.replaceAll(
                REFERENCE + " IN \\(SELECT " + REFERENCE,
                "($1.$2, $1.$2" + BESIDE + ") IN (SELECT $3.$4, $3.$4" + BESIDE);
    }
}
