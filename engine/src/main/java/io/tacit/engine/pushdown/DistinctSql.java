package io.tacit.engine.pushdown;

import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.StageSql;
import io.tacit.engine.rewrite.DistinctColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints how many different values the people of each group offer ({@code
 * docs/design/privacy.md#countdistinct-x}).
 *
 * <p>In each of the groups that T left to a person, the person offers at most k different values: the first k by a hash
 * of person and value, then by the value, which is strict however hashes tie. The row k places back in one order by
 * person and group is another person's or another group's exactly for those. Adding or removing a person changes the
 * number of different values over all offers by at most k in each of at most C_u groups.
 */
final class DistinctSql {
    private DistinctSql() {}

    /**
     * The columns and the stage that a state of different values needs.
     *
     * @param state its index among the plan's states
     * @param most k
     */
    static StateColumns columns(PersonRows rows, DistinctColumn offered, int state, long most) {
        String alias = "d" + state;
        StateColumns.Stage stage = new StateColumns.Stage(
                "different values in each group, at most " + most + " of each person",
                rows.names().of("distinct" + state),
                alias,
                query(rows, offered, most));
        // One row of it for each group, so that the largest is the one.
        return StateColumns.ofStage("MAX(" + alias + ".n)", stage);
    }

    /** The query for the keys and the number {@code n} of each group that has any value. */
    private static String query(PersonRows rows, DistinctColumn offered, long most) {
        String keys = rows.keys().isEmpty() ? "" : String.join(", ", rows.keys()) + ", ";
        String value = PersonRows.field(offered.field());
        String offers = "SELECT DISTINCT u, " + keys + value + " AS x FROM "
                + rows.names().rows() + " WHERE u IS NOT NULL AND " + value + " IS NOT NULL"
                + PersonRows.where(offered.filter());
        Dialect dialect = rows.dialect();
        String hash = dialect.keys().hash(LimitedGroups.SALT, List.of("o.u", "o.x"));
        String inT = dialect.stages()
                .where(
                        "(" + offers + ") AS o",
                        rows.names().limited() + " AS t",
                        "o.u = t.u" + rows.sameKeys("o", "t"));
        String kept = "SELECT o.*, " + hash + " AS h FROM " + inT;
        String group = rows.keys().isEmpty() ? "" : " GROUP BY " + String.join(", ", rows.keys());
        List<String> unit = new ArrayList<>(List.of("u"));
        unit.addAll(rows.keys());
        String person = dialect.keys().together(unit);
        StageSql stages = dialect.stages();
        String place = stages.place(unit, person, List.of("h", "x"), most);
        String ranked = "SELECT *, " + person + " AS w, " + place + " AS b FROM (" + kept + ") AS q";
        return "SELECT " + keys + "COUNT(DISTINCT x) AS n FROM (" + ranked + ") AS v WHERE " + stages.isFirst("w", most)
                + group;
    }

    /** The column of U that counts a person's different values, so that their number can be limited. */
    static String perPerson(DistinctColumn offered) {
        return "COUNT(DISTINCT " + PersonRows.field(offered.field()) + ")" + PersonRows.filter(offered.filter());
    }
}
