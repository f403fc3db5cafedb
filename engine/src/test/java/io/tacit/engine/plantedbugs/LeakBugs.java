package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.replay;
import static io.tacit.engine.plantedbugs.Hunter.test;
import static io.tacit.engine.plantedbugs.Hunter.tests;

import java.util.List;

/** Exact values that find another way out. */
final class LeakBugs {
    private LeakBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        21,
                        "AVG divides by the true number",
                        List.of(Patch.engine(
                                "release.MeasureGroups",
                                "if (selection.keeps(group.integers[0], noisy, group.people(query))) {",
                                """
                                boolean kept = selection.keeps(group.integers[0], noisy, group.people(query));
                                var plan = calibration.plan();
                                plan.outputs().stream()
                                        .filter(output -> output.function() == io.tacit.engine.sql.AggregateFunction.AVG)
                                        .forEach(output -> noisy.states()[plan.states().indexOf(output.states().get(0))] =
                                                group.integers[1 + plan.states().indexOf(output.states().get(0))]);
                                if (kept) {\
                                """)),
                        replay("AVG(")),
                new PlantedBug(
                        30,
                        "a query that fails is not charged",
                        List.of(
                                Patch.engine(
                                        "session.TacitSession",
                                        "origin = asked.charge(query);",
                                        "origin = AnswerOrigin.OWN;"),
                                Patch.engine(
                                        "session.TacitSession",
                                        "answer = time.limit(() -> run.run(query, confidence, redraws, released::add));",
                                        "answer = time.limit(() -> run.run(query, confidence, redraws, released::add));"
                                                + " asked.charge(query);")),
                        tests("attack 23", "attack23AFailure")),
                new PlantedBug(
                        32,
                        "groups come in the order in which they were found",
                        List.of(
                                Patch.engine(
                                        "answer.Sandbox",
                                        "beside.select(ARRIVING) + order(keyCount));",
                                        "beside.select(ARRIVING));"),
                                Patch.engine(
                                        "release.MeasureGroups",
                                        "rows.sort(Comparator.comparing(Row::keys, KEYS));",
                                        "")),
                        replay("")),
                new PlantedBug(
                        40,
                        "the report says how many groups are hidden",
                        List.of(
                                Patch.engine(
                                        "release.ReleaseRows",
                                        "private boolean fills;",
                                        "public static int hidden; private boolean fills;"),
                                Patch.engine(
                                        "release.MeasureGroups",
                                        "List<Row> rows = new ArrayList<>();",
                                        "ReleaseRows.hidden = 0; List<Row> rows = new ArrayList<>();"),
                                Patch.engine(
                                        "release.MeasureGroups",
                                        "noisy, chosen)); }",
                                        "noisy, chosen)); } else {" + " ReleaseRows.hidden++; }"),
                                Patch.engine(
                                        "session.ReleaseReports",
                                        "plan.spelling().name(),",
                                        "plan.spelling().name() + io.tacit.engine.release.ReleaseRows.hidden,")),
                        replay("")),
                new PlantedBug(
                        41,
                        "C_u is chosen by how many groups the table has",
                        List.of(
                                Patch.engine(
                                        "release.ReleaseRows",
                                        "calibration = calibration.withMaxGroups(CountGroups",
                                        """
                                        CountGroups.groups = 0;
                                        backend.run(planned.states(ResolvedLimits.placeholders(
                                                calibration.plan().automatic())),
                                                calibration.plan().keys().size(), 1 + calibration.plan().states().size(),
                                                (keys, integers) -> CountGroups.groups++);
                                        calibration = calibration.withMaxGroups(CountGroups\
                                        """),
                                Patch.engine(
                                        "release.CountGroups",
                                        "private CountGroups() {}",
                                        "static long groups; private CountGroups() {}"),
                                Patch.engine(
                                        "release.CountGroups",
                                        ".orElse(calibration.maxGroups());",
                                        ".orElse(Math.max(1, groups));")),
                        replay("AUTO")),
                new PlantedBug(
                        64,
                        "A person is counted in the bin of each of their numbers of groups",
                        List.of(Patch.engine(
                                "pushdown.GroupsPerPersonSql",
                                "from + \" GROUP BY u) AS p) AS x GROUP BY x.b\";",
                                "from + \" GROUP BY u, k0) AS p) AS x GROUP BY x.b\";")),
                        replay("AUTO")),
                new PlantedBug(
                        65,
                        "People are counted by their groups with a third of the noise",
                        List.of(Patch.engine(
                                "release.CountGroups",
                                "AutomaticGroups.noise(epsilon)",
                                "AutomaticGroups.noise(new"
                                        + " Epsilon(epsilon.value().times(io.tacit.privacy.number.Rational.of(3))))")),
                        replay("AUTO")),
                new PlantedBug(
                        66,
                        "totals are made consistent from exact numbers",
                        List.of(Patch.engine(
                                "release.MeasureGroups",
                                "outputs.row(group.keys, noisy, chosen), noisy, chosen));",
                                "outputs.row(group.keys, noisy, chosen), states.noisy(states.drawn().stream().map(one"
                                        + " -> one.exact(group.integers)).toArray(BigInteger[]::new)), chosen));")),
                        test("session.ConsistentTotalsInAnswersTest#totalsAreTheSumOfTheirParts")),
                new PlantedBug(
                        66,
                        "totals are made consistent where a person is in several groups of one set",
                        List.of(Patch.engine(
                                "rewrite.ConsistentSets",
                                "groups.isEmpty() || groups.getAsLong() > sets",
                                "groups.isEmpty()")),
                        test("session.WhenTotalsAreConsistentTest"
                                + "#withSeveralRowsOfAPersonLimitsCutPartsAndTotalsDifferently")),
                new PlantedBug(
                        75,
                        "where hashes tie, the order of rows decides which groups a person keeps, on Spark",
                        List.of(Patch.engine(
                                "dialect.spark.SparkStages",
                                "\" ORDER BY \" + String.join(\", \", order)",
                                "\" ORDER BY \" + order.get(0)")),
                        test("dialect.StagesOfEnginesTest#tiesAreBrokenByAllKeys")),
                new PlantedBug(
                        75,
                        "a key has the collation of the server's column, on PostgreSQL",
                        List.of(Patch.engine(
                                "dialect.postgres.PostgresKeys",
                                "case VARCHAR -> \"(\" + column + \") COLLATE \\\"C\\\"\";",
                                "case VARCHAR -> \"(\" + column + \")\";")),
                        test("dialect.StagesOfEnginesTest#keysHaveTheCollationOfBytes")));
    }
}
