package io.tacit.engine.plantedbugs;

import static io.tacit.engine.plantedbugs.Hunter.replay;

import java.util.List;

/** People who have more rows or groups than was taken for proven. */
final class StructureBugs {
    private StructureBugs() {}

    static List<PlantedBug> all() {
        return List.of(
                new PlantedBug(
                        46,
                        "a join that multiplies rows is taken for one that does not",
                        List.of(Patch.engine(
                                "structure.RowsOf",
                                "case INNER -> ofLeft.times(rightOfEach).and(ofRight.times(leftOfEach));",
                                "case INNER -> ofLeft;")),
                        replay("q.m IS NOT NULL OR")),
                new PlantedBug(
                        47,
                        "UNION ALL is taken for one of its branches",
                        List.of(Patch.engine(
                                "structure.RowsOf",
                                "rows = rows.plus(facts.rows(input, fixed));",
                                "rows = rows.or(facts.rows(input, fixed));")),
                        replay("UNION ALL SELECT uid, MIN(i)")),
                new PlantedBug(
                        48,
                        "what an owner declares unique is taken for proven",
                        List.of(Patch.engine(
                                "pushdown.PersonRows",
                                "return plan.structure().provenRows();",
                                "return plan.structure().rows();")),
                        replay("FROM once GROUP BY")),
                new PlantedBug(
                        49,
                        "ranks, which tie, are taken for numbers of rows",
                        List.of(Patch.engine(
                                "structure.RowsOf",
                                "over.getAggOperator().getKind() == SqlKind.ROW_NUMBER",
                                "over.getAggOperator().getKind() != SqlKind.LAG")),
                        replay("RANK() OVER (PARTITION BY uid ORDER BY x > 0)")));
    }
}
