package io.tacit.engine.structure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Domain;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import io.tacit.engine.ownership.PrivateAggregation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/**
 * Every condition of two fields that may be NULL, alone and beside each other: of one person's rows, of which there is one
 * for each pair of values, no more are left than the structure says. What is left is computed here once more, with the three
 * truth values of SQL.
 */
@NullUnmarked
class RowsThatConditionsLeaveTest {
    private static final Catalog CATALOG = new Catalog(List.of(new Table(
            "t",
            List.of(
                    new Column("uid", ColumnType.BIGINT, false),
                    Column.nullable("f", ColumnType.BOOLEAN),
                    Column.nullable("g", ColumnType.BOOLEAN),
                    Column.nullable("k", ColumnType.VARCHAR).among(new Domain(List.of("a", "b"))),
                    Column.nullable("x", ColumnType.INTEGER)),
            new Protection.UnitColumn("uid"))));

    /** A row of a group: one of the values of each field; how many rows the group has is any number. */
    private record Row(Boolean f, Boolean g, String k, int n) {}

    private static final List<Row> ROWS = rows();

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Boolean f : Arrays.asList(true, false, null)) {
            for (Boolean g : Arrays.asList(true, false, null)) {
                for (String k : Arrays.asList("a", "b", null)) {
                    for (int n : List.of(1, 4)) {
                        rows.add(new Row(f, g, k, n));
                    }
                }
            }
        }
        return rows;
    }

    private static Boolean not(Boolean truth) {
        return truth == null ? null : !truth;
    }

    private static Boolean and(Boolean one, Boolean other) {
        return Boolean.FALSE.equals(one) || Boolean.FALSE.equals(other)
                ? Boolean.FALSE
                : one == null || other == null ? null : Boolean.TRUE;
    }

    private static Boolean equal(Object one, Object other) {
        return one == null || other == null ? null : one.equals(other);
    }

    /** Conditions of one field or two, with what they are for a row. */
    private static Map<String, Function<Row, Boolean>> conditions() {
        Map<String, Function<Row, Boolean>> all = new LinkedHashMap<>();
        all.put("f", row -> row.f);
        all.put("NOT f", row -> not(row.f));
        all.put("f IS TRUE", row -> Boolean.TRUE.equals(row.f));
        all.put("f IS NOT TRUE", row -> !Boolean.TRUE.equals(row.f));
        all.put("f IS FALSE", row -> Boolean.FALSE.equals(row.f));
        all.put("f IS NOT FALSE", row -> !Boolean.FALSE.equals(row.f));
        all.put("f IS NULL", row -> row.f == null);
        all.put("f IS NOT NULL", row -> row.f != null);
        all.put("f = TRUE", row -> equal(row.f, true));
        all.put("f <> TRUE", row -> not(equal(row.f, true)));
        all.put("f = g", row -> equal(row.f, row.g));
        all.put("f <> g", row -> not(equal(row.f, row.g)));
        all.put("NOT (f = g)", row -> not(equal(row.f, row.g)));
        all.put("f IS DISTINCT FROM g", row -> row.f != row.g);
        all.put("f IS NOT DISTINCT FROM g", row -> row.f == row.g);
        all.put("COALESCE(f, TRUE)", row -> !Boolean.FALSE.equals(row.f));
        all.put("COALESCE(f, g)", row -> row.f == null ? row.g : row.f);
        all.put("k = 'a'", row -> equal(row.k, "a"));
        all.put("k <> 'a'", row -> not(equal(row.k, "a")));
        all.put("k IN ('a', 'b')", row -> row.k == null ? null : true);
        all.put("k IN ('a', 'z')", row -> equal(row.k, "a"));
        all.put("k NOT IN ('a', 'z')", row -> not(equal(row.k, "a")));
        all.put("k IS NULL", row -> row.k == null);
        all.put("k IS DISTINCT FROM 'a'", row -> !"a".equals(row.k));
        all.put("k = CASE WHEN f THEN 'a' ELSE 'b' END", row -> equal(row.k, Boolean.TRUE.equals(row.f) ? "a" : "b"));
        all.put("k = NULLIF(k, 'a')", row -> row.k == null || row.k.equals("a") ? null : true);
        all.put("n > 3", row -> row.n > 3);
        all.put("n = 4", row -> row.n == 4);
        return all;
    }

    /** The conditions, each two of them with OR, and some of them with AND. */
    private static Map<String, Function<Row, Boolean>> pairs() {
        Map<String, Function<Row, Boolean>> one = conditions();
        Map<String, Function<Row, Boolean>> all = new LinkedHashMap<>(one);
        one.forEach((a, ofA) -> one.forEach((b, ofB) -> {
            if (a.compareTo(b) < 0) {
                if (all.size() % 3 == 0) {
                    all.put("(" + a + ") AND (" + b + ")", row -> and(ofA.apply(row), ofB.apply(row)));
                }
                all.put("(" + a + ") OR (" + b + ")", row -> not(and(not(ofA.apply(row)), not(ofB.apply(row)))));
            }
        }));
        return all;
    }

    private static Structure structure(String fields, String condition) {
        String sql =
                "SELECT " + fields + ", COUNT(*) FROM (SELECT uid, " + fields + ", COUNT(*) AS n FROM t GROUP BY uid, "
                        + fields + ") AS q WHERE " + condition + " GROUP BY " + fields;
        List<PrivateAggregation> releases = StructureTest.releases(sql, CATALOG);
        assertThat(releases).as(sql).hasSize(1);
        return Structure.of(releases.get(0), CATALOG);
    }

    /** How many different values some fields have in the rows that a condition leaves. */
    private static long left(Function<Row, Boolean> condition, Function<Row, Object> fields) {
        Set<Object> seen = new HashSet<>();
        for (Row row : ROWS) {
            if (Boolean.TRUE.equals(condition.apply(row))) {
                seen.add(fields.apply(row));
            }
        }
        return seen.size();
    }

    private static void holds(OptionalLong most, long counted, String what) {
        assertThat(most.orElse(Long.MAX_VALUE)).as(what).isGreaterThanOrEqualTo(counted);
    }

    /** Without any declaration: truth values and NULL are all that there is. */
    @Test
    void noMoreRowsAreLeftThanIsProven() {
        for (var entry : pairs().entrySet()) {
            String condition = entry.getKey();
            if (condition.matches(".*\\bk\\b.*")) {
                continue;
            }
            Structure structure = structure("f, g", condition);
            long rows = left(entry.getValue(), row -> Arrays.asList(row.f, row.g));
            assertThat(structure.provenRows()).as(condition).isPresent();
            holds(structure.provenRows(), rows, condition);
            holds(structure.rows(), rows, condition);
            holds(structure.groups(), rows, condition);
            holds(structure.keys().get(0).values(), left(entry.getValue(), row -> Arrays.asList(row.f)), condition);
            holds(structure.keys().get(1).values(), left(entry.getValue(), row -> Arrays.asList(row.g)), condition);
        }
    }

    /** With a declared domain beside a truth value. */
    @Test
    void noMoreRowsAreLeftThanDeclarationsSay() {
        for (var entry : pairs().entrySet()) {
            String condition = entry.getKey();
            if (condition.matches(".*\\bg\\b.*") || !condition.matches(".*\\bk\\b.*")) {
                continue;
            }
            Structure structure = structure("f, k", condition);
            long rows = left(entry.getValue(), row -> Arrays.asList(row.f, row.k));
            assertThat(structure.rows()).as(condition).isPresent();
            holds(structure.rows(), rows, condition);
            holds(structure.groups(), rows, condition);
            holds(structure.keys().get(0).values(), left(entry.getValue(), row -> Arrays.asList(row.f)), condition);
            holds(structure.keys().get(1).values(), left(entry.getValue(), row -> Arrays.asList(row.k)), condition);
        }
    }

    /** Such a condition by itself leaves exactly what it lets pass. */
    @Test
    void whatOneFieldIsByItselfIsKnown() {
        for (String condition :
                List.of("f", "NOT f", "f IS NOT NULL", "f = TRUE", "k = 'a'", "k IN ('a', 'b')", "n > 3", "n = 4")) {
            boolean ofK = condition.startsWith("k");
            long rows = left(conditions().get(condition), row -> Arrays.asList(row.f, ofK ? row.k : row.g));
            assertThat(structure(ofK ? "f, k" : "f, g", condition).rows())
                    .as(condition)
                    .hasValue(rows);
        }
        // Of two conditions of one field the narrower holds, whichever comes first.
        for (String one : List.of("k = 'a'", "k IN ('a', 'b')", "k = 'b' OR k = 'a'", "k IN ('a', 'b', 'a')")) {
            for (String other : List.of("k IN ('a', 'b')", "k = 'a'", "k IS NOT NULL")) {
                long values = one.equals("k = 'a'") || other.equals("k = 'a'") ? 1 : 2;
                assertThat(structure("f, k", "(" + one + ") AND (" + other + ")")
                                .rows())
                        .as(one + " and " + other)
                        .hasValue(3 * values);
            }
        }
    }
}
