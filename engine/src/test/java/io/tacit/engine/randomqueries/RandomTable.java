package io.tacit.engine.randomqueries;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.randomqueries.Field.Identity;
import java.util.ArrayList;
import java.util.List;

/**
 * A declared table, and where its people stand.
 *
 * @param table what Tacit is told
 * @param fields what queries may name
 * @param rows how DuckDB finds its rows, each with its person as {@code unit_}; the plain table for a public one
 */
public record RandomTable(Table table, List<Field> fields, String rows) {
    static RandomTable of(String name, Protection protection, Object... columns) {
        List<Column> declared = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < columns.length; i += 2) {
            String column = (String) columns[i];
            ColumnType type = (ColumnType) columns[i + 1];
            declared.add(Column.nullable(column, type));
            fields.add(new Field("", column, kind(type), true, identity(protection, column, name)));
        }
        return new RandomTable(new Table(name, declared, protection), fields, rows(name, protection));
    }

    boolean isPublic() {
        return table.protection().isPublic();
    }

    String name() {
        return table.name();
    }

    private static Kind kind(ColumnType type) {
        return switch (type.kind()) {
            case INTEGER, BIGINT -> Kind.WHOLE;
            case DECIMAL -> Kind.DECIMAL;
            case DOUBLE -> Kind.REAL;
            case DATE -> Kind.DATE;
            case BOOLEAN -> Kind.TRUTH;
            case VARCHAR, TIME, TIMESTAMP -> Kind.TEXT;
        };
    }

    private static Identity identity(Protection protection, String column, String table) {
        if (protection instanceof Protection.UnitColumn unit && unit.columns().equals(List.of(column))) {
            return Identity.PERSON;
        }
        if (protection instanceof Protection.ForeignKey key && key.column().equals(column)) {
            return Identity.ORDER;
        }
        if (table.equals(RandomDatabase.LETTERS) && column.equals(RandomDatabase.FRIEND)) {
            return Identity.OTHER;
        }
        return table.equals(RandomDatabase.ORDERS) && column.equals(RandomDatabase.ORDER)
                ? Identity.ORDER
                : Identity.NONE;
    }

    /** Rows without a person are nobody's, and dropped. NaN is no person. */
    private static String rows(String name, Protection protection) {
        if (protection instanceof Protection.UnitColumn unit) {
            return "(SELECT " + unit.columns().get(0) + " AS unit_, * FROM " + name + " WHERE "
                    + unit.columns().get(0) + " IS NOT NULL)";
        }
        if (protection instanceof Protection.ForeignKey key) {
            return "(SELECT o_.person AS unit_, l_.* FROM " + name + " AS l_ JOIN " + key.targetTable()
                    + " AS o_ ON l_." + key.column() + " = o_." + key.targetColumn() + " WHERE o_.person IS NOT NULL)";
        }
        return name;
    }
}
