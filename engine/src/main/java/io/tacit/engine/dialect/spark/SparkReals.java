package io.tacit.engine.dialect.spark;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.dialect.server.RealNotation;

/** Functions of DOUBLE. Spark's arithmetic of them is that of IEEE 754 and raises no errors. */
final class SparkReals implements RealNotation {
    @Override
    public String root(String argument) {
        return "NULLIF(sqrt(" + argument + "), " + SparkConversions.real("NaN") + ")";
    }

    /** Its last digit is another one in Java. */
    @Override
    public ScalarPrinter ln() {
        return SparkSql.TYPES.lacking().printer();
    }

    @Override
    public ScalarPrinter log10() {
        return SparkSql.TYPES.lacking().printer();
    }
}
