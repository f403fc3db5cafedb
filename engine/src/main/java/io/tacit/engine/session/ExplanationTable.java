package io.tacit.engine.session;

import io.tacit.engine.catalog.ColumnType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An explanation as the rows that {@code EXPLAIN PRIVACY …} returns. */
final class ExplanationTable {
    private static final List<AnswerColumn> COLUMNS = List.of(
            new AnswerColumn("column", ColumnType.VARCHAR, false),
            new AnswerColumn("aggregate", ColumnType.VARCHAR, false),
            new AnswerColumn("bounds", ColumnType.VARCHAR, false),
            new AnswerColumn("bounds_origin", ColumnType.VARCHAR, false),
            new AnswerColumn("noise", ColumnType.VARCHAR, false),
            new AnswerColumn("scale", ColumnType.DOUBLE, false),
            new AnswerColumn("plus_minus", ColumnType.DOUBLE, false),
            new AnswerColumn("epsilon", ColumnType.VARCHAR, false),
            new AnswerColumn("delta", ColumnType.VARCHAR, false),
            new AnswerColumn("selection", ColumnType.VARCHAR, false),
            new AnswerColumn("threshold", ColumnType.BIGINT, false),
            new AnswerColumn("half_appear_at", ColumnType.BIGINT, false),
            new AnswerColumn("plans", ColumnType.VARCHAR, false),
            new AnswerColumn("note", ColumnType.VARCHAR, false));

    private ExplanationTable() {}

    static Answer of(Explanation explanation) {
        List<AnswerRow> rows = new ArrayList<>();
        for (ReleaseReport release : explanation.releases()) {
            for (AggregateReport aggregate : release.aggregates()) {
                List<@Nullable Object> values = new ArrayList<>();
                Collections.addAll(
                        values,
                        aggregate.column(),
                        aggregate.function(),
                        aggregate.bounds(),
                        aggregate.boundsOrigin(),
                        aggregate.noise(),
                        aggregate.scale(),
                        aggregate.expectedPlusMinus(),
                        release.epsilon(),
                        release.delta(),
                        release.selection(),
                        release.threshold(),
                        release.typicalGroupSize(),
                        release.choice(),
                        aggregate.note());
                rows.add(new AnswerRow(values, Collections.nCopies(COLUMNS.size(), null)));
            }
        }
        return new Answer(COLUMNS, rows, List.of(), "0", "0", explanation.confidence());
    }
}
