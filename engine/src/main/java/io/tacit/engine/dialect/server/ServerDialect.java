package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.AggregateSql;
import io.tacit.engine.dialect.ArraySql;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.FloatingSums;
import io.tacit.engine.dialect.KeySql;
import io.tacit.engine.dialect.LiteralSql;
import io.tacit.engine.dialect.ScalarPrinters;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StageSql;
import io.tacit.engine.dialect.WholeNumberSql;
import io.tacit.engine.dialect.WindowSql;
import io.tacit.engine.sql.RedrawnFunction;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rex.RexCall;

/**
 * The dialect of a server, in which people's rows are read. It writes no text over released rows.
 *
 * @param types its types
 * @param literals constants and names
 * @param scalars scalar functions
 * @param aggregates which add floating numbers in one way, whatever is asked for
 * @param windows window functions
 * @param wholeNumbers whole numbers of 128 bits
 * @param keys people, keys and counted values
 * @param stages of pushed-down queries
 */
public record ServerDialect(
        ServerTypes types,
        LiteralSql literals,
        ScalarPrinters scalars,
        AggregateSql aggregates,
        WindowSql windows,
        WholeNumberSql wholeNumbers,
        KeySql keys,
        StageSql stages)
        implements Dialect {
    @Override
    public AggregateSql aggregates(FloatingSums sums) {
        return aggregates;
    }

    @Override
    public ArraySql arrays() {
        return new NoArrays(types.lacking());
    }

    /** Arrays are lacking; redrawn values stand in what is left of a query only, which is DuckDB's. */
    private record NoArrays(Lacking lacking) implements ArraySql {
        @Override
        public String unnest(Uncollect uncollect, String array, String from) {
            throw lacking.function("UNNEST");
        }

        @Override
        public String redrawn(ScalarToSql scalars, RexCall call, RedrawnFunction function) {
            throw lacking.function(function.name());
        }
    }
}
