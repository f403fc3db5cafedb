package io.tacit.engine.audit;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import java.math.BigDecimal;
import java.util.List;

/**
 * The tables of the tester's own queries: {@code p} with values of all kinds, {@code dp} like it with bounds and a
 * domain, {@code o} with orders, {@code item} found through them, the public table {@code pub}, {@code once}, in
 * which people are declared to have one row each and have several, and {@code deal} with {@code share}, found through keys
 * that several people share; {@code tag} names other people.
 */
final class BuiltInTables {
    private BuiltInTables() {}

    /** What names a person. */
    enum Unit {
        WHOLE,
        TEXT,
        REAL,
        PAIR;

        private ColumnType type() {
            return switch (this) {
                case WHOLE -> ColumnType.BIGINT;
                case REAL -> ColumnType.DOUBLE;
                case TEXT, PAIR -> ColumnType.VARCHAR;
            };
        }

        private Protection protection() {
            return new Protection.UnitColumn(this == PAIR ? List.of("uid", "vid") : List.of("uid"));
        }
    }

    static List<Table> of(Unit unit) {
        return List.of(
                new Table("p", people(unit), unit.protection()),
                new Table(
                        "dp", people(unit).stream().map(BuiltInTables::declared).toList(), unit.protection()),
                new Table(
                        "o",
                        List.of(
                                column("uid", unit.type()),
                                column("vid", unit.type()),
                                column("oid", ColumnType.BIGINT),
                                column("amount", ColumnType.decimal(12, 2)),
                                column("c", ColumnType.VARCHAR)),
                        unit.protection()),
                new Table(
                        "item",
                        List.of(
                                column("oid", ColumnType.BIGINT),
                                column("product", ColumnType.VARCHAR),
                                column("q", ColumnType.INTEGER)),
                        new Protection.ForeignKey("oid", "o", "oid")),
                new Table(
                        "pub",
                        List.of(
                                column("code", ColumnType.VARCHAR),
                                column("n", ColumnType.INTEGER),
                                column("v", ColumnType.DOUBLE)),
                        new Protection.Public()),
                new Table(
                        "once",
                        List.of(
                                column("uid", unit.type()),
                                column("vid", unit.type()),
                                column("g", ColumnType.VARCHAR),
                                column("x", ColumnType.DOUBLE),
                                column("i", ColumnType.INTEGER)),
                        unit.protection(),
                        List.of(unit.protection().ownColumns())),
                new Table(
                        "deal",
                        List.of(
                                column("uid", unit.type()),
                                column("vid", unit.type()),
                                column("did", ColumnType.BIGINT),
                                column("tag", unit.type()),
                                column("c", ColumnType.VARCHAR)),
                        unit.protection()),
                new Table(
                        "share",
                        List.of(column("did", ColumnType.BIGINT), column("q", ColumnType.INTEGER)),
                        new Protection.ForeignKey("did", "deal", "did")));
    }

    private static List<Column> people(Unit unit) {
        return List.of(
                column("uid", unit.type()),
                column("vid", unit.type()),
                column("g", ColumnType.VARCHAR),
                column("x", ColumnType.DOUBLE),
                column("d", ColumnType.decimal(12, 2)),
                column("i", ColumnType.INTEGER),
                column("b", ColumnType.BIGINT),
                column("w", ColumnType.decimal(38, 10)),
                column("s", ColumnType.VARCHAR),
                column("day", ColumnType.DATE),
                column("m", ColumnType.decimal(18, 4)));
    }

    private static Column column(String name, ColumnType type) {
        return Column.nullable(name, type);
    }

    private static Column declared(Column column) {
        return switch (column.name()) {
            case "x" -> column.within(bounds("-1.5", "4"));
            case "d" -> column.within(bounds("0.2", "0.8"));
            case "i" -> column.within(bounds("-3", "10"));
            case "b" -> column.within(bounds("-9000000000000000000", "9000000000000000000"));
            case "w" -> column.within(bounds("1", "1"));
            case "m" -> column.within(bounds("0", "100000"));
            case "g" -> column.among(new Domain(List.of("a", "c", "nobody")));
            default -> column;
        };
    }

    private static RowBounds bounds(String low, String high) {
        return new RowBounds(new BigDecimal(low), new BigDecimal(high));
    }
}
