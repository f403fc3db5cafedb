package io.tacit.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.backend.TestServer;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import io.tacit.engine.policy.DraftPolicy;
import io.tacit.engine.source.DeclareSource;
import io.tacit.engine.source.DeclaredSource;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A partitioned table of PostgreSQL is drafted once, as the whole that the user may read. */
@Tag("process")
class PostgresPartitionsTest {
    private static final DuckDbSettings SETTINGS = new DuckDbSettings(64, 1, message -> {});

    private final String url = TestServer.database();

    private static String draft(String url) {
        return DraftPolicy.ofServer(url, Path.of("tacit.yaml").toAbsolutePath(), EngineOfSources.with(SETTINGS));
    }

    private static List<String> tables(String draft) {
        return draft.lines()
                .dropWhile(line -> !line.equals("tables:"))
                .skip(1)
                .takeWhile(line -> line.startsWith(" "))
                .filter(line -> line.matches("  [a-z]\\S*:"))
                .map(line -> line.strip().replace(":", ""))
                .toList();
    }

    @Test
    void theWholeIsDraftedAndItsPartitionsAreNot() {
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE customers (customer_id integer PRIMARY KEY)",
                        "CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer REFERENCES customers)"
                                + " PARTITION BY RANGE (id)",
                        "CREATE SCHEMA old",
                        "CREATE TABLE old.orders_a PARTITION OF orders FOR VALUES FROM (0) TO (10) PARTITION BY RANGE"
                                + " (id)",
                        "CREATE TABLE old.orders_a1 PARTITION OF old.orders_a FOR VALUES FROM (0) TO (5)",
                        "CREATE TABLE old.orders_a2 PARTITION OF old.orders_a FOR VALUES FROM (5) TO (10)",
                        "CREATE TABLE orders_b PARTITION OF orders FOR VALUES FROM (10) TO (20)",
                        "CREATE TABLE items (order_id integer REFERENCES orders, n integer)",
                        "CREATE TABLE parent (k integer)",
                        "CREATE TABLE child () INHERITS (parent)"));
        String draft = draft(url);
        assertThat(tables(draft)).containsExactly("child", "customers", "items", "orders", "parent");
        assertThat(draft.lines().filter(line -> line.contains("of its partitions")))
                .containsExactly(
                        "    # All rows of its partitions are in it, which are left out as tables of their own: 4.");
        assertThat(draft).contains("person: {through: order_id, to: orders.id}");
        assertThat(DeclareSource.allOnServer(url, EngineOfSources.with(SETTINGS)))
                .extracting(each -> each.table().table().name())
                .containsExactly("child", "customers", "items", "orders", "parent");
    }

    /** A part of what may be read is the largest whole there is. */
    @Test
    void aPartitionOfATableThatCannotBeReadIsDrafted() {
        TestServer.run(
                url,
                List.of(
                        "CREATE TABLE visits (id integer) PARTITION BY RANGE (id)",
                        "CREATE TABLE visits_a PARTITION OF visits FOR VALUES FROM (0) TO (10) PARTITION BY RANGE (id)",
                        "CREATE TABLE visits_a1 PARTITION OF visits_a FOR VALUES FROM (0) TO (5)",
                        "CREATE TABLE visits_b PARTITION OF visits FOR VALUES FROM (10) TO (20)",
                        "CREATE ROLE parts LOGIN",
                        "GRANT SELECT ON visits_a, visits_a1, visits_b TO parts"));
        try {
            assertThat(tables(draft(TestServer.as(url, "parts")))).containsExactly("visits_a", "visits_b");
        } finally {
            TestServer.run(url, List.of("DROP OWNED BY parts", "DROP ROLE parts"));
        }
    }

    /** Whoever looks around sees what may be read, each with the columns that can be asked about. */
    @Test
    void allTablesThatMayBeReadAreListed() {
        TestServer.run(
                url,
                List.of(
                        "CREATE SCHEMA sales",
                        "CREATE TABLE orders (id integer)",
                        "CREATE TABLE sales.orders (customer text, spent numeric(9,2), shape point)",
                        "CREATE TABLE shapes (shape point)",
                        "CREATE VIEW customers AS SELECT DISTINCT customer FROM sales.orders",
                        "CREATE TABLE secret (id integer)",
                        "CREATE ROLE lister LOGIN",
                        "GRANT USAGE ON SCHEMA sales TO lister",
                        "GRANT SELECT ON orders, sales.orders, shapes, customers TO lister"));
        try {
            List<DeclaredSource> all =
                    DeclareSource.allOnServer(TestServer.as(url, "lister"), EngineOfSources.with(SETTINGS));
            assertThat(all)
                    .extracting(each -> each.table().table().name() + " "
                            + each.table().table().columns().stream()
                                    .map(column ->
                                            column.name() + " " + column.type().sql())
                                    .toList())
                    .containsExactly(
                            "customers [customer VARCHAR]",
                            "orders [id INTEGER]",
                            "sales.orders [customer VARCHAR, spent DECIMAL(9,2)]");
            assertThat(all.get(2).notices()).anyMatch(notice -> notice.contains("shape"));
        } finally {
            TestServer.run(url, List.of("DROP OWNED BY lister", "DROP ROLE lister"));
        }
    }
}
