package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.Dialect;
import io.tacit.engine.dialect.ScalarPrinters;
import io.tacit.engine.dialect.StandardTypes;
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
import org.apache.calcite.sql.SqlKind;

/** The dialect of Spark 4, in which people's rows are read. */
public final class SparkDialect {
    /** The only one: it has no settings. */
    public static final Dialect DIALECT = dialect();

    private SparkDialect() {}

    private static Dialect dialect() {
        Lacking lacking = SparkSql.TYPES.lacking();
        ServerDates dates = new ServerDates(SparkSql.SQL, new SparkDates());
        ServerScalars scalars = new ServerScalars(
                lacking,
                new ServerNumbers(SparkSql.SQL, dates, new SparkNumbers())::printer,
                new ServerReals(SparkSql.SQL, new SparkReals())::printer,
                SparkSql.TEXTS::printer,
                SparkPatterns::printer,
                dates::printer,
                function -> lacking.printer());
        SparkWholeNumbers wholeNumbers = new SparkWholeNumbers();
        return new ServerDialect(
                SparkSql.TYPES,
                new SparkLiterals(),
                new ScalarPrinters(scalars),
                new ServerAggregates(SparkSql.SQL, wholeNumbers, new Aggregates()),
                new ServerWindows(lacking, over -> false),
                wholeNumbers,
                new SparkKeys(),
                new SparkStages());
    }

    private static final class Aggregates implements AggregateNotation {
        @Override
        public String extremeOfTruth(SqlKind extreme) {
            return extreme.name();
        }

        @Override
        public String addend(String column, RelDataType type) {
            return StandardTypes.isWhole(type) ? "CAST(" + column + " AS " + SparkConversions.WIDE + ")" : column;
        }
    }
}
