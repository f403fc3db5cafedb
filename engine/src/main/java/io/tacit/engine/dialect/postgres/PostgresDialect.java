package io.tacit.engine.dialect.postgres;

import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.ScalarPrinters;
import io.tacit.engine.dialect.server.AggregateNotation;
import io.tacit.engine.dialect.server.Lacking;
import io.tacit.engine.dialect.server.ServerAggregates;
import io.tacit.engine.dialect.server.ServerDates;
import io.tacit.engine.dialect.server.ServerDialect;
import io.tacit.engine.dialect.server.ServerNumbers;
import io.tacit.engine.dialect.server.ServerReals;
import io.tacit.engine.dialect.server.ServerScalars;
import io.tacit.engine.dialect.server.ServerWindows;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/** The dialect of PostgreSQL, in which people's rows are read. */
public final class PostgresDialect {
    /** The only one: it has no settings. */
    public static final Dialect DIALECT = dialect();

    private PostgresDialect() {}

    private static Dialect dialect() {
        Lacking lacking = PostgresSql.TYPES.lacking();
        ServerDates dates = new ServerDates(PostgresSql.SQL, new PostgresDates());
        ServerScalars scalars = new ServerScalars(
                lacking,
                new ServerNumbers(PostgresSql.SQL, dates, new PostgresNumbers())::printer,
                new ServerReals(PostgresSql.SQL, new PostgresReals())::printer,
                PostgresSql.TEXTS::printer,
                PostgresPatterns::printer,
                dates::printer,
                PostgresWholeFunctions::printer);
        PostgresWholeNumbers wholeNumbers = new PostgresWholeNumbers();
        return new ServerDialect(
                PostgresSql.TYPES,
                new PostgresLiterals(),
                new ScalarPrinters(scalars),
                new ServerAggregates(PostgresSql.SQL, wholeNumbers, new Aggregates()),
                new ServerWindows(lacking, PostgresDialect::isExtremeOfTruth),
                wholeNumbers,
                new PostgresKeys(),
                new PostgresStages());
    }

    /** It has no MIN and MAX of truth values, and what stands in their place is none of a window's. */
    private static boolean isExtremeOfTruth(RexOver over) {
        SqlKind kind = over.getAggOperator().getKind();
        return (kind == SqlKind.MIN || kind == SqlKind.MAX)
                && over.getOperands().get(0).getType().getSqlTypeName() == SqlTypeName.BOOLEAN;
    }

    private static final class Aggregates implements AggregateNotation {
        @Override
        public String extremeOfTruth(SqlKind extreme) {
            return extreme == SqlKind.MIN ? "bool_and" : "bool_or";
        }

        @Override
        public String addend(String column, RelDataType type) {
            return "CAST(" + column + " AS numeric)";
        }
    }
}
