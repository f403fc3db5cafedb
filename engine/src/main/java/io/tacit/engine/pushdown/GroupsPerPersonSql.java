package io.tacit.engine.pushdown;

import io.tacit.engine.catalog.ColumnType;
import io.tacit.engine.dialect.Dialect;
import io.tacit.privacy.mechanism.AutomaticGroups;

/** Prints how many people are in how many groups, or have how many rows, by the bins of {@link AutomaticGroups}. */
final class GroupsPerPersonSql {
    private GroupsPerPersonSql() {}

    /** Columns b, the bin as text, and n, the number of people; only bins with people. Reads U. */
    static String of(PersonRows rows, AutomaticGroups bins) {
        return people(rows, bins, rows.names().contributions());
    }

    /** The same by the number of all rows of a person, before any limit. Reads all rows. */
    static String ofRows(PersonRows rows, AutomaticGroups bins) {
        return people(rows, bins, rows.names().allRows() + " WHERE u IS NOT NULL");
    }

    /** Each person once, by the number of rows of what is read. */
    private static String people(PersonRows rows, AutomaticGroups bins, String from) {
        Dialect dialect = rows.dialect();
        return "SELECT " + dialect.keys().text("x.b", ColumnType.BIGINT) + " AS b, "
                + dialect.wholeNumbers().of("COUNT(*)") + " AS n FROM (SELECT " + bin(bins)
                + " AS b FROM (SELECT COUNT(*) AS d FROM " + from
                + " GROUP BY u) AS p) AS x GROUP BY x.b";
    }

    private static String bin(AutomaticGroups bins) {
        int last = bins.size() - 1;
        if (last == 0) {
            return "0";
        }
        StringBuilder bin = new StringBuilder("CASE");
        for (int i = 0; i < last; i++) {
            bin.append(" WHEN d <= ")
                    .append(bins.edges().get(i))
                    .append(" THEN ")
                    .append(i);
        }
        return bin.append(" ELSE ").append(last).append(" END").toString();
    }
}
