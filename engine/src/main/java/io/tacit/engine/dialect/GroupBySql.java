package io.tacit.engine.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Prints an aggregation as a SELECT of its own.
 *
 * @param aggregates of the dialect
 * @param inputs the types of the input's fields
 * @param fields the texts of the input's fields
 */
record GroupBySql(AggregateSql aggregates, List<RelDataType> inputs, IntFunction<String> fields) {
    /**
     * The whole SELECT, with the keys before the aggregates.
     *
     * @param from what comes after the list of columns
     * @param checkOnly whether NULL stands for every aggregate: private ones are not for a dialect to judge
     */
    String select(Aggregate aggregate, String from, boolean checkOnly) {
        List<String> columns = new ArrayList<>();
        for (int key : aggregate.getGroupSet()) {
            columns.add(key(key) + " AS c" + columns.size());
        }
        for (AggregateCall call : aggregate.getAggCallList()) {
            String text = checkOnly ? "NULL" : aggregates.print(call, inputs, fields);
            columns.add(text + " AS c" + columns.size());
        }
        return "SELECT " + (columns.isEmpty() ? "1 AS c0" : String.join(", ", columns)) + from + groupBy(aggregate);
    }

    private String key(int field) {
        return aggregates.key(fields.apply(field), inputs.get(field));
    }

    private String groupBy(Aggregate aggregate) {
        if (aggregate.getGroupSets().size() > 1) {
            List<String> sets = new ArrayList<>();
            for (ImmutableBitSet set : aggregate.getGroupSets()) {
                sets.add("(" + keys(set) + ")");
            }
            return " GROUP BY GROUPING SETS (" + String.join(", ", sets) + ")";
        }
        if (!aggregate.getGroupSet().isEmpty()) {
            return " GROUP BY " + keys(aggregate.getGroupSet());
        }
        return aggregate.getAggCallList().isEmpty() ? " GROUP BY ()" : "";
    }

    private String keys(ImmutableBitSet keys) {
        List<String> texts = new ArrayList<>();
        for (int key : keys) {
            texts.add(key(key));
        }
        return String.join(", ", texts);
    }
}
