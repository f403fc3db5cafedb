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
 * @param origin whether it was kept from before, and how the accounts stand
 */
public record Answer(
        List<AnswerColumn> columns,
        List<AnswerRow> rows,
        List<ReleaseReport> releases,
        String epsilon,
        String delta,
        double confidence,
        AnswerOrigin origin) {
    public Answer {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        releases = List.copyOf(releases);
    }

    /** A new answer in a session without accounts. */
    public Answer(
            List<AnswerColumn> columns,
            List<AnswerRow> rows,
            List<ReleaseReport> releases,
            String epsilon,
            String delta,
            double confidence) {
        this(columns, rows, releases, epsilon, delta, confidence, AnswerOrigin.OWN);
    }

    /** This answer under other column names and with another origin. */
    Answer with(List<AnswerColumn> named, AnswerOrigin other) {
        return new Answer(named, rows, releases, epsilon, delta, confidence, other);
    }
}
