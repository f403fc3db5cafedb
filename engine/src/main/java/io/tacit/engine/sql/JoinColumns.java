package io.tacit.engine.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlNameMatcher;

/**
 * The columns of a FROM: those that {@code *} shows, and those that a name without a table may mean. A column that a
 * join USING (or NATURAL) merges is there once: it is the left side's in an inner or left join, the right side's in a
 * right join, and in a full join the first of both that is not NULL.
 */
record JoinColumns(List<Column> all) {
    /**
     * A column.
     *
     * @param name as its table calls it
     * @param places where its value is; of several the first that is not NULL
     * @param merged whether a join merged it
     */
    record Column(String name, List<Place> places, boolean merged) {
        Column {
            places = List.copyOf(places);
        }

        /** The value, as an expression that names its tables. */
        SqlNode expression(SqlParserPos position) {
            List<SqlNode> fields = new ArrayList<>();
            for (Place place : places) {
                fields.add(new SqlIdentifier(List.of(place.table(), place.column()), position));
            }
            return fields.size() == 1 ? fields.get(0) : SqlStdOperatorTable.COALESCE.createCall(position, fields);
        }

        /** The column as an item of SELECT, under its name. */
        SqlNode item(String as, SqlParserPos position) {
            SqlNode value = expression(position);
            return merged || value instanceof SqlCall
                    ? SqlStdOperatorTable.AS.createCall(position, value, new SqlIdentifier(as, position))
                    : value;
        }
    }

    /** A column of a table in FROM, by the name that the query gives the table. */
    record Place(String table, String column) {}

    JoinColumns {
        all = List.copyOf(all);
    }

    /** The columns of one table in FROM. */
    static JoinColumns of(String table, List<String> names) {
        return new JoinColumns(names.stream()
                .map(name -> new Column(name, List.of(new Place(table, name)), false))
                .toList());
    }

    /** The columns with that name. */
    List<Column> named(String name, SqlNameMatcher names) {
        return all.stream().filter(column -> names.matches(column.name(), name)).toList();
    }

    /** The merged column of that name, if the name means nothing else here. */
    Optional<Column> merged(String name, SqlNameMatcher names) {
        List<Column> found = named(name, names);
        return found.size() == 1 && found.get(0).merged() ? Optional.of(found.get(0)) : Optional.empty();
    }

    boolean hasMerged() {
        return all.stream().anyMatch(Column::merged);
    }

    /** The columns of a join: the merged ones first, as in standard SQL. */
    JoinColumns with(JoinColumns right, List<Column> merged, SqlNameMatcher names) {
        List<Column> columns = new ArrayList<>(merged);
        for (JoinColumns side : List.of(this, right)) {
            for (Column column : side.all) {
                if (merged.stream().noneMatch(m -> names.matches(m.name(), column.name()))) {
                    columns.add(column);
                }
            }
        }
        return new JoinColumns(columns);
    }
}
