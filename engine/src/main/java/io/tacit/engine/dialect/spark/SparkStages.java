package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.StageSql;
import java.util.List;

/**
 * Stages in Spark. A window over all rows would go to one task, so that each person has a window of their own, of whose
 * rows Spark keeps only the first ones while it sorts.
 */
final class SparkStages implements StageSql {
    @Override
    public String stage(String name, String query, boolean inPlace) {
        return name + " AS (" + query + ")";
    }

    @Override
    public String where(String left, String right, String condition) {
        return left + " LEFT SEMI JOIN " + right + " ON " + condition;
    }

    @Override
    public String whereNot(String left, String right, String condition) {
        return left + " LEFT ANTI JOIN " + right + " ON " + condition;
    }

    @Override
    public String place(List<String> each, String one, List<String> order, long most) {
        return "row_number() OVER (PARTITION BY " + String.join(", ", each) + " ORDER BY " + String.join(", ", order)
                + ")";
    }

    @Override
    public String isFirst(String one, long most) {
        return "b <= " + most;
    }

    @Override
    public boolean knowsAny() {
        return false;
    }

    /** Spark finds rows with a join, which is true or false. */
    @Override
    public boolean saysUnknown() {
        return false;
    }

    /** A look at how many rows each has would compute all contributions three times. */
    @Override
    public boolean looksAgain() {
        return false;
    }

    @Override
    public String allBut(List<String> kept, List<String> dropped) {
        return String.join(", ", kept);
    }
}
