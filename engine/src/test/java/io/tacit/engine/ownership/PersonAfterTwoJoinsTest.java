package io.tacit.engine.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.engine.sql.SqlToRelation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * After two joins of any kinds a COALESCE of the person's columns is the person of every row if, and only if, no row lacks
 * all tables that it reads; only then may NULL be compared with NULL. Which tables a row may lack is reckoned from what the
 * joins' names say.
 */
@NullUnmarked
class PersonAfterTwoJoinsTest {
    private static final List<String> KINDS = List.of("INNER", "LEFT", "RIGHT", "FULL");

    /** Every choice of the three tables. */
    private static final List<List<String>> SHOWN = List.of(
            List.of("a"),
            List.of("b"),
            List.of("e"),
            List.of("b", "a"),
            List.of("a", "e"),
            List.of("e", "b"),
            List.of("e", "a", "b"));

    /** The person after the first join. */
    private static final Map<String, String> PERSON =
            Map.of("INNER", "b.uid", "LEFT", "a.uid", "RIGHT", "b.uid", "FULL", "COALESCE(a.uid, b.uid)");

    /** For each row that a join may make which tables it has, from those that the rows of its sides may have. */
    private static Set<Set<String>> joined(String kind, Set<Set<String>> left, Set<Set<String>> right) {
        Set<Set<String>> rows = new HashSet<>();
        for (Set<String> one : left) {
            for (Set<String> other : right) {
                Set<String> both = new HashSet<>(one);
                both.addAll(other);
                rows.add(both);
            }
        }
        if (kind.equals("LEFT") || kind.equals("FULL")) {
            rows.addAll(left);
        }
        if (kind.equals("RIGHT") || kind.equals("FULL")) {
            rows.addAll(right);
        }
        return rows;
    }

    private static String personOf(List<String> tables) {
        List<String> columns = tables.stream().map(table -> table + ".uid").toList();
        return columns.size() == 1 ? columns.get(0) : "COALESCE(" + String.join(", ", columns) + ")";
    }

    private static boolean isAccepted(String from) {
        String sql = "SELECT a.x, COUNT(*) AS n FROM " + from + " GROUP BY a.x";
        try {
            AssignOwners.cut(new SqlToRelation(OwnedRowsTest.CATALOG).analyze(sql), OwnedRowsTest.CATALOG);
            return true;
        } catch (Refusal refusal) {
            assertThat(refusal.code()).as(sql).isEqualTo(ErrorCode.JOIN_NOT_ON_UNIT);
            return false;
        }
    }

    @Test
    void nullIsComparedOnlyWhereSomeColumnIsThePersonOfEveryRow() {
        Map<String, Boolean> expected = new TreeMap<>();
        for (String first : KINDS) {
            Set<Set<String>> two = joined(first, Set.of(Set.of("a")), Set.of(Set.of("b")));
            String inner = "a " + first + " JOIN b ON a.uid = b.uid";
            for (String second : KINDS) {
                for (boolean behind : List.of(false, true)) {
                    String on = " ON e.uid = " + PERSON.get(first);
                    String from = behind
                            ? "b AS e " + second + " JOIN (" + inner + ")" + on
                            : inner + " " + second + " JOIN b AS e" + on;
                    Set<Set<String>> e = Set.of(Set.of("e"));
                    Set<Set<String>> rows = behind ? joined(second, e, two) : joined(second, two, e);
                    for (List<String> shown : SHOWN) {
                        boolean everyRow =
                                rows.stream().allMatch(row -> shown.stream().anyMatch(row::contains));
                        String third = from + " JOIN a AS f ON f.uid ";
                        expected.put(third + "IS NOT DISTINCT FROM " + personOf(shown), everyRow);
                        if (shown.equals(List.of("b"))) {
                            expected.put(third + "= " + personOf(shown), true);
                        }
                    }
                }
            }
        }
        assertThat(expected).hasSize(KINDS.size() * KINDS.size() * 2 * (SHOWN.size() + 1));
        assertAccepted(expected);
    }

    /** Two joins joined with each other: what each side knows of its own full join holds behind both. */
    @Test
    void whatBothSidesKnowHoldsAfterThem() {
        List<List<String>> shownOfFour = List.of(
                List.of("a", "b"),
                List.of("c", "e"),
                List.of("b", "c"),
                List.of("e", "b", "a"),
                List.of("c", "a", "e"),
                List.of("a", "c", "b", "e"));
        Map<String, Boolean> expected = new TreeMap<>();
        for (String one : KINDS) {
            Set<Set<String>> left = joined(one, Set.of(Set.of("a")), Set.of(Set.of("b")));
            for (String other : KINDS) {
                Set<Set<String>> right = joined(other, Set.of(Set.of("c")), Set.of(Set.of("e")));
                String personOfRight = PERSON.get(other).replace("b.", "e.").replace("a.", "c.");
                for (String between : KINDS) {
                    Set<Set<String>> rows = joined(between, left, right);
                    String from = "(a " + one + " JOIN b ON a.uid = b.uid) " + between + " JOIN (b AS c " + other
                            + " JOIN a AS e ON c.uid = e.uid) ON " + PERSON.get(one) + " = " + personOfRight;
                    for (List<String> shown : shownOfFour) {
                        expected.put(
                                from + " JOIN a AS f ON f.uid IS NOT DISTINCT FROM " + personOf(shown),
                                rows.stream().allMatch(row -> shown.stream().anyMatch(row::contains)));
                    }
                }
            }
        }
        assertThat(expected).hasSize(KINDS.size() * KINDS.size() * KINDS.size() * shownOfFour.size());
        assertThat(expected.values()).contains(true, false);
        assertAccepted(expected);
    }

    private static void assertAccepted(Map<String, Boolean> expected) {
        Map<String, Boolean> actual = new TreeMap<>();
        expected.keySet().forEach(from -> actual.put(from, isAccepted(from)));
        actual.entrySet().removeIf(form -> form.getValue().equals(expected.get(form.getKey())));
        assertThat(actual).isEmpty();
    }
}
