package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.replay;
import static io.tacit.engine.plantedbugs.Hunter.test;

import java.util.List;

/** Rows that are counted twice, that depend on the order of others, or that should not be there. */
final class RowBugs {
    private RowBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        58,
                        "leftovers count a group again that appears and has a NULL key",
                        List.of(Patch.engine(
                                "pushdown.PersonRows",
                                "dialect.keys().same(text, \"o.k\" + i, ColumnType.VARCHAR)",
                                "text + \" = o.k\" + i")),
                        test("session.LeftoversTest#shownGroupsAreNotCountedAgain")),
                new PlantedBug(
                        59,
                        "the order of rows decides which zero a set operation leaves",
                        List.of(Patch.engine(
                                "ownership.SetOperationOwners",
                                "keepsAll ? branch.relation() : withOneZero(branch.relation())",
                                "branch.relation()")),
                        test("session.SetOperationZeroTest#onlyOneZeroIsLeft")),
                new PlantedBug(
                        60,
                        "a NULL of a file stays in a column that is declared NOT NULL",
                        List.of(Patch.engine(
                                "backend.duckdb.TableView",
                                "if (!columns.get(i).nullable() && (!enforced ||",
                                "if (!columns.get(i).nullable() && (enforced ||")),
                        test("backend.duckdb.DeclaredNotNullTest#rowsWithANullAreLeftOut")),
                new PlantedBug(
                        63,
                        "people are told apart by texts that a cast has cut off",
                        List.of(Patch.engine(
                                "ownership.LosslessCast", "return isAsLong(from, to);", "return isAsLong(to, from);")),
                        test("ownership.LosslessCastTest#whatLosesNothingKeepsValuesApart")),
                new PlantedBug(
                        69,
                        "more rows of a person count than may count in all groups together",
                        List.of(Patch.engine("pushdown.LimitedGroups", "AS y WHERE b <= \"", "AS y WHERE b <= 1 + \"")),
                        replay("max_rows_contributed")),
                new PlantedBug(
                        70,
                        "a threshold for rows is made for one row of each person",
                        List.of(Patch.engine(
                                "release.Calibration", "new RowsThreshold(maxGroups()).hidden()", "BigInteger.ZERO")),
                        replay("max_rows_contributed")),
                new PlantedBug(
                        71,
                        "rows that may all be in one group have noise for as many groups",
                        List.of(Patch.engine(
                                "rewrite.ParametersOf",
                                "Optional.of(NoiseKind.LAPLACE), Optional.of(SelectionKind.LAPLACE_THRESHOLD),",
                                "Optional.of(NoiseKind.GAUSSIAN), Optional.of(SelectionKind.GAUSSIAN_THRESHOLD),")),
                        replay("max_rows_contributed")),
                new PlantedBug(
                        76,
                        "where several choices of rows share a limit, a person is counted once for each of two",
                        List.of(Patch.engine(
                                "pushdown.HistogramSql",
                                "if (plan.countsOthers(parameter)) {",
                                "if (parameter instanceof AutomaticParameter.MostRowsPerGroup most) { String rows"
                                        + " = columns.rows(most.counted().get(0)); extremes.add(extreme(\"MAX\", rows,"
                                        + " rows, extremes.size())); entries.add(ofEachPerson(byLargest(i), parameter,"
                                        + " source, extremes.size() - 1)); }"
                                        + " if (plan.countsOthers(parameter)) {")),
                        replay("CASE WHEN i > 1 THEN 1.0")),
                new PlantedBug(
                        133,
                        "people without chosen rows are counted by them, too, and by all their rows besides",
                        List.of(Patch.engine(
                                "pushdown.HistogramSql",
                                "rows.equals(columns.rows(RowCount.EVERY_ROW)) ? \"\"",
                                "rows.startsWith(\"n\") ? \"\"")),
                        replay("COUNT(i) FILTER (WHERE x > 1)")),
                new PlantedBug(
                        105,
                        "people with chosen rows are counted by all their rows besides",
                        List.of(Patch.engine(
                                "pushdown.HistogramSql",
                                "\"CASE WHEN MAX(\" + rows + \") > 0 THEN NULL ELSE MAX(\" + most + \") END AS q\"",
                                "\"MAX(\" + most + \") AS q\"")),
                        replay("COUNT(i) FILTER (WHERE x > 1)")),
                new PlantedBug(
                        110,
                        "rows that count for themselves are people by whom the number of rows is counted",
                        List.of(Patch.engine(
                                "pushdown.PushedDownSql",
                                "if (rows.countForThemselves()) { return SqlLayout.of(groups.allRows(",
                                "if (rows.countForThemselves() && dialect == null) { return"
                                        + " SqlLayout.of(groups.allRows(")),
                        replay("max_rows_contributed")),
                new PlantedBug(
                        111,
                        "where the number of rows is found, groups appear by that which was assumed",
                        List.of(Patch.engine(
                                "release.Calibration",
                                "new RowsThreshold(maxGroups()).hidden()",
                                "new RowsThreshold(plan.parameters().maxGroups()).hidden()")),
                        test("session.MissingRowsTest#theLimitIsFound")));
    }
}
