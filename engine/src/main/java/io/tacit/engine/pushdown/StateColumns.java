package io.tacit.engine.pushdown;

import io.tacit.engine.rewrite.ValueColumn;
import java.util.Optional;

/**
 * All that the stages of a pushed-down query must hold for one state.
 *
 * @param sum the state itself, from the columns of T and of its own stage; NULL where nobody is
 * @param plainSum values whose plain sum per person and group it reads: each 128-bit sum costs, so that U has only
 *     those that are read
 * @param clampedRows a column of U that only this state reads: a sum over clamped rows
 * @param stage a stage beside T that only this state reads
 */
record StateColumns(String sum, Optional<ValueColumn> plainSum, Optional<String> clampedRows, Optional<Stage> stage) {
    /**
     * A stage with at most one row for each group, to be joined to T by the keys.
     *
     * @param comment what a row of it is
     * @param name of the expression
     * @param alias under which it is joined
     * @param query its rows
     */
    record Stage(String comment, String name, String alias, String query) {}

    /** A state that needs nothing but T's counts. */
    static StateColumns ofCounts(String sum) {
        return new StateColumns(sum, Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** A state made of plain sums. */
    static StateColumns ofSums(String sum, ValueColumn plainSum) {
        return new StateColumns(sum, Optional.of(plainSum), Optional.empty(), Optional.empty());
    }

    /** A state that needs a sum of its own. */
    static StateColumns ofRows(String sum, String clampedRows) {
        return new StateColumns(sum, Optional.empty(), Optional.of(clampedRows), Optional.empty());
    }

    /** A state that needs a stage of its own. */
    static StateColumns ofStage(String sum, Stage stage) {
        return new StateColumns(sum, Optional.empty(), Optional.empty(), Optional.of(stage));
    }
}
