package io.tacit.engine.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.catalog.Column;
import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.catalog.Protection;
import io.tacit.engine.catalog.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * COUNT(DISTINCT) counts people where the column is the whole person of every row, and otherwise the values that people
 * offer: a part of a person, a key of somebody's, a text of the person and a side that an outer join may fill are values.
 */
@NullUnmarked
class DifferentPeopleTest {
    /** The person of {@code a} and {@code b} is a column, of {@code c} and {@code e} behind a key, of {@code d} two columns. */
    private static final Catalog CATALOG = new Catalog(List.of(
            table("a", new Protection.UnitColumn("uid"), "uid", "x"),
            table("b", new Protection.UnitColumn("uid"), "uid", "oid", "x"),
            table("c", new Protection.ForeignKey("oid", "b", "oid"), "oid", "z"),
            table("e", new Protection.ForeignKey("buyer", "a", "uid"), "buyer", "z"),
            table("d", new Protection.UnitColumn(List.of("h", "n")), "h", "n", "x"),
            table("pub", new Protection.Public(), "k", "x")));

    private static Table table(String name, Protection protection, String... columns) {
        return new Table(
                name,
                Stream.of(columns)
                        .map(column -> Column.nullable(column, ColumnType.BIGINT))
                        .toList(),
                protection);
    }

    private static StateRequest counted(String column, String filter, String from) {
        String sql = "SELECT COUNT(DISTINCT " + column + ")" + filter + " FROM " + from;
        ReleasePlan plan = PlannedQuery.of(sql, CATALOG);
        return plan.outputs().get(0).states().get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a                                                            | uid                     | x",
                "b                                                            | uid                     | oid, x",
                "c                                                            |                         | oid, z",
                "e                                                            | buyer                   | z",
                "d                                                            |                         | h, n, x",
                "d WHERE n = 1                                                |                         | h, n",
                "(SELECT h, n FROM d GROUP BY h, n) AS q                      |                         | h, n",
                "(SELECT DISTINCT h, n FROM d) AS q                           |                         | h, n",
                "(SELECT h AS n, n AS h FROM d UNION ALL SELECT h, n FROM d) AS q |                     | h, n",
                "d JOIN d AS o ON d.h = o.h AND d.n = o.n                     |                         | d.h, o.n",
                "a JOIN b ON a.uid = b.uid                                    | a.uid, b.uid            | a.x, oid",
                "a LEFT JOIN b ON a.uid = b.uid                               | a.uid                   | b.uid, oid",
                "a RIGHT JOIN b ON a.uid = b.uid                              | b.uid                   | a.uid, a.x",
                "a FULL JOIN b ON a.uid = b.uid                               |                         | a.uid, b.uid",
                "(SELECT COALESCE(a.uid, b.uid) AS u, a.uid AS v FROM a FULL JOIN b ON a.uid = b.uid) AS q | u | v",
                "b JOIN c ON b.oid = c.oid                                    | uid                     | b.oid, c.oid",
                "a JOIN e ON a.uid = e.buyer                                  | uid, buyer              | z",
                "a JOIN pub ON a.x = pub.x                                    | uid                     | k",
                "a CROSS JOIN pub                                             | uid                     | k, a.x",
                "pub JOIN a ON TRUE                                           | uid                     | k",
                "(SELECT uid, MAX(x) AS m FROM b GROUP BY uid) AS q           | uid                     | m",
                "(SELECT x, uid FROM b GROUP BY x, uid) AS q                  | uid                     | x",
                "(SELECT uid, x FROM a UNION ALL SELECT uid, x FROM b) AS q   | uid                     | x",
                "(SELECT uid, uid AS v FROM a UNION ALL SELECT uid, x FROM b) AS q | uid                | v",
                "(SELECT uid AS u, CAST(uid AS DECIMAL(20, 0)) AS w, CAST(uid AS VARCHAR) AS t, uid + 0 AS s FROM a) AS q"
                        + " | u, w | t, s",
            })
    void onlyTheWholePersonCountsPeople(String from, String people, String values) {
        List<String> wrong = new ArrayList<>();
        for (String column : people == null ? new String[0] : people.split(", ")) {
            if (!counted(column, "", from).equals(new StateRequest.Users())) {
                wrong.add(column + " counts no people");
            }
        }
        for (String column : values.split(", ")) {
            if (!(counted(column, "", from) instanceof StateRequest.Distinct)) {
                wrong.add(column + " counts no values");
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** With a FILTER these are people who have such a row, and values in such rows. */
    @ParameterizedTest
    @CsvSource({"a, uid, x", "b, uid, oid", "d, '', n", "c, '', oid"})
    void filtersChoosePeopleAndValues(String from, String person, String value) {
        String filter = " FILTER (WHERE " + value + " > 1)";
        if (!person.isEmpty()) {
            assertThat(counted(person, filter, from))
                    .isInstanceOfSatisfying(
                            StateRequest.Count.class,
                            count -> assertThat(count.counted())
                                    .isEqualTo(new RowCount(
                                            List.of(),
                                            OptionalInt.of(
                                                    count.counted().filter().orElse(-1)))));
            assertThat(((StateRequest.Count) counted(person, filter, from))
                            .counted()
                            .filter())
                    .isPresent();
        }
        assertThat(counted(value, filter, from))
                .isInstanceOfSatisfying(
                        StateRequest.Distinct.class,
                        distinct -> assertThat(distinct.offered().filter()).isPresent());
    }
}
