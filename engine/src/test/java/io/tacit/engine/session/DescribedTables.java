package io.tacit.engine.session;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.CsvFormat;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Tables of which the owner declared between which values columns lie and which values they have: {@code sales}, in
 * which one sale is in a region that is not declared, nobody bought on the islands, and {@code weight} has values above
 * its bound; and {@code refunds} of sales.
 */
@org.jspecify.annotations.NullUnmarked
final class DescribedTables {
    private static final Path DATA = Path.of("src/test/resources/iq/data");

    private DescribedTables() {}

    static List<SourceTable> all() {
        return List.of(
                table("sales", sales(), new Protection.UnitColumn("buyer")),
                table(
                        "refunds",
                        List.of(
                                Column.nullable("sale", ColumnType.BIGINT),
                                bounded("refunded", ColumnType.decimal(12, 2), "0", "500")),
                        new Protection.ForeignKey("sale", "sales", "sale")));
    }

    private static List<Column> sales() {
        return List.of(
                Column.nullable("sale", ColumnType.BIGINT),
                Column.nullable("buyer", ColumnType.BIGINT),
                Column.nullable("region", ColumnType.VARCHAR)
                        .among(new Domain(List.of("north", "south", "east", "west", "the islands, \"all\""))),
                Column.nullable("channel", ColumnType.VARCHAR).among(new Domain(List.of("shop", "web"))),
                bounded("sold", ColumnType.DATE, day("2023-01-01"), day("2023-12-31")),
                bounded("price", ColumnType.decimal(12, 2), "0", "1000"),
                bounded("discount", ColumnType.decimal(4, 2), "0", "0.1"),
                bounded("quantity", ColumnType.INTEGER, "1", "12"),
                bounded("weight", ColumnType.DOUBLE, "0", "5"),
                Column.nullable("stars", ColumnType.INTEGER).among(new Domain(List.of("1", "2", "3", "4", "5"))),
                Column.nullable("note", ColumnType.INTEGER),
                Column.nullable("zone", ColumnType.INTEGER).among(numbers()),
                Column.nullable("cell", ColumnType.INTEGER).among(numbers()));
    }

    private static Domain numbers() {
        return new Domain(
                IntStream.rangeClosed(1, 400).mapToObj(Integer::toString).toList());
    }

    private static String day(String text) {
        return Long.toString(LocalDate.parse(text).toEpochDay());
    }

    private static Column bounded(String name, ColumnType type, String low, String high) {
        return Column.nullable(name, type).within(new RowBounds(new BigDecimal(low), new BigDecimal(high)));
    }

    private static SourceTable table(String name, List<Column> columns, Protection protection) {
        return new SourceTable(
                new Table(name, columns, protection),
                new Source.Csv(DATA.resolve(name + ".csv").toAbsolutePath(), new CsvFormat(',', true)));
    }
}
