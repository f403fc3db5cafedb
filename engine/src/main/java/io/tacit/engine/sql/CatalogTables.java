package io.tacit.engine.sql;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Table;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;

/**
 * The catalog as Calcite reads it: names and types, no statistics and no keys, from which it would draw conclusions.
 */
final class CatalogTables {
    private CatalogTables() {}

    static CalciteCatalogReader reader(Catalog catalog, RelDataTypeFactory types) {
        CalciteSchema root = CalciteSchema.createRootSchema(false, false);
        for (Table table : catalog.tables()) {
            root.add(table.name(), new Declared(table));
        }
        Properties properties = new Properties();
        properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
        return new CalciteCatalogReader(root, List.of(), types, new CalciteConnectionConfigImpl(properties));
    }

    private static final class Declared extends AbstractTable {
        private final Table table;

        Declared(Table table) {
            this.table = table;
        }

        @Override
        public RelDataType getRowType(RelDataTypeFactory types) {
            RelDataTypeFactory.Builder row = types.builder();
            table.visibleColumns().forEach(column -> row.add(column.name(), ColumnTypes.toCalcite(types, column)));
            return row.build();
        }
    }
}
