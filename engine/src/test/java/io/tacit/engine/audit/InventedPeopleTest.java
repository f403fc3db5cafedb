package io.tacit.engine.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.audit.ReplayAudit.Mistakes;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.privacy.audit.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** The people whom layer L1 makes up keep what an owner vouches for, and meet in groups of every small size. */
@NullUnmarked
class InventedPeopleTest {
    private static final int PEOPLE = 16;
    private static final int SEEDS = 20;
    private static final long SEED = 2024;

    private static final Map<ColumnType.Kind, ColumnType> TYPES = Map.of(
            ColumnType.Kind.BOOLEAN, ColumnType.BOOLEAN,
            ColumnType.Kind.INTEGER, ColumnType.INTEGER,
            ColumnType.Kind.BIGINT, ColumnType.BIGINT,
            ColumnType.Kind.DECIMAL, ColumnType.decimal(3, 3),
            ColumnType.Kind.DOUBLE, ColumnType.DOUBLE,
            ColumnType.Kind.VARCHAR, ColumnType.VARCHAR,
            ColumnType.Kind.DATE, ColumnType.DATE,
            ColumnType.Kind.TIME, ColumnType.TIME,
            ColumnType.Kind.TIMESTAMP, ColumnType.TIMESTAMP);

    private static Column column(String name, ColumnType type) {
        return Column.nullable(name, type);
    }

    /** A key of an order, and orders whose person is found through the key of the customer. */
    private static List<Table> tables(ColumnType type) {
        return List.of(
                new Table("visit", List.of(column("who", type), column("no", type)), new Protection.UnitColumn("who")),
                new Table(
                        "note",
                        List.of(column("visit", type), column("id", type)),
                        new Protection.ForeignKey("visit", "visit", "no")),
                new Table("word", List.of(column("note", type)), new Protection.ForeignKey("note", "note", "id")),
                new Table(
                        "customer",
                        List.of(column("id", type), column("g", ColumnType.VARCHAR)),
                        new Protection.UnitColumn("id")),
                new Table(
                        "orders",
                        List.of(column("customer", type), column("i", ColumnType.INTEGER)),
                        new Protection.ForeignKey("customer", "customer", "id")));
    }

    @Test
    void everyTypeIsHere() {
        assertThat(TYPES.keySet()).containsExactlyInAnyOrder(ColumnType.Kind.values());
    }

    /**
     * A person's own key, where others refer to it, has no value twice; of other keys some are shared by several people. A row
     * that refers to a key is its person's, or that of several.
     */
    @Test
    void keysLeadToTheirOwners() {
        int shared = 0;
        for (ColumnType type : TYPES.values()) {
            for (long seed = 0; seed < SEEDS; seed++) {
                // A truth value and a small DECIMAL name few people.
                InventedPeople people = InventedPeople.random(tables(type), people(type), seed);
                String words = type + ", seed " + seed;
                Map<String, Integer> visits = targets(people, 0, 1, words);
                Map<String, Integer> notes = targets(people, 1, 1, words);
                Map<String, Integer> customers = targets(people, 3, 0, words);
                referring(people, 1, visits, words);
                referring(people, 2, notes, words);
                referring(people, 4, customers, words);
                assertThat(customers.values())
                        .as(words)
                        .doesNotHaveDuplicates()
                        .doesNotContain(InventedPeople.Row.SEVERAL);
                shared += Collections.frequency(visits.values(), InventedPeople.Row.SEVERAL);
            }
        }
        assertThat(shared).isGreaterThan(SEEDS);
    }

    /** Without a person what several share is there all the same. */
    @Test
    void whatSeveralShareStaysWithoutOneOfThem() {
        InventedPeople people = InventedPeople.random(tables(ColumnType.BIGINT), PEOPLE, SEED);
        assertThat(several(people)).isPositive();
        for (int person : people.people()) {
            assertThat(several(people.without(person))).isEqualTo(several(people));
        }
        assertThat(several(people.withoutNobody())).isEqualTo(several(people));
        assertThat(people.people()).allMatch(person -> person >= 0);
    }

    private static long several(InventedPeople people) {
        return people.rows().stream()
                .filter(row -> row.owner() == InventedPeople.Row.SEVERAL)
                .count();
    }

    private static int people(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> 2;
            case DECIMAL -> 10;
            default -> PEOPLE;
        };
    }

    private static Map<String, Integer> targets(InventedPeople people, int table, int column, String words) {
        Map<String, Integer> owners = new HashMap<>();
        for (InventedPeople.Row row : people.rows()) {
            String key = row.table() == table ? row.values().get(column) : null;
            if (key != null) {
                owners.merge(key, row.owner(), (one, other) -> one.equals(other) ? one : InventedPeople.Row.SEVERAL);
            }
        }
        assertThat(owners).as(words).isNotEmpty();
        return owners;
    }

    private static void referring(InventedPeople people, int table, Map<String, Integer> owners, String words) {
        for (InventedPeople.Row row : people.rows()) {
            String key = row.table() == table ? row.values().get(0) : null;
            if (key != null) {
                assertThat(row.owner()).as(words + ", key " + key).isEqualTo(owners.get(key));
            }
        }
    }

    /** The replay over keys to the person's own column, as most databases have them. */
    @Test
    void keysToThePersonPass() {
        List<String> queries = List.of(
                "SELECT g, COUNT(*, contribution_bounds_per_group => (0, 1)) FROM customer GROUP BY g",
                "SELECT g, SUM(i, contribution_bounds_per_group => (0, 3)) FROM customer JOIN orders ON id = customer"
                        + " GROUP BY g",
                "SELECT i, COUNT(DISTINCT customer) FROM orders GROUP BY i");
        List<Verdict> verdicts = new ArrayList<>();
        ReplayRuns.run(
                queries,
                tables(ColumnType.BIGINT).subList(3, 5),
                ReplayRuns.defaults(2),
                SEED,
                Mistakes.NONE,
                InventedPlace.FILES,
                verdicts::add);
        assertThat(verdicts).hasSize(queries.size()).allMatch(Verdict::passed).allMatch(one -> one.trials() == 4);
    }

    /** Groups of one, two, and three people in each column but the person's, in every table of the tester with rows of people. */
    @Test
    void someGroupsHaveExactlySoManyPeople() {
        for (BuiltInTables.Unit unit : BuiltInTables.Unit.values()) {
            List<Table> tables = BuiltInTables.of(unit);
            InventedPeople people = InventedPeople.random(tables, PEOPLE, SEED);
            for (int table = 0; table < tables.size(); table++) {
                boolean named = tables.get(table).protection() instanceof Protection.UnitColumn;
                for (int column = 0;
                        named && column < tables.get(table).columns().size();
                        column++) {
                    Column declared = tables.get(table).columns().get(column);
                    boolean own = tables.get(table).protection().ownColumns().contains(declared.name());
                    boolean key = List.of("oid", "did").contains(declared.name());
                    if (!own && !key && declared.domain().isEmpty()) {
                        assertThat(sizes(people, table, column))
                                .as(unit + " " + tables.get(table).name() + "." + declared.name())
                                .contains(1, 2, 3);
                    }
                }
            }
        }
    }

    /** How many people the groups of a column have that only people with few groups are in. */
    private static Set<Integer> sizes(InventedPeople people, int table, int column) {
        Map<String, Set<Integer>> groups = new HashMap<>();
        Map<Integer, Set<String>> ofPerson = new HashMap<>();
        for (InventedPeople.Row row : people.rows()) {
            if (row.table() == table && row.owner() >= 0) {
                String key = row.values().get(column);
                groups.computeIfAbsent(key, one -> new HashSet<>()).add(row.owner());
                ofPerson.computeIfAbsent(row.owner(), one -> new HashSet<>()).add(String.valueOf(key));
            }
        }
        Set<Integer> sizes = new HashSet<>();
        groups.values().stream()
                .filter(group ->
                        group.stream().allMatch(person -> ofPerson.get(person).size() <= 2))
                .forEach(group -> sizes.add(group.size()));
        return sizes;
    }
}
