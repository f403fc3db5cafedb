package io.tacit.engine.session;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The small tables that the scripts read; the files are in {@code src/test/resources/iq/data}. */
@org.jspecify.annotations.NullUnmarked
final class SampleTables {
    private static final Path DATA = Path.of("src/test/resources/iq/data");
    private static final ColumnType MONEY = ColumnType.decimal(12, 2);

    private SampleTables() {}

    static List<SourceTable> all() {
        List<SourceTable> tables = new ArrayList<>(undescribed());
        tables.addAll(DescribedTables.all());
        return tables;
    }

    private static List<SourceTable> undescribed() {
        return List.of(
                table(
                        "visits",
                        new Protection.UnitColumn("visitor"),
                        "visitor",
                        ColumnType.BIGINT,
                        "day",
                        ColumnType.INTEGER,
                        "spend",
                        MONEY,
                        "minutes",
                        ColumnType.INTEGER,
                        "rating",
                        ColumnType.DOUBLE,
                        "table name",
                        ColumnType.VARCHAR,
                        "entered",
                        ColumnType.TIMESTAMP),
                table(
                        "customers",
                        new Protection.UnitColumn("customer"),
                        "customer",
                        ColumnType.BIGINT,
                        "segment",
                        ColumnType.VARCHAR,
                        "country",
                        ColumnType.VARCHAR,
                        "age",
                        ColumnType.INTEGER),
                table(
                        "orders",
                        new Protection.UnitColumn("customer"),
                        "order_id",
                        ColumnType.BIGINT,
                        "customer",
                        ColumnType.BIGINT,
                        "amount",
                        MONEY,
                        "placed",
                        ColumnType.DATE,
                        "country",
                        ColumnType.VARCHAR),
                table(
                        "items",
                        new Protection.ForeignKey("order_id", "orders", "order_id"),
                        "order_id",
                        ColumnType.BIGINT,
                        "product",
                        ColumnType.VARCHAR,
                        "quantity",
                        ColumnType.INTEGER,
                        "price",
                        MONEY),
                table(
                        "payments",
                        new Protection.UnitColumn("payer"),
                        "payer",
                        ColumnType.BIGINT,
                        "order_id",
                        ColumnType.BIGINT,
                        "paid",
                        ColumnType.DOUBLE),
                table(
                        "countries",
                        new Protection.Public(),
                        "code",
                        ColumnType.VARCHAR,
                        "name",
                        ColumnType.VARCHAR,
                        "continent",
                        ColumnType.VARCHAR),
                table(
                        "products",
                        new Protection.Public(),
                        "product",
                        ColumnType.VARCHAR,
                        "category",
                        ColumnType.VARCHAR,
                        "list_price",
                        MONEY));
    }

    private static SourceTable table(String name, Protection protection, Object... columns) {
        List<Column> declared = new ArrayList<>();
        for (int i = 0; i < columns.length; i += 2) {
            declared.add(Column.nullable((String) columns[i], (ColumnType) columns[i + 1]));
        }
        return new SourceTable(
                new Table(name, declared, protection),
                new Source.Csv(DATA.resolve(name + ".csv").toAbsolutePath(), new CsvFormat(',', true)));
    }
}
