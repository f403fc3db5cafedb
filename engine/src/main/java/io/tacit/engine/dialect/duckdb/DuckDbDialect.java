package io.tacit.engine.dialect.duckdb;

import io.tacit.engine.dialect.AggregateSql;
import io.tacit.engine.dialect.ArraySql;
import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.FloatingSums;
import io.tacit.engine.dialect.KeySql;
import io.tacit.engine.dialect.LiteralSql;
import io.tacit.engine.dialect.ScalarPrinters;
import io.tacit.engine.dialect.ScalarToSql;
import io.tacit.engine.dialect.StageSql;
import io.tacit.engine.dialect.StandardTypes;
import io.tacit.engine.dialect.StandardWindows;
import io.tacit.engine.dialect.TypeSql;
import io.tacit.engine.dialect.WholeNumberSql;
import io.tacit.engine.dialect.WindowSql;
import io.tacit.engine.sql.RedrawnFunction;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;

/** The dialect of DuckDB. */
public final class DuckDbDialect implements Dialect {
    /** The only one: it has no settings. */
    public static final Dialect DIALECT = new DuckDbDialect();

    private static final TypeSql TYPES = new Types();
    private static final LiteralSql LITERALS = new Literals();
    private static final ScalarPrinters SCALARS = new ScalarPrinters(new DuckDbScalars());
    private static final AggregateSql EXACT = new DuckDbAggregates(FloatingSums.EXACT);
    private static final AggregateSql NATIVE = new DuckDbAggregates(FloatingSums.NATIVE);

    private static final WholeNumberSql WHOLE_NUMBERS = new DuckDbWholeNumbers();
    private static final KeySql KEYS = new DuckDbKeys();
    private static final StageSql STAGES = new DuckDbStages();

    private DuckDbDialect() {}

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
        return switch (sums) {
            case EXACT -> EXACT;
            case NATIVE -> NATIVE;
        };
    }

    @Override
    public WindowSql windows() {
        return StandardWindows::print;
    }

    private static final class Arrays implements ArraySql {
        @Override
        public String unnest(Uncollect uncollect, String array, String from) {
            return DuckDbArrays.unnest(uncollect, array, from);
        }

        @Override
        public String redrawn(ScalarToSql scalars, RexCall call, RedrawnFunction function) {
            return DuckDbRedraws.print(scalars, call, function);
        }
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

    private static final class Types implements TypeSql {
        @Override
        public String name(RelDataType type) {
            return DuckDbTypes.name(type);
        }

        @Override
        public String decimal(int digits, int scale) {
            return StandardTypes.decimal(digits, scale);
        }

        @Override
        public String convert(String text, RelDataType from, RelDataType to) {
            return DuckDbTypes.convert(text, from, to);
        }

        @Override
        public String convert(String text, RelDataType from, String to) {
            return DuckDbTypes.convert(text, from, to);
        }

        @Override
        public String fitted(String text, RelDataType type) {
            return DuckDbScalars.typed(text, type);
        }

        @Override
        public String cast(String text, RelDataType from, RelDataType to) {
            return DuckDbTypes.cast(text, from, to);
        }

        @Override
        public String comparable(RelDataType a, RelDataType b) {
            return DuckDbTypes.comparable(a, b);
        }
    }

    private static final class Literals implements LiteralSql {
        @Override
        public String print(RexLiteral literal) {
            return DuckDbLiterals.print(literal);
        }

        @Override
        public String real(double value) {
            return DuckDbLiterals.real(value);
        }

        @Override
        public String name(String name) {
            return SqlText.name(name);
        }
    }
}
