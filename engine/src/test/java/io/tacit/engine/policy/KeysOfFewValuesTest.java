package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A key has as few values as its columns have together, where all of them have few; any one with any value leaves it open. */
@NullUnmarked
class KeysOfFewValuesTest {
    /** How many values each column has; none where any is possible, with NULL and without. */
    private static final Map<String, Integer> VALUES = Map.of("a", 2, "b", 3, "c", 0, "d", 0);

    @TempDir
    private Path folder;

    @Test
    void everyKeyOfListedColumnsIsToldWithItsNumberOfRows() throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("t.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (a VARCHAR NOT NULL, b INTEGER, c INTEGER NOT NULL, d INTEGER)");
        }
        List<String> columns = List.of("a", "b", "c", "d");
        List<String> keys = new ArrayList<>();
        List<String> told = new ArrayList<>();
        for (int chosen = 1; chosen < 16; chosen++) {
            List<String> key = new ArrayList<>();
            int rows = 1;
            for (int i = 0; i < columns.size(); i++) {
                if ((chosen >> i & 1) == 1) {
                    key.add(columns.get(i));
                    rows *= VALUES.get(columns.get(i));
                }
            }
            keys.add(key.toString());
            if (rows > 0) {
                told.add("With the declared values of " + String.join(", ", key)
                        + " and each of them once, the table has at most " + rows + " rows.");
            }
        }
        assertThat(told).hasSize(3);
        Path file = Files.writeString(
                folder.resolve("tacit.yaml"),
                "dataset: shop\ntables:\n  t: {duckdb: t.duckdb, person: c, unique: [" + String.join(", ", keys)
                        + "], columns: {a: {values: [x, y]}, b: {values: [1, 2, 3]}, c: INTEGER, d: INTEGER}}\n"
                        + "analysts: {ada: []}\naccounts: {all: {members: [ada], budget: {epsilon: 1, delta: 1e-6}}}\n");
        PolicyFile.Checked checked = PolicyFile.check(file, Shop.ENGINE);
        assertThat(checked.errors()).isEmpty();
        assertThat(checked.findings())
                .extracting(Finding::rule)
                .filteredOn(rule -> rule.contains("at most"))
                .isEqualTo(told);
    }
}
