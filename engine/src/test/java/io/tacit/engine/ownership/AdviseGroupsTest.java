package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A LIMIT over people's rows, and people's rows that would be shown: the advice names the columns that many people share, and
 * no others. A key of the person, what else stands in the row that names the person, and amounts are not among them. Whoever
 * follows the advice gets one release.
 */
@NullUnmarked
class AdviseGroupsTest {
    private static final Catalog CATALOG = new Catalog(List.of(
            table(
                    "customers",
                    new Protection.UnitColumn("uid"),
                    "uid BIGINT",
                    "name VARCHAR",
                    "nid INTEGER",
                    "paid DECIMAL"),
            table(
                    "orders",
                    new Protection.UnitColumn("buyer"),
                    "oid BIGINT",
                    "buyer BIGINT",
                    "day DATE",
                    "total DECIMAL"),
            table(
                    "items",
                    new Protection.ForeignKey("oid", "orders", "oid"),
                    "oid BIGINT",
                    "product VARCHAR",
                    "size INTEGER"),
            table("nations", new Protection.Public(), "nid INTEGER", "nation VARCHAR", "area DOUBLE")));

    private static Table table(String name, Protection protection, String... columns) {
        List<Column> all = Stream.of(columns)
                .map(column -> column.split(" "))
                .map(column -> Column.nullable(
                        column[0],
                        switch (column[1]) {
                            case "BIGINT" -> ColumnType.BIGINT;
                            case "INTEGER" -> ColumnType.INTEGER;
                            case "DOUBLE" -> ColumnType.DOUBLE;
                            case "DATE" -> ColumnType.DATE;
                            case "DECIMAL" -> ColumnType.decimal(9, 2);
                            default -> ColumnType.VARCHAR;
                        }))
                .toList();
        return new Table(name, all, protection);
    }

    private static Refusal refusal(String sql) {
        try {
            AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG);
        } catch (Refusal refusal) {
            return refusal;
        }
        throw new AssertionError("accepted: " + sql);
    }

    private static final String OF_NATIONS = "customers AS c JOIN nations AS n ON c.nid = n.nid";
    private static final String OF_ORDERS = "customers AS c JOIN orders AS o ON c.uid = o.buyer";

    private static final String BESIDE = "the query with GROUP BY %s, without %s, is one release";

    private static void accepted(String sql) {
        assertThat(AssignOwners.cut(new SqlToRelation(CATALOG).analyze(sql), CATALOG)
                        .releases())
                .as(sql)
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // shared | others | keys of a step | rows
                "nation            | uid               | c.uid, n.nation                   | " + OF_NATIONS,
                "nation            | uid, name, nid    | c.uid, c.name, c.nid, n.nation    | " + OF_NATIONS,
                "nation            | name, uid, area   | n.nation, c.name, c.uid, n.area   | " + OF_NATIONS,
                "nation            | uid, paid         | c.uid, c.paid, n.nation           | " + OF_NATIONS
                        + " WHERE n.area > 1",
                "nation            | uid               | c.uid, n.nation                   | nations AS n JOIN customers AS c ON TRUE",
                "product, size     | oid               | oid, product, size                | items",
                "day               | uid, name         | c.uid, c.name, o.day              | " + OF_ORDERS,
                "day               | uid, total        | c.uid, o.total, o.day             | " + OF_ORDERS,
                "                  | buyer, day        | o.buyer, o.day                    | " + OF_ORDERS,
                "product           | buyer, oid, total | o.buyer, o.oid, o.total, product  | items AS i JOIN orders AS o ON"
                        + " i.oid = o.oid",
                "                  | uid, name         | uid, name                         | customers",
                "nation            | uid, name         | uid, name, nation                 | (SELECT uid, name, nation FROM "
                        + OF_NATIONS + " ORDER BY name) AS q",
            })
    void aStepIsGroupedByWhatPeopleShare(String shared, String others, String keys, String from) {
        for (String limit : List.of("LIMIT 3", "OFFSET 2", "HAVING COUNT(*) > 1 ORDER BY 1 LIMIT 3")) {
            Refusal refusal =
                    refusal("SELECT " + keys + ", COUNT(*) AS cnt FROM " + from + " GROUP BY " + keys + " " + limit);
            assertThat(refusal.code()).isEqualTo(ErrorCode.ROW_LIMIT);
            assertThat(refusal)
                    .hasMessageContaining(
                            shared == null
                                    ? "Put the LIMIT after the aggregation"
                                    : String.format(BESIDE, shared, others));
            if (shared != null) {
                accepted("SELECT " + shared + ", COUNT(*) AS cnt FROM " + from + " GROUP BY " + shared + " " + limit);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // shared | shown | rows
                "nation            | c.name, n.nation            | " + OF_NATIONS,
                "nation, area      | n.nation, c.uid, n.area     | " + OF_NATIONS + " WHERE c.paid > 1",
                "nation            | n.nation, n.area + 1 AS w   | " + OF_NATIONS,
                "nation            | nation                      | (SELECT c.name, n.nation FROM nations AS n JOIN customers"
                        + " AS c ON c.nid = n.nid) AS q",
                "nation            | c.name, n.nation, n.w       | customers AS c JOIN (SELECT area + 1 AS w, nid, nation FROM"
                        + " nations) AS n ON c.nid = n.nid",
                "                  | c.name, c.uid               | " + OF_NATIONS,
                "                  | c.name, o.day               | " + OF_ORDERS,
            })
    void rowsAreGroupedByColumnsOfPublicTables(String shared, String shown, String from) {
        Refusal limited = refusal("SELECT " + shown + " FROM " + from + " LIMIT 3");
        assertThat(limited.code()).isEqualTo(ErrorCode.ROW_LIMIT);
        Refusal rows = refusal("SELECT " + shown + " FROM " + from);
        assertThat(rows.code()).isEqualTo(ErrorCode.PRIVATE_ROWS);
        if (shared == null) {
            assertThat(limited).hasMessageContaining("Put the LIMIT after the aggregation");
            assertThat(rows).hasMessageContaining("GROUP BY on a column that is not the person.");
        } else {
            String advised = "SELECT " + shared + ", COUNT(*) … GROUP BY " + shared + " is one release";
            assertThat(limited).hasMessageContaining(advised);
            assertThat(rows).hasMessageContaining("GROUP BY on " + shared + ", which many people share.");
            accepted("SELECT " + shared + ", COUNT(*) AS cnt FROM " + from + " GROUP BY " + shared + " LIMIT 3");
        }
    }

    /** A step about the person of the row outside has no key that says who it is: no groups of it would be a release. */
    @Test
    void aStepOfARowOutsideIsNotGroupedOtherwise() {
        for (String limit : List.of("LIMIT 1", "OFFSET 1")) {
            Refusal refusal =
                    refusal("SELECT COUNT(*) FROM customers AS c WHERE EXISTS (SELECT o.day FROM orders AS o WHERE"
                            + " o.buyer = c.uid GROUP BY o.day " + limit + ")");
            assertThat(refusal.code()).isEqualTo(ErrorCode.ROW_LIMIT);
            assertThat(refusal).hasMessageContaining("Put the LIMIT after the aggregation");
        }
    }
}
