package io.tacit.engine.audit;

import io.tacit.engine.catalog.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Queries of the tester that are asked of the same tables.
 *
 * @param tables made up
 * @param queries all that the engine accepts over them
 */
public record BuiltInQuestions(List<Table> tables, List<String> queries) {
    /** All of the tester's queries. */
    public static List<BuiltInQuestions> all() {
        List<BuiltInQuestions> all = new ArrayList<>();
        for (BuiltInTables.Unit unit : BuiltInTables.Unit.values()) {
            all.add(new BuiltInQuestions(BuiltInTables.of(unit), ReplayRuns.queries(unit)));
        }
        return all;
    }
}
