package io.tacit.engine.backend;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Receives the groups of a partial query, one at a time, in no particular order. */
@FunctionalInterface
public interface RowSink {
    /**
     * One group.
     *
     * @param keys the group's keys, each as its one {@link KeyText}; null is the SQL NULL key. The array is the
     *     receiver's to keep
     * @param integers the group's exact states. The array is the receiver's to keep
     */
    void row(@Nullable String[] keys, BigInteger[] integers);
}
