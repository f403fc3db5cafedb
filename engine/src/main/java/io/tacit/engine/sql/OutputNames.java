package io.tacit.engine.sql;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;

/** The names of an answer's columns: */
final class OutputNames {
    /** What Calcite calls a column that has no name. */
    private static final String UNNAMED = "EXPR$";

    private OutputNames() {}

    static List<String> of(SqlNode query, List<String> fieldNames) {
        SqlNodeList items = selectList(query);
        Set<String> names = new LinkedHashSet<>();
        Map<String, Integer> next = new HashMap<>();
        for (int i = 0; i < fieldNames.size(); i++) {
            String name = fieldNames.get(i);
            if (name.startsWith(UNNAMED)) {
                name = items.size() == fieldNames.size() ? describe(items.get(i), i) : ordinal(i);
            }
            add(name, names, next);
        }
        return List.copyOf(names);
    }

    /** The SELECT list that names a query's columns; empty where there is none. */
    static SqlNodeList selectList(SqlNode query) {
        SqlNode node = query;
        while (true) {
            if (node instanceof SqlWith with) {
                node = with.body;
            } else if (node instanceof SqlSelect select) {
                return select.getSelectList();
            } else if (node instanceof SqlCall call
                    && (call.getKind() == SqlKind.ORDER_BY || SqlKind.SET_QUERY.contains(call.getKind()))) {
                node = call.operand(0);
            } else {
                return SqlNodeList.EMPTY;
            }
        }
    }

    /** The name of a column without alias, by its function or place. */
    static String describe(SqlNode item, int place) {
        SqlNode node = item;
        while (node instanceof SqlCall call
                && (call.getKind() == SqlKind.AS
                        || call.getKind() == SqlKind.FILTER
                        || call.getKind() == SqlKind.OVER
                        || call.getKind() == SqlKind.CAST
                        || call.getOperator().equals(ReleasedFunctions.REPORT))) {
            node = call.operand(0);
        }
        if (QuantileArrays.isMade(node)) {
            return "quantiles";
        }
        if (node instanceof SqlCall call && call.getOperator() instanceof PrivateAggregate aggregate) {
            return aggregate.isMedian() ? "median" : aggregate.function().name().toLowerCase(Locale.ROOT);
        }
        if (node instanceof SqlCall call
                && call.getOperator() instanceof SqlFunction
                && call.getKind() != SqlKind.CASE) {
            return call.getOperator().getName().toLowerCase(Locale.ROOT);
        }
        return ordinal(place);
    }

    /** The name of a column that nothing names. */
    static String ordinal(int place) {
        return "column_" + (place + 1);
    }

    /**
     * Adds a name, with a number if it is taken; the next number is kept, as two thousand sums may all be called {@code
     * sum}.
     */
    private static void add(String name, Set<String> taken, Map<String, Integer> next) {
        if (taken.add(name)) {
            return;
        }
        int number = next.getOrDefault(name, 2);
        while (!taken.add(name + "_" + number)) {
            number++;
        }
        next.put(name, number + 1);
    }
}
