package io.tacit.engine.pushdown;

import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.StageSql;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints U and T as common table expressions: one row for each person and group, at most C_u of them for each person.
 *
 * <p>T looks C_u places back in one order by person: the row there is another person's exactly for the first C_u rows
 * of a person, however hashes tie. The order within a person is by a hash of person and keys, then by the keys, so it
 * is a function of that person's rows alone. No random choice is needed for privacy.
 */
final class LimitedGroups {
    /** The salt that sets the hashes of pushed-down queries apart from others. */
    static final String SALT = "tacit";

    private static final String NAMED = " AS ";

    private final Dialect dialect;
    private final StageNames names;
    private final PersonRows rows;
    private final long maxGroups;

    /**
     * @param rows of the release
     * @param maxGroups C_u
     */
    LimitedGroups(PersonRows rows, long maxGroups) {
        this.dialect = rows.dialect();
        this.names = rows.names();
        this.rows = rows;
        this.maxGroups = maxGroups;
    }

    /**
     * All stages up to T.
     *
     * @param columns what U adds up for each person and group
     */
    Stages stages(List<String> columns) {
        Stages perUser = perUser(columns);
        if (rows.countForThemselves()) {
            return perUser.with("each row is in one group", names.limited(), all());
        }
        if (isProven()) {
            // What is proven of any data needs no enforcing; what the owner declares does.
            return perUser.with("no person has more rows than groups that count", names.limited(), all());
        }
        if (rows.keys().isEmpty()) {
            return perUser.with("each person is in the one group that there is", names.limited(), all());
        }
        return !dialect.stages().looksAgain()
                ? perUser.with("at most " + maxGroups + " groups of each person", names.limited(), first(columns))
                : perUser.with("people in more than " + maxGroups + " groups", names.inMoreGroups(), inMoreGroups())
                        .with("at most " + maxGroups + " groups of each person", names.limited(), limited(columns));
    }

    /** All stages up to T, which is all of U: C_u is not known yet. */
    Stages unlimited(List<String> columns) {
        return perUser(columns).with("all groups of each person", names.limited(), all());
    }

    /** The stages up to U. */
    Stages perUser(List<String> columns) {
        List<String> all = new ArrayList<>();
        all.add("u");
        all.addAll(rows.keys());
        String groups = String.join(", ", all);
        all.addAll(columns);
        String perUser = "SELECT " + String.join(", ", all) + " FROM " + names.rows() + " WHERE u IS NOT NULL GROUP BY "
                + groups;
        String meaning = rows.keys().isEmpty()
                ? "u is the person, c0, c1, ... are values"
                : "u is the person, k0, k1, ... are the group, c0, c1, ... are values";
        Stages counted = rows.countForThemselves()
                ? allRows(meaning)
                        .with(
                                "at most " + maxGroups + " rows of each person; u is the row from here on",
                                names.rows(),
                                firstRows())
                : Stages.none(dialect.stages()).inPlace("the rows of people: " + meaning, names.rows(), rows.sql());
        return counted.with(
                "one row for each person and group, with whole numbers added up", names.contributions(), perUser);
    }

    /** The stages up to all rows of people, of whom each is still one person. */
    Stages allRows(String meaning) {
        return Stages.none(dialect.stages()).inPlace("the rows of people: " + meaning, names.allRows(), rows.sql());
    }

    /**
     * At most so many rows of each person, each under a name of its own. Their order is by a hash of all that is read of a
     * row, then by that itself: a function of the person's rows alone, but for rows that are alike in all of it, of which
     * it does not matter which is taken.
     */
    private String firstRows() {
        List<String> columns = rows.columns();
        List<String> all = new ArrayList<>(List.of("u"));
        all.addAll(columns);
        List<String> order = new ArrayList<>(List.of("h"));
        order.addAll(columns);
        String ordered = "SELECT *, row_number() OVER (PARTITION BY u ORDER BY " + String.join(", ", order)
                + ") AS b FROM (SELECT *, " + dialect.keys().hash(SALT, all) + " AS h FROM " + names.allRows()
                + " WHERE u IS NOT NULL) AS x";
        List<String> kept = new ArrayList<>(List.of(dialect.keys().together(List.of("u", "b")) + " AS u"));
        kept.addAll(columns);
        return "SELECT " + String.join(", ", kept) + " FROM (" + ordered + ") AS y WHERE b <= " + maxGroups;
    }

    /**
     * Whether no person can be in more than C_u groups, whatever the data: no person is in more groups than it has
     * rows.
     */
    private boolean isProven() {
        return rows.provenRows().orElse(Long.MAX_VALUE) <= maxGroups
                && !rows.keys().isEmpty();
    }

    /** T if no group is dropped: all of U. */
    private String all() {
        return "SELECT * FROM " + names.contributions();
    }

    /** T with at most C_u groups of each person. */
    private String limited(List<String> columns) {
        StageSql stages = dialect.stages();
        return "SELECT * FROM " + stages.notAmong(names.contributions(), names.inMoreGroups(), "u") + " UNION ALL "
                + first(stages.among(names.contributions(), names.inMoreGroups(), "u"), columns);
    }

    /** T with at most C_u groups of each person, each of whom is looked at. */
    private String first(List<String> columns) {
        return first(names.contributions(), columns);
    }

    private String first(String from, List<String> columns) {
        StageSql stages = dialect.stages();
        String hash = dialect.keys().hash(SALT, unit());
        List<String> order = new ArrayList<>(List.of("h"));
        order.addAll(rows.keys());
        String ordered = "SELECT *, " + stages.place(List.of("u"), "u", order, maxGroups) + " AS b FROM (SELECT *, "
                + hash + " AS h FROM " + from + ") AS x";
        return "SELECT " + stages.allBut(namesOf(unit(), columns), List.of("h", "b")) + " FROM (" + ordered
                + ") AS y WHERE " + stages.isFirst("u", maxGroups);
    }

    /** Person and group. */
    private List<String> unit() {
        List<String> unit = new ArrayList<>(List.of("u"));
        unit.addAll(rows.keys());
        return unit;
    }

    /** The names of the columns of U. */
    private static List<String> namesOf(List<String> unit, List<String> columns) {
        List<String> all = new ArrayList<>(unit);
        columns.forEach(column -> all.add(column.substring(column.lastIndexOf(NAMED) + NAMED.length())));
        return all;
    }

    /** M: people in more than C_u groups; nobody else needs to be looked at again. */
    private String inMoreGroups() {
        return "SELECT u FROM " + names.contributions() + " GROUP BY u HAVING COUNT(*) > " + maxGroups;
    }
}
