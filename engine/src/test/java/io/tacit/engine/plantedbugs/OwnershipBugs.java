package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.replay;
import static io.tacit.engine.plantedbugs.Hunter.tests;

import java.util.List;

/**
 * People in too many groups, in the wrong ones, or who are taken for others; groups that tell that somebody is there.
 */
final class OwnershipBugs {
    private static final String HASHED = "\" AS b FROM (SELECT *, \" + hash + \" AS h FROM \"";

    private static final String PLACE = "stages.place(List.of(\"u\"), \"u\", order, maxGroups)";

    private OwnershipBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        10,
                        "nobody's groups are limited",
                        List.of(Patch.engine("pushdown.LimitedGroups", "if (isProven()) {", "if (true) {")),
                        replay("")),
                new PlantedBug(
                        11,
                        "groups are limited for each person and group",
                        List.of(Patch.engine(
                                "pushdown.LimitedGroups",
                                PLACE,
                                "\"lag(u, \" + maxGroups + \") OVER (PARTITION BY u, \" + String.join(\", \","
                                        + " rows.keys()) + \" ORDER BY h)\"")),
                        replay("")),
                new PlantedBug(
                        12,
                        "which groups a person keeps depends on how many people there are",
                        List.of(Patch.engine(
                                "pushdown.LimitedGroups",
                                HASHED,
                                "\" AS b FROM (SELECT *, hash(COUNT(*) OVER (), u, \" + String.join(\", \","
                                        + " rows.keys()) + \") AS h FROM \"")),
                        replay("")),
                new PlantedBug(
                        23,
                        "rows of nobody are kept",
                        List.of(
                                Patch.engine(
                                        "pushdown.LimitedGroups", " WHERE u IS NOT NULL GROUP BY \"", " GROUP BY \""),
                                Patch.engine(
                                        "ownership.ScanOwner",
                                        "return LogicalFilter.create(project, present);",
                                        "return LogicalFilter.create(project, rex.makeLiteral(true));")),
                        tests("attack 14", "attack14")),
                new PlantedBug(
                        24,
                        "one person is two: 0.0 and -0.0",
                        List.of(
                                Patch.engine(
                                        "pushdown.LimitedGroups",
                                        "WHERE u IS NOT NULL GROUP BY \" + groups",
                                        "WHERE u IS NOT NULL GROUP BY CAST(u AS VARCHAR), \" + groups"),
                                Patch.engine(
                                        "pushdown.PersonColumns",
                                        "columns.add(canonical(plan.aggregation().unit()) + \" AS u\");",
                                        "columns.add(fields.apply(plan.aggregation().unit()) + \" AS u\");"),
                                Patch.engine(
                                        "backend.duckdb.TableView",
                                        "\") THEN \" + value + \" + CAST(0 AS DOUBLE) END\"",
                                        "\") THEN \" + value + \" END\"")),
                        tests("attack 20", "attack20PeopleOfEveryType")),
                new PlantedBug(
                        25,
                        "a public group in which nobody is has no row",
                        List.of(Patch.engine("pushdown.PushedDownSql", "\" AS g LEFT JOIN \"", "\" AS g JOIN \"")),
                        replay("LEFT JOIN p ON")),
                new PlantedBug(
                        25,
                        "the values of people's rows outside are public groups",
                        List.of(
                                Patch.engine(
                                        "ownership.OuterRows",
                                        ".map(table -> table.protection().isPublic())",
                                        ".map(table -> true)"),
                                Patch.engine(
                                        "ownership.CheckCut",
                                        "if (!mayBeRead && !(mayReadPeople && catalog.table(name).isPresent())) {",
                                        "if (!mayBeRead && catalog.table(name).isEmpty()) {")),
                        replay("FROM p b WHERE b.g = a.g")),
                new PlantedBug(
                        26,
                        "no people, no row",
                        List.of(Patch.engine(
                                "pushdown.PushedDownSql",
                                "rows.keys().stream().map(key -> \"t.\" + key).toList()) : \"\";",
                                "rows.keys().stream().map(key -> \"t.\" + key).toList()) : \" HAVING COUNT(*) > 0\";")),
                        tests("attack 10", "attack10")),
                new PlantedBug(
                        31,
                        "each set of a ROLLUP has a limit of its own",
                        List.of(Patch.engine(
                                "pushdown.LimitedGroups",
                                PLACE,
                                "\"lag(u, \" + maxGroups + \") OVER (PARTITION BY \""
                                        + " + rows.keys().get(rows.keys().size() - 1) + \" ORDER BY u, \""
                                        + " + String.join(\", \", order) + \")\"")),
                        replay("ROLLUP")),
                new PlantedBug(
                        35,
                        "ties let one person into more than C_u groups",
                        List.of(
                                Patch.engine(
                                        "pushdown.LimitedGroups",
                                        HASHED,
                                        "\" AS b FROM (SELECT *, \" + hash + \" % 4 AS h FROM \""),
                                Patch.engine(
                                        "pushdown.LimitedGroups",
                                        PLACE,
                                        "\"CASE WHEN rank() OVER (PARTITION BY u ORDER BY h) > \" + maxGroups"
                                                + " + \" THEN u END\"")),
                        replay("")),
                new PlantedBug(
                        43,
                        "the side of a right join that may be NULL is taken for the person",
                        List.of(Patch.engine(
                                "ownership.Lineage",
                                "(kind.generatesNullsOnLeft() ? perhaps : known).putAll(identifying);",
                                "known.putAll(identifying);")),
                        tests("attack 16", "attack16")),
                new PlantedBug(
                        44,
                        "texts keep the collation of the file's column, and a group shows some row's spelling",
                        List.of(
                                Patch.engine(
                                        "backend.duckdb.TableView",
                                        "\"(\" + value + \" COLLATE \\\"binary\\\")\"",
                                        "value"),
                                Patch.engine(
                                        "backend.duckdb.SafeColumns",
                                        "return \"TRY(decode(encode(\" + value + \")))\";",
                                        "return value;"),
                                Patch.engine(
                                        "dialect.duckdb.DuckDbKeys",
                                        "\"(\" + column + \") COLLATE \\\"binary\\\"\"",
                                        "column")),
                        replay("SELECT s, COUNT(*")),
                new PlantedBug(
                        44,
                        "a step of a person goes by the collation of the file's column",
                        List.of(
                                Patch.engine(
                                        "backend.duckdb.TableView",
                                        "\"(\" + value + \" COLLATE \\\"binary\\\")\"",
                                        "value"),
                                Patch.engine(
                                        "backend.duckdb.SafeColumns",
                                        "return \"TRY(decode(encode(\" + value + \")))\";",
                                        "return value;")),
                        replay("SELECT uid, s FROM p UNION")));
    }
}
