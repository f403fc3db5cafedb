package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.AggregateSql;
import io.tacit.engine.dialect.ArraySql;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.FloatingSums;
import io.tacit.engine.dialect.KeySql;
import io.tacit.engine.dialect.LiteralSql;
import io.tacit.engine.dialect.ScalarPrinters;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StageSql;
import io.tacit.engine.dialect.StandardWindows;
import io.tacit.engine.dialect.TypeSql;
import io.tacit.engine.dialect.WholeNumberSql;
import io.tacit.engine.dialect.WindowSql;
import io.tacit.engine.sql.RedrawnFunction;
import java.util.EnumSet;
import java.util.Set;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;

/** The dialect of Spark 4, in which people's rows are read. It writes no text over released rows. */
public final class SparkDialect implements Dialect {
    /** The only one: it has no settings. */
    public static final Dialect DIALECT = new SparkDialect();

    private static final TypeSql TYPES = new SparkTypes();
    private static final LiteralSql LITERALS = new SparkLiterals();
    private static final ScalarPrinters SCALARS = new ScalarPrinters(new SparkScalars());
    private static final AggregateSql AGGREGATES = new SparkAggregates();
    private static final WholeNumberSql WHOLE_NUMBERS = new SparkWholeNumbers();
    private static final KeySql KEYS = new SparkKeys();
    private static final StageSql STAGES = new SparkStages();

    private SparkDialect() {}

    @Override
    public TypeSql types() {
        return TYPES;
    }

    @Override
    public LiteralSql literals() {
        return LITERALS;
    }

    @Override
    public ScalarPrinters scalars() {
        return SCALARS;
    }

    @Override
    public AggregateSql aggregates(FloatingSums sums) {
        return AGGREGATES;
    }

    @Override
    public WindowSql windows() {
        return Windows::print;
    }

    @Override
    public ArraySql arrays() {
        return new Arrays();
    }

    @Override
    public WholeNumberSql wholeNumbers() {
        return WHOLE_NUMBERS;
    }

    @Override
    public KeySql keys() {
        return KEYS;
    }

    @Override
    public StageSql stages() {
        return STAGES;
    }

    /** Window functions but those whose sums of DOUBLE may depend on the order of rows, and DISTINCT. */
    private static final class Windows {
        private static final Set<SqlKind> LACKING =
                EnumSet.of(SqlKind.VAR_POP, SqlKind.VAR_SAMP, SqlKind.STDDEV_POP, SqlKind.STDDEV_SAMP);

        private Windows() {}

        static String print(ScalarToSql scalars, RexOver over) {
            SqlKind kind = over.getAggOperator().getKind();
            if (LACKING.contains(kind) || over.isDistinct()) {
                throw Lacking.aggregate(kind.name() + (over.isDistinct() ? "(DISTINCT …)" : "") + " with a window");
            }
            return StandardWindows.print(scalars, over);
        }
    }

    /** Arrays are lacking; redrawn values stand in what is left of a query only, which is DuckDB's. */
    private static final class Arrays implements ArraySql {
        @Override
        public String unnest(Uncollect uncollect, String array, String from) {
            throw Lacking.function("UNNEST");
        }

        @Override
        public String redrawn(ScalarToSql scalars, RexCall call, RedrawnFunction function) {
            throw Lacking.function(function.name());
        }
    }
}
