package io.tacit.engine.sql;

import java.util.List;
import org.apache.calcite.sql.SqlOperator;

/** The operators that a query may use to compute a value from one row, for tests of other packages. */
public final class ScalarOperators {
    private ScalarOperators() {}

    /** All of them. */
    public static List<SqlOperator> all() {
        return KnownOperators.scalar();
    }
}
