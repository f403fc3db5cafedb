package io.tacit.engine.session;

import java.util.List;

/**
 * The answer to a query.
 *
 * @param columns its columns
 * @param rows its rows, in the query's order or else in key order
 * @param releases the private releases it was made from; empty for a query over public tables only
 * @param epsilon what the query spent in all, as an exact decimal
 * @param delta what the query spent in all, as an exact decimal
 * @param confidence of the intervals, such as 0.95
 */
public record Answer(
        List<AnswerColumn> columns,
        List<AnswerRow> rows,
        List<ReleaseReport> releases,
        String epsilon,
        String delta,
        double confidence) {
    public Answer {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        releases = List.copyOf(releases);
    }
}
