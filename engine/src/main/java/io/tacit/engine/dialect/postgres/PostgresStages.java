package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.StageSql;
import java.util.List;

/** Stages in PostgreSQL, which plans EXISTS as a semi join. */
final class PostgresStages implements StageSql {
    @Override
    public String stage(String name, String query, boolean inPlace) {
        return name + (inPlace ? " AS NOT MATERIALIZED (" : " AS (") + query + ")";
    }

    @Override
    public String where(String left, String right, String condition) {
        return left + " WHERE EXISTS (SELECT 1 FROM " + right + " WHERE " + condition + ")";
    }

    @Override
    public String whereNot(String left, String right, String condition) {
        return left + " WHERE NOT EXISTS (SELECT 1 FROM " + right + " WHERE " + condition + ")";
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
        return String.join(", ", kept);
    }
}
