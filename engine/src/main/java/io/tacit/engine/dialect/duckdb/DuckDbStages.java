package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.StageSql;
import java.util.List;

/** Stages in DuckDB, which has semi and anti joins of its own. */
final class DuckDbStages implements StageSql {
    @Override
    public String stage(String name, String query, boolean inPlace) {
        return name + (inPlace ? " AS NOT MATERIALIZED (" : " AS (") + query + ")";
    }

    @Override
    public String among(String left, String right, String column) {
        return left + " SEMI JOIN " + right + " USING (" + column + ")";
    }

    @Override
    public String notAmong(String left, String right, String column) {
        return left + " ANTI JOIN " + right + " USING (" + column + ")";
    }

    @Override
    public String where(String left, String right, String condition) {
        return left + " SEMI JOIN " + right + " ON " + condition;
    }

    @Override
    public String whereNot(String left, String right, String condition) {
        return left + " ANTI JOIN " + right + " ON " + condition;
    }

    /** The row so many places back in one order of all is another's exactly for the first rows of each. */
    @Override
    public String place(List<String> each, String one, List<String> order, long most) {
        return "lag(" + one + ", " + most + ") OVER (ORDER BY " + String.join(", ", each) + ", "
                + String.join(", ", order) + ")";
    }

    @Override
    public String isFirst(String one, long most) {
        return "b IS DISTINCT FROM " + one;
    }

    /** An order of all people costs more than a look at how many rows each has. */
    @Override
    public boolean looksAgain() {
        return true;
    }

    @Override
    public String allBut(List<String> kept, List<String> dropped) {
        return "* EXCLUDE (" + String.join(", ", dropped) + ")";
    }
}
