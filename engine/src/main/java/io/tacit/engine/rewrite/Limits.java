package io.tacit.engine.rewrite;

import java.math.BigInteger;

/** The bounds of a contribution, in whole units of its column. */
public sealed interface Limits {
    /**
     * Bounds that are public.
     *
     * @param low at most {@code high}
     * @param high the upper bound
     */
    record Given(BigInteger low, BigInteger high) implements Limits {}

    /**
     * Bounds that a private parameter finds before the states are measured.
     *
     * @param parameter its index among the plan's parameters
     */
    record Inferred(int parameter) implements Limits {}
}
