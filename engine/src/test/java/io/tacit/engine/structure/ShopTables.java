package io.tacit.engine.structure;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Table;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullUnmarked;

/** A shop of few people, with all that can be declared of it. */
@NullUnmarked
final class ShopTables {
    static final Catalog CATALOG = new Catalog(List.of(
            new Table(
                            "customers",
                            List.of(
                                    Column.nullable("uid", ColumnType.BIGINT),
                                    Column.nullable("country", ColumnType.VARCHAR)
                                            .among(new Domain(List.of("DE", "FR", "IT"))),
                                    within("age", 0, 2),
                                    Column.nullable("vip", ColumnType.BOOLEAN)),
                            new Protection.UnitColumn("uid"))
                    .unique(List.of(List.of("uid"))),
            new Table(
                            "orders",
                            List.of(
                                    Column.nullable("oid", ColumnType.BIGINT),
                                    Column.nullable("uid", ColumnType.BIGINT),
                                    Column.nullable("kind", ColumnType.VARCHAR)
                                            .among(new Domain(List.of("web", "shop"))),
                                    new Column("day", ColumnType.DATE, false),
                                    Column.nullable("amount", ColumnType.INTEGER)),
                            new Protection.UnitColumn("uid"))
                    .unique(List.of(List.of("oid"))),
            new Table(
                            "items",
                            List.of(
                                    Column.nullable("oid", ColumnType.BIGINT),
                                    Column.nullable("line", ColumnType.INTEGER),
                                    Column.nullable("product", ColumnType.VARCHAR),
                                    within("quantity", 1, 3)),
                            new Protection.ForeignKey("oid", "orders", "oid"))
                    .unique(List.of(List.of("oid", "line"))),
            new Table(
                    "staff",
                    List.of(
                            Column.nullable("firm", ColumnType.VARCHAR),
                            Column.nullable("number", ColumnType.INTEGER),
                            Column.nullable("town", ColumnType.VARCHAR)),
                    new Protection.UnitColumn(List.of("firm", "number")),
                    List.of(List.of("firm", "number"))),
            new Table(
                            "shifts",
                            List.of(
                                    Column.nullable("uid", ColumnType.BIGINT),
                                    new Column("day", ColumnType.DATE, false),
                                    Column.nullable("place", ColumnType.VARCHAR)),
                            new Protection.UnitColumn("uid"))
                    .unique(List.of(List.of("uid", "day"), List.of("uid", "place"))),
            new Table(
                            "nations",
                            List.of(
                                    Column.nullable("code", ColumnType.VARCHAR),
                                    Column.nullable("continent", ColumnType.VARCHAR)
                                            .among(new Domain(List.of("Europe", "Asia")))),
                            new Protection.Public())
                    .unique(List.of(List.of("code")))));

    private static final int PEOPLE = 25;

    private ShopTables() {}

    private static Column within(String name, int low, int high) {
        return Column.nullable(name, ColumnType.INTEGER)
                .within(new RowBounds(BigDecimal.valueOf(low), BigDecimal.valueOf(high)));
    }

    /**
     * Fills the tables.
     *
     * @param asDeclared whether what is declared is true
     */
    static void create(Connection connection, boolean asDeclared) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Table table : CATALOG.tables()) {
                List<String> columns = table.columns().stream()
                        .map(column -> column.name() + " " + column.type().sql())
                        .toList();
                statement.execute("CREATE TABLE " + table.name() + " (" + String.join(", ", columns) + ")");
            }
            Random random = new Random(7);
            for (String row : rows(random, asDeclared)) {
                statement.execute("INSERT INTO " + row);
            }
        }
    }

    private static List<String> rows(Random random, boolean asDeclared) {
        List<String> rows = new ArrayList<>();
        int order = 0;
        for (int person = 1; person <= PEOPLE; person++) {
            int copies = asDeclared ? 1 : 1 + random.nextInt(3);
            for (int i = 0; i < copies; i++) {
                rows.add("customers VALUES (" + person + ", " + pick(random, "'DE'", "'FR'", "'IT'", "NULL") + ", "
                        + pick(random, "0", "1", "2", "NULL") + ", " + pick(random, "TRUE", "FALSE", "NULL") + ")");
                rows.add(
                        "staff VALUES ('f" + person % 3 + "', " + person / 3 + ", " + pick(random, "'A'", "'B'") + ")");
            }
            for (int i = random.nextInt(5); i > 0; i--) {
                order += asDeclared || random.nextInt(3) > 0 ? 1 : 0;
                String number = random.nextInt(8) == 0 ? "NULL" : String.valueOf(order);
                rows.add("orders VALUES (" + number + ", " + person + ", " + pick(random, "'web'", "'shop'", "NULL")
                        + ", DATE '2024-0" + (1 + random.nextInt(9)) + "-11', " + random.nextInt(4) + ")");
                for (int line = random.nextInt(3); line > 0; line--) {
                    rows.add("items VALUES (" + number + ", " + (asDeclared ? line : 1) + ", "
                            + pick(random, "'p'", "'q'", "'r'") + ", " + pick(random, "1", "2", "3", "NULL") + ")");
                }
            }
        }
        for (String nation : List.of("DE", "FR", "IT", "US")) {
            for (int i = asDeclared ? 1 : 2; i > 0; i--) {
                rows.add("nations VALUES ('" + nation + "', " + pick(random, "'Europe'", "'Asia'", "NULL") + ")");
            }
        }
        return rows;
    }

    private static String pick(Random random, String... values) {
        return values[random.nextInt(values.length)];
    }
}
