package io.tacit.experiments.result;

import java.util.List;

/**
 * A table of numbers.
 *
 * @param name its name within the experiment, in lower case with hyphens
 * @param caption what its numbers are, with their unit
 * @param rowsAre the head of the first column, such as {@code query}
 * @param columns the heads of the others
 * @param rows each with a cell for each column
 */
public record ResultTable(String name, String caption, String rowsAre, List<String> columns, List<Row> rows) {
    /**
     * One line of a table.
     *
     * @param label what it is about
     * @param cells one for each column
     */
    public record Row(String label, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }

        /** A line with these cells. */
        public static Row of(String label, Cell... cells) {
            return new Row(label, List.of(cells));
        }
    }

    /** @throws IllegalArgumentException for a row with more or fewer cells than there are columns */
    public ResultTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (Row row : rows) {
            if (row.cells().size() != columns.size()) {
                throw new IllegalArgumentException(
                        "row " + row.label() + " of table " + name + " has not " + columns.size() + " cells");
            }
        }
    }

    /** The cell of a row and a column. */
    public Cell cell(String label, String column) {
        Row found = rows.stream()
                .filter(row -> row.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no row " + label));
        return found.cells().get(columns.indexOf(column));
    }
}
