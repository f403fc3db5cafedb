package io.tacit.engine.answer;

import io.tacit.engine.backend.duckdb.EmbeddedDuckDb;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.duckdb.SqlText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Redrawn values on their way into a released table, where they become arrays behind its other columns. Rows are
 * appended number by number, since arrays cannot be.
 *
 * @param width how many other columns there are
 * @param arrays which of a row's redrawn values become arrays
 */
record RedrawnTable(int width, List<Integer> arrays) {
    private static final String ARRIVING = "redrawn values that arrive";

    /** The types of the other columns and, where there are arrays, of the row's number. */
    List<ColumnType> numbered(List<ColumnType> types) {
        if (arrays.isEmpty()) {
            return types;
        }
        List<ColumnType> numbered = new ArrayList<>(types);
        numbered.add(ColumnType.BIGINT);
        return numbered;
    }

    /** The rows and, where there are arrays, their numbers. */
    List<@Nullable Object[]> numbered(Iterable<@Nullable Object[]> rows) {
        List<@Nullable Object[]> numbered = new ArrayList<>();
        for (@Nullable Object[] row : rows) {
            @Nullable Object[] wider = row;
            if (!arrays.isEmpty()) {
                wider = Arrays.copyOf(row, width + 1);
                wider[width] = (long) numbered.size();
            }
            numbered.add(wider);
        }
        return numbered;
    }

    /** Loads the redrawn values into the table from which {@link #select} takes them. */
    void load(EmbeddedDuckDb engine, List<List<double @Nullable []>> redrawn) {
        if (arrays.isEmpty()) {
            return;
        }
        List<ColumnType> types = new ArrayList<>(List.of(ColumnType.BIGINT, ColumnType.BIGINT));
        StringJoiner columns = new StringJoiner(", ", " (", ")").add("r BIGINT").add("turn BIGINT");
        for (int i = 0; i < arrays.size(); i++) {
            types.add(ColumnType.DOUBLE);
            columns.add("v" + i + " DOUBLE");
        }
        engine.execute("CREATE OR REPLACE TABLE " + SqlText.name(ARRIVING) + columns);
        for (int row = 0; row < redrawn.size(); row++) {
            engine.append(EmbeddedDuckDb.MEMORY, ARRIVING, types, turns(row, redrawn.get(row)));
        }
    }

    private List<@Nullable Object[]> turns(int row, List<double @Nullable []> values) {
        int turns = 0;
        for (int array : arrays) {
            double[] drawn = values.get(array);
            turns = drawn == null ? turns : drawn.length;
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            @Nullable Object[] each = new @Nullable Object[2 + arrays.size()];
            each[0] = (long) row;
            each[1] = (long) turn;
            for (int i = 0; i < arrays.size(); i++) {
                double[] drawn = values.get(arrays.get(i));
                each[2 + i] = drawn == null || Double.isNaN(drawn[turn]) ? null : (Double) drawn[turn];
            }
            rows.add(each);
        }
        return rows;
    }

    /** The query of the other columns with the arrays behind them. */
    String select(String arriving) {
        String from = " FROM " + SqlText.name(arriving);
        if (arrays.isEmpty()) {
            return "SELECT *" + from;
        }
        StringJoiner columns = new StringJoiner(", ", "SELECT ", "");
        for (int i = 0; i < width; i++) {
            columns.add("c" + i);
        }
        StringJoiner lists = new StringJoiner(", ", "SELECT r, ", "");
        for (int i = 0; i < arrays.size(); i++) {
            columns.add("coalesce(v" + i + ", CAST([] AS DOUBLE[])) AS c" + (width + i));
            lists.add("list(v" + i + " ORDER BY turn) AS v" + i);
        }
        return columns + from + " LEFT JOIN (" + lists + " FROM " + SqlText.name(ARRIVING)
                + " GROUP BY r) AS redrawn ON c" + width + " = redrawn.r";
    }

    /** Forgets the values as they arrived. */
    void drop(EmbeddedDuckDb engine) {
        if (!arrays.isEmpty()) {
            engine.execute("DROP TABLE " + SqlText.name(ARRIVING));
        }
    }
}
