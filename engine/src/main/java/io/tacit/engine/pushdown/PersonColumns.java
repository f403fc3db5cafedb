package io.tacit.engine.pushdown;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.KeySql;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.sql.ColumnTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import org.apache.calcite.rel.type.RelDataType;

/**
 * The columns of the rows that a release aggregates, in a form in which equal values are written alike: a person, a key
 * or a counted value has one of the catalog's types, a text has no collation, and a DOUBLE has one zero and no NaN. So
 * equal keys print the same text, and a group cannot show a spelling that is one person's own, whatever the relation
 * below is. A date that is read is finite.
 *
 * @param plan of the release
 * @param keys of the dialect
 * @param fields the text of each of the relation's fields
 */
record PersonColumns(ReleasePlan plan, KeySql keys, IntFunction<String> fields) {
    /** The columns u, k0, k1, …, and c with a number for each field that is read. */
    List<String> all() {
        List<String> columns = new ArrayList<>();
        columns.add(canonical(plan.aggregation().unit()) + " AS u");
        for (int i = 0; i < plan.keys().size(); i++) {
            columns.add(canonical(plan.keys().get(i).field()) + " AS k" + i);
        }
        int width = plan.aggregation().input().getRowType().getFieldCount();
        for (int i = 0; i < width; i++) {
            if (isOffered(i) && isDouble(i)) {
                columns.add(canonical(i) + " AS c" + i);
            } else if (isOffered(i) || isRead(i)) {
                columns.add(keys.finite(fields.apply(i), type(i)) + " AS c" + i);
            }
        }
        return columns;
    }

    /** Their names beside that of the person. */
    List<String> names() {
        return all().stream()
                .skip(1)
                .map(column -> column.substring(column.lastIndexOf(' ') + 1))
                .toList();
    }

    /** A field of which equal values are the same value. */
    String canonical(int field) {
        return keys.canonical(fields.apply(field), type(field));
    }

    private boolean isRead(int field) {
        return plan.counted().stream().anyMatch(counted -> counted.reads(field))
                || plan.summed().stream().anyMatch(summed -> summed.field() == field)
                || plan.offered().stream().anyMatch(offered -> offered.filter().equals(OptionalInt.of(field)));
    }

    private boolean isOffered(int field) {
        return plan.offered().stream().anyMatch(offered -> offered.field() == field);
    }

    private boolean isDouble(int field) {
        return type(field).kind() == ColumnType.Kind.DOUBLE;
    }

    private ColumnType type(int field) {
        RelDataType type = plan.aggregation()
                .input()
                .getRowType()
                .getFieldList()
                .get(field)
                .getType();
        return ColumnTypes.fromCalcite(type);
    }
}
