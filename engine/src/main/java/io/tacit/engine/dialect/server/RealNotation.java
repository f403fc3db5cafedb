package io.tacit.engine.dialect.server;

import io.tacit.engine.dialect.ScalarPrinter;
import io.tacit.engine.sql.RealFunction;

/** Functions of DOUBLE where a server differs from others. */
public interface RealNotation {
    /** The square root of a DOUBLE; NULL of a negative one and of NaN. */
    String root(String argument);

    /** The printer of a function whose last digit depends on who computes it; lacking if it is another one than elsewhere. */
    ScalarPrinter rounded(RealFunction function);
}
