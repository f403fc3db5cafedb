package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Defaults;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.RowBounds;
import io.tacit.engine.catalog.Source;
import io.tacit.engine.catalog.SourceTable;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.release.EveryGroup;
import io.tacit.engine.sql.TpchTables;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * TPC-H over people, without noise, with every group kept and limits that nobody reaches: what depends on a row
 * outside, and what a refusal advises, are DuckDB's own answers.
 */
@NullUnmarked
class TpchReleasesTest {
    private static final double SCALE = 0.01;
    private static final String OPTIONS = "with differential_privacy options(max_rows_per_group = 10000) ";
    /** Every group is kept that anybody is in: see {@link EveryGroup}. */
    private static final String SELECTED =
            "with differential_privacy options(max_rows_per_group = 10000, group_selection_strategy ="
                    + " TRUNCATED_GEOMETRIC) ";

    private static final Defaults SLACK = new Defaults(new BigDecimal("20"), new BigDecimal("0.9"), 1_000_000, 0.95);

    private static final Map<String, Protection> CUSTOMERS = Map.of(
            "customer", new Protection.UnitColumn("c_custkey"),
            "orders", new Protection.UnitColumn("o_custkey"),
            "lineitem", new Protection.ForeignKey("l_orderkey", "orders", "o_orderkey"));

    private static final Map<String, Protection> SUPPLIERS = Map.of(
            "supplier", new Protection.UnitColumn("s_suppkey"),
            "partsupp", new Protection.UnitColumn("ps_suppkey"),
            "lineitem", new Protection.UnitColumn("l_suppkey"));

    private static final Map<String, RowBounds> BOUNDS = Map.of(
            "l_quantity", bounds("0", "50"),
            "l_extendedprice", bounds("0", "200000"),
            "l_discount", bounds("0", "0.1"));

    @TempDir
    static Path folder;

    private static Connection plain;
    private static TacitSession customers;
    private static TacitSession suppliers;

    @BeforeAll
    static void generate() throws SQLException {
        Path file = folder.resolve("tpch.duckdb");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file)) {
            TpchTables.create(connection, SCALE);
        }
        customers = open(CUSTOMERS, file);
        suppliers = open(SUPPLIERS, file);
        plain = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = plain.createStatement()) {
            statement.execute("ATTACH '" + file + "' AS tpch (READ_ONLY)");
            statement.execute("USE tpch");
        }
    }

    @AfterAll
    static void close() throws SQLException {
        customers.close();
        suppliers.close();
        plain.close();
    }

    private static TacitSession open(Map<String, Protection> protections, Path file) {
        List<SourceTable> tables = new ArrayList<>();
        for (Table table : TpchTables.catalog(protections).tables()) {
            List<Column> columns = table.columns().stream()
                    .map(column ->
                            BOUNDS.containsKey(column.name()) ? column.within(BOUNDS.get(column.name())) : column)
                    .toList();
            tables.add(new SourceTable(
                    new Table(table.name(), columns, table.protection()), new Source.DuckDb(file, table.name())));
        }
        return TacitSession.open(tables, SLACK, new DuckDbSettings(1024, 2, message -> {}), EveryGroup::new);
    }

    private static RowBounds bounds(String low, String high) {
        return new RowBounds(new BigDecimal(low), new BigDecimal(high));
    }

    @Test
    void lessThanAFifthOfThePartsMean() throws Exception {
        String few = TpchTables.query(17);
        // One brand in one container is two parts here.
        String more = few.replace("and p_container = 'MED BOX'", "");
        for (String text : List.of(few, more)) {
            String clauses = text.replace("select sum(", "select " + OPTIONS + "sum(")
                    .replace("select 0.2 * avg(", "select " + OPTIONS + "0.2 * avg(");
            // Without GROUP BY a sum of nobody's rows is 0.
            String sum = text.replace("sum(l_extendedprice)", "coalesce(sum(l_extendedprice), 0)");
            for (TacitSession session : List.of(customers, suppliers)) {
                assertThat(compare(session, clauses, sum)).as(clauses).isEqualTo(2);
            }
        }
        assertThat(rows(more).get(0).get(0)).isNotNull();
    }

    @Test
    void theMeanOfAPartThatIsComparedWithPeoplesOwnColumn() throws Exception {
        String text = "select count(*) from lineitem l where l_shipmode = 'AIR' and l_quantity < (select 0.5 *"
                + " avg(l_quantity) from lineitem m where m.l_partkey = l.l_partkey and m.l_returnflag ="
                + " l.l_returnflag)";
        String clauses = text.replace("select count", "select " + OPTIONS + "count")
                .replace("select 0.5", "select " + SELECTED + "0.5");
        for (TacitSession session : List.of(customers, suppliers)) {
            assertThat(compare(session, clauses, text)).isEqualTo(2);
        }
    }

    /** Where groups are selected, a part that nobody bought has no sum, as in SQL; as a public group its sum is 0. */
    @Test
    void suppliersWithMoreThanHalfOfWhatWasBought() throws Exception {
        String text = TpchTables.query(20);
        String sum = "select 0.5 * sum(l_quantity)";
        assertThat(compare(customers, text.replace(sum, "select " + SELECTED + "0.5 * sum(l_quantity)"), text))
                .isEqualTo(1);
        assertThat(compare(
                        customers,
                        text.replace(sum, "select " + OPTIONS + "0.5 * sum(l_quantity)"),
                        text.replace(sum, "select 0.5 * coalesce(sum(l_quantity), 0)")))
                .isEqualTo(1);
        String everywhere = text.replace("and n_name = 'CANADA'", "").replace("forest%", "%");
        assertThat(compare(
                        customers, everywhere.replace(sum, "select " + SELECTED + "0.5 * sum(l_quantity)"), everywhere))
                .isEqualTo(1);
        assertThat(rows(everywhere)).isNotEmpty();
    }

    @Test
    void aNumberOfEveryRowOutside() throws Exception {
        String text =
                "select n_name, (select count(*) from customer where c_nationkey = n_nationkey and c_acctbal > 9000)"
                        + " as n, exists (select c_mktsegment from customer where c_nationkey = n_nationkey group by"
                        + " c_mktsegment having count(*) > 20) as many from nation order by n_name";
        String clauses = text.replace("select count", "select " + OPTIONS + "count")
                .replace("select c_mktsegment", "select " + SELECTED + "c_mktsegment");
        assertThat(compare(customers, clauses, text)).isEqualTo(2);
    }

    @Test
    void whatARefusalAdvisesIsOneRelease() throws Exception {
        String revenue = "sum(l_extendedprice * (1 - l_discount)) as revenue";
        advised(3, "o_orderdate, o_shippriority", """
            select %sl_options, o_orderdate, o_shippriority
            from customer, orders, lineitem
            where c_mktsegment = 'BUILDING' and c_custkey = o_custkey and l_orderkey = o_orderkey
              and o_orderdate < date '1995-03-15' and l_shipdate > date '1995-03-15'
            group by o_orderdate, o_shippriority order by revenue desc, o_orderdate limit 10
            """.replace("l_options", revenue));
        advised(10, "n_name", """
            select %sl_options, n_name
            from customer, orders, lineitem, nation
            where c_custkey = o_custkey and l_orderkey = o_orderkey and o_orderdate >= date '1993-10-01'
              and o_orderdate < date '1993-10-01' + interval '3' month and l_returnflag = 'R'
              and c_nationkey = n_nationkey
            group by n_name order by revenue desc, n_name limit 20
            """.replace("l_options", revenue));
        advised(18, "o_orderdate", """
            select %so_orderdate, sum(l_quantity) as quantity
            from customer, orders, lineitem
            where o_orderkey in (select l_orderkey from lineitem group by l_orderkey having sum(l_quantity) > 200)
              and c_custkey = o_custkey and o_orderkey = l_orderkey
            group by o_orderdate order by o_orderdate limit 100
            """);
    }

    /** The best and the surplus suppliers are single people; how many there are is a release. */
    @Test
    void insteadOfShowingSuppliersTheyAreCounted() throws Exception {
        for (int number : List.of(15, 20)) {
            String original = TpchTables.query(number);
            Catalog catalog = TpchTables.catalog(SUPPLIERS);
            Refusal refusal =
                    catchThrowableOfType(Refusal.class, () -> new PrepareQuery(catalog, SLACK).prepare(original));
            assertThat(refusal.advice()).contains("SELECT COUNT(*) FROM (");
        }
        String surplus =
                TpchTables.query(20).replace("and n_name = 'CANADA'", "").replace("forest%", "%");
        String from = "count(*) as n from (" + surplus + ") as q";
        assertThat(compare(suppliers, "select " + OPTIONS + from, "select " + from))
                .isEqualTo(1);
        assertThat(rows(surplus)).hasSizeGreaterThan(5);
    }

    /** The refusal names these keys, and the query by them is accepted and means what DuckDB says. */
    private static void advised(int number, String keys, String text) throws Exception {
        Catalog catalog = TpchTables.catalog(CUSTOMERS);
        String original = TpchTables.query(number);
        Refusal refusal = catchThrowableOfType(Refusal.class, () -> new PrepareQuery(catalog, SLACK).prepare(original));
        assertThat(refusal.advice()).contains(" GROUP BY " + keys + ", without ");
        assertThat(compare(customers, text.formatted(SELECTED), text.formatted("")))
                .isEqualTo(1);
        assertThat(rows(text.formatted(""))).hasSizeGreaterThan(5);
    }

    /** Compares both answers; returns how many releases there were. */
    private static int compare(TacitSession session, String tacit, String duckdb) throws SQLException {
        Answer answer = session.query(tacit);
        List<List<Object>> expected = rows(duckdb);
        assertThat(answer.rows()).as(tacit).hasSameSizeAs(expected);
        for (int row = 0; row < expected.size(); row++) {
            for (int column = 0; column < expected.get(row).size(); column++) {
                assertSameValue(
                        answer.rows().get(row).values().get(column),
                        expected.get(row).get(column));
            }
        }
        return answer.releases().size();
    }

    /** Means are exact up to the grid on which they are added up. */
    private static void assertSameValue(Object actual, Object expected) {
        if (expected instanceof Number number && actual instanceof Number ours) {
            double value = number.doubleValue();
            assertThat(ours.doubleValue())
                    .isCloseTo(value, org.assertj.core.data.Offset.offset(1e-6 + Math.abs(value) * 1e-9));
        } else {
            assertThat(Objects.toString(actual)).isEqualTo(Objects.toString(expected));
        }
    }

    private static List<List<Object>> rows(String sql) throws SQLException {
        List<List<Object>> rows = new ArrayList<>();
        try (Statement statement = plain.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getObject(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
