package io.tacit.engine.dialect;

import java.util.List;

/** The stages of a pushed-down query: what an engine writes for them beside plain SELECT, JOIN and GROUP BY. */
public interface StageSql {
    /**
     * A common table expression, for WITH.
     *
     * @param inPlace whether the engine computes it where it is read, also where it is read twice; else it may keep it
     */
    String stage(String name, String query, boolean inPlace);

    /**
     * In FROM: the rows on the left for which the right has one with the same value in the column, which is not NULL.
     */
    String among(String left, String right, String column);

    /** In FROM: the other rows. */
    String notAmong(String left, String right, String column);

    /** In FROM: the rows on the left for which the right has one that meets a condition. */
    String where(String left, String right, String condition);

    /** In FROM: the other rows. */
    String whereNot(String left, String right, String condition);

    /** The list of a SELECT: all columns but these. */
    String allBut(List<String> columns);
}
