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

    /** In FROM: the rows on the left whose value in a column also occurs on the right; NULL never does. */
    String among(String left, String right, String column);

    /** In FROM: the rows on the left that {@link #among} leaves out. */
    String notAmong(String left, String right, String column);

    /** In FROM: the rows on the left that meet a condition together with some row on the right. */
    String where(String left, String right, String condition);

    /** In FROM: the rows on the left that {@link #where} leaves out. */
    String whereNot(String left, String right, String condition);

    /** The list of a SELECT: all columns but these. */
    String allBut(List<String> columns);
}
