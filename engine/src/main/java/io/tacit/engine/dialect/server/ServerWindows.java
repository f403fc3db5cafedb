package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StandardWindows;
import io.tacit.engine.dialect.WindowSql;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;

/**
 * Window functions but those whose sums of DOUBLE may depend on the order of rows, and DISTINCT.
 *
 * @param lacking how the server refuses what it has not
 * @param others which of them the server lacks, too
 */
public record ServerWindows(Lacking lacking, Predicate<RexOver> others) implements WindowSql {
    private static final Set<SqlKind> LACKING =
            EnumSet.of(SqlKind.VAR_POP, SqlKind.VAR_SAMP, SqlKind.STDDEV_POP, SqlKind.STDDEV_SAMP);

    @Override
    public String print(ScalarToSql scalars, RexOver over) {
        SqlKind kind = over.getAggOperator().getKind();
        if (LACKING.contains(kind) || over.isDistinct() || others.test(over)) {
            throw lacking.aggregate(kind.name() + (over.isDistinct() ? "(DISTINCT …)" : "") + " with a window");
        }
        return StandardWindows.print(scalars, over);
    }
}
