package io.tacit.engine.dialect;

/** How SUM and AVG of DOUBLE are computed. */
public enum FloatingSums {
    /**
     * In whole multiples of 2^-36, values beyond ±2^49 counting as that: one person's sum does not depend on the order
     * of rows.
     */
    EXACT,

    /** As the engine does it. */
    NATIVE
}
