package io.tacit.engine.policy;

import io.tacit.engine.backend.DataEngine;
import io.tacit.engine.backend.duckdb.DuckDbEngine;
import io.tacit.engine.backend.duckdb.DuckDbSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A folder with a small shop's files, and a policy over them that is as it should be. */
final class Shop {
    static final DataEngine ENGINE = new DuckDbEngine(new DuckDbSettings(256, 1, message -> {}));

    static final String GOOD = """
        dataset: shop
        sources: {duckdb: shop.duckdb}
        tables:
          customer:
            person: id
            columns:
              id: INTEGER
              country: {values: [DE, FR, NO]}
              age: {bounds: [0, 120]}
          orders:
            person: {through: customer_id, to: customer.id}
            columns:
              id: {hidden: true}
              total: {bounds: [0, 1000]}
          countries:
            file: countries.csv
            public: true
            columns: {code: VARCHAR, name: VARCHAR}
        defaults: {epsilon: 0.5, delta: 1e-8}
        limits: {epsilon: 1, delta: 1e-6, max_groups: 10, min_people: 5}
        analysts:
          ada: [student]
          bob: [student, staff]
        accounts:
          students:
            members: [role:student]
            each: true
            budget: {epsilon: 5, delta: 1e-6}
            refresh: yearly
            per_query: {epsilon: 2, delta: 1e-7}
            stop_after_failures: 10
        total:
          budget: {rho: 0.2, delta: 1e-6}
          stop_after_failures: 20
        version: "2026-11"
        ledger: /srv/shop/ledger.sqlite
        audit_log: audit.jsonl
        """;

    private final Path folder;

    private Shop(Path folder) {
        this.folder = folder;
    }

    static Shop in(Path folder) throws IOException, SQLException {
        Files.writeString(folder.resolve("countries.csv"), "code,name\nDE,Germany\nFR,France\n");
        Files.writeString(folder.resolve("visits.csv"), "visitor,day,spent\nv1,2024-01-01,3.50\nv2,2024-01-02,4\n");
        Files.writeString(
                folder.resolve("visits.jsonl"), "{\"visitor\":\"v1\",\"spent\":3}\n{\"visitor\":\"v2\",\"spent\":4}\n");
        Files.write(folder.resolve("shop.duckdb"), Database.BYTES);
        return new Shop(folder);
    }

    /** Made once: to copy the file takes a hundredth of the time. */
    private static final class Database {
        static final byte[] BYTES = make();

        private static byte[] make() {
            try {
                Path made = Files.createTempDirectory("shop").resolve("shop.duckdb");
                fill(made);
                byte[] bytes = Files.readAllBytes(made);
                Files.delete(made);
                Files.delete(made.getParent());
                return bytes;
            } catch (IOException | SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    private static void fill(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customer (id INTEGER PRIMARY KEY, country VARCHAR, age INTEGER)");
            statement.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES"
                    + " customer(id), total DECIMAL(12,2))");
            statement.execute("CREATE TABLE items (order_id INTEGER, quantity INTEGER)");
            statement.execute("CREATE TABLE loose (k INTEGER, owner INTEGER)");
            statement.execute("INSERT INTO customer VALUES (1, 'DE', 30), (2, 'FR', 40)");
            statement.execute("INSERT INTO orders VALUES (1, 1, 10), (2, 1, 20), (3, 2, 5)");
            statement.execute("INSERT INTO items VALUES (1, 2), (2, 3), (3, 4)");
            statement.execute("INSERT INTO loose VALUES (1, 1), (1, 2), (2, 2)");
        }
    }

    Path write(String policy) throws IOException {
        return Files.writeString(folder.resolve("tacit.yaml"), policy);
    }

    PolicyFile.Checked check(String policy) throws IOException {
        return PolicyFile.check(write(policy), ENGINE);
    }

    Policy read(String policy) throws IOException {
        return PolicyFile.read(write(policy), ENGINE);
    }
}
