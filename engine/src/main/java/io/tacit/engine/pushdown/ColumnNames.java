package io.tacit.engine.pushdown;

import io.tacit.engine.rewrite.DistinctColumn;
import io.tacit.engine.rewrite.ReleasePlan;
import io.tacit.engine.rewrite.RowCount;
import io.tacit.engine.rewrite.ValueColumn;

/**
 * The names of the columns of U and T: a letter for what a column holds, and its number in the plan.
 *
 * @param plan of the release
 */
record ColumnNames(ReleasePlan plan) {
    /** A number of rows. */
    String rows(RowCount counted) {
        return "n" + plan.counted().indexOf(counted);
    }

    /** A number of different values. */
    String different(DistinctColumn offered) {
        return "d" + plan.offered().indexOf(offered);
    }

    /** A sum. */
    String sum(ValueColumn summed) {
        return "s" + number(summed);
    }

    /** A person's smallest value in a group. */
    String smallest(ValueColumn summed) {
        return "a" + number(summed);
    }

    /** A person's largest value in a group. */
    String largest(ValueColumn summed) {
        return "z" + number(summed);
    }

    private int number(ValueColumn summed) {
        return plan.summed().indexOf(summed);
    }
}
