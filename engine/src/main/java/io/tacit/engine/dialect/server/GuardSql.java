package io.tacit.engine.dialect.server;

import java.util.function.UnaryOperator;

/** How a server writes an expression that reads a value several times, so that it computes the value once. */
@FunctionalInterface
public interface GuardSql {
    /**
     * An expression over a value.
     *
     * @param guard the expression, from the text under which the value can be read
     */
    String once(String value, UnaryOperator<String> guard);
}
