package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.ScalarPrinter;

/** Functions of DOUBLE where a server differs from others. */
public interface RealNotation {
    /** The square root of a DOUBLE; NULL of a negative one and of NaN. */
    String root(String argument);

    /** The natural logarithm; lacking if its last digit is another one than elsewhere. */
    ScalarPrinter ln();

    /** The logarithm to the base 10. */
    ScalarPrinter log10();
}
