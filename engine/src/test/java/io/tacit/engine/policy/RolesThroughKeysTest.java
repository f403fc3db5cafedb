package io.tacit.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.SourceTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may read which table and name which column: all roles of three tables that lead to each other, and of a column. */
class RolesThroughKeysTest {
    /** The roles of a table or a column; one that says nothing is for everybody, one with an empty list for nobody. */
    private static final List<Optional<List<String>>> ROLES = List.of(
            Optional.empty(),
            Optional.of(List.of()),
            Optional.of(List.of("r")),
            Optional.of(List.of("s")),
            Optional.of(List.of("r", "s")));

    private static final Map<String, List<String>> ANALYSTS = new TreeMap<>(
            Map.of("none", List.of(), "onlyR", List.of("r"), "onlyS", List.of("s"), "both", List.of("s", "r")));

    @TempDir
    Path folder;

    private TextShop shop;

    @BeforeEach
    void makeFile() throws IOException {
        shop = TextShop.in(folder);
    }

    @Test
    void whoMayReadATableMayReadAllThatItLeadsTo() throws IOException {
        for (Optional<List<String>> first : ROLES) {
            for (Optional<List<String>> second : ROLES) {
                for (Optional<List<String>> third : ROLES) {
                    check(first, second, third);
                }
            }
        }
    }

    private void check(Optional<List<String>> first, Optional<List<String>> second, Optional<List<String>> third)
            throws IOException {
        String columns = ", columns: {a: INTEGER, b: INTEGER}";
        String text = policy("  one: {file: t.csv, person: a" + columns + written(first) + "}\n"
                + "  two: {file: t.csv, person: {through: a, to: one.b, unique: checked}" + columns + written(second)
                + "}\n"
                + "  three: {file: t.csv, person: {through: a, to: two.b, unique: checked}" + columns + written(third)
                + "}\n");
        PolicyFile.Checked checked = shop.check(text);
        List<String> wrong = new ArrayList<>();
        if (!covers(first, second)) {
            wrong.add("tables.two.person.to");
        }
        if (!covers(second, third)) {
            wrong.add("tables.three.person.to");
        }
        assertThat(checked.errors()).as(text).extracting(Finding::path).isEqualTo(wrong);
        if (wrong.isEmpty()) {
            Policy policy = checked.policy().orElseThrow();
            ANALYSTS.forEach((analyst, theirs) -> {
                List<String> expected = new ArrayList<>();
                List<Optional<List<String>>> all = List.of(first, second, third);
                for (int i = 0; i < all.size(); i++) {
                    if (may(all.get(i), theirs)) {
                        expected.add(List.of("one", "two", "three").get(i));
                    }
                }
                assertThat(policy.tablesOf(analyst))
                        .as(text)
                        .extracting(table -> table.table().name())
                        .isEqualTo(expected);
            });
        }
    }

    /** As the roles are written: whoever could ever have a role of the one has one of the other. */
    private static boolean covers(Optional<List<String>> needed, Optional<List<String>> have) {
        return needed.isEmpty() || have.isPresent() && needed.get().containsAll(have.get());
    }

    private static boolean may(Optional<List<String>> needed, List<String> theirs) {
        if (needed.isEmpty()) {
            return true;
        }
        for (String role : theirs) {
            if (needed.get().contains(role)) {
                return true;
            }
        }
        return false;
    }

    /** A column for other roles, or hidden, or not listed cannot be named, but it is there and says whose a row is. */
    @Test
    void aColumnIsNamedByThoseWithARoleOfItAlone() throws IOException {
        for (Optional<List<String>> roles : ROLES) {
            for (boolean hidden : new boolean[] {true, false}) {
                String text = policy("  one: {file: t.csv, person: a, unique: [b], columns: {a: {type: INTEGER"
                        + written(roles)
                        + (hidden ? ", hidden: true" : "")
                        + "}, B: {type: INTEGER, bounds: [1, 2], values: [2, 1], nullable: false"
                        + written(roles) + "}, c: INTEGER}}\n");
                PolicyFile.Checked checked = shop.check(text);
                if (hidden && roles.isPresent()) {
                    assertThat(checked.errors())
                            .extracting(Finding::path)
                            .containsExactly("tables.one.columns.a.roles");
                    continue;
                }
                Policy policy = checked.policy().orElseThrow();
                ANALYSTS.forEach((analyst, theirs) -> {
                    SourceTable table = policy.tablesOf(analyst).get(0);
                    Map<String, Boolean> named = new TreeMap<>();
                    table.table().columns().forEach(column -> named.put(column.name(), !column.hidden()));
                    assertThat(named)
                            .as(text + analyst)
                            .isEqualTo(new TreeMap<>(Map.of(
                                    "a",
                                    !hidden && may(roles, theirs),
                                    "b",
                                    may(roles, theirs),
                                    "c",
                                    true,
                                    "d",
                                    false)));
                    assertThat(table.table().protection()).isEqualTo(new Protection.UnitColumn("a"));
                    assertThat(table.table().uniqueKeys()).containsExactly(List.of("b"));
                    assertThat(table.source()).isEqualTo(policy.tables().get(0).source());
                    Column bounded = table.table().column("b").orElseThrow();
                    assertThat(bounded.nullable()).isFalse();
                    assertThat(bounded.bounds()).isPresent();
                    assertThat(bounded.domain()).contains(new Domain(List.of("2", "1")));
                });
            }
        }
    }

    private static String written(Optional<List<String>> roles) {
        return roles.map(names -> ", roles: " + names).orElse("");
    }

    private static String policy(String tables) {
        return "dataset: shop\ntables:\n" + tables + "analysts: "
                + ANALYSTS.toString().replace("=", ": ")
                + "\naccounts: {all: {members: " + ANALYSTS.keySet() + ", budget: {epsilon: 1, delta: 1e-6}}}\n";
    }
}
