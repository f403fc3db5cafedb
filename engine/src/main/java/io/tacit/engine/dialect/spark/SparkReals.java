package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.server.RealNotation;
import io.tacit.engine.sql.RealFunction;

/** Functions of DOUBLE. Spark's arithmetic of them is that of IEEE 754 and raises no errors. */
final class SparkReals implements RealNotation {
    @Override
    public String root(String argument) {
        return "NULLIF(sqrt(" + argument + "), " + SparkConversions.real("NaN") + ")";
    }

    /** Their last digit is another one in Java. */
    @Override
    public ScalarPrinter rounded(RealFunction function) {
        return SparkSql.TYPES.lacking().printer();
    }
}
