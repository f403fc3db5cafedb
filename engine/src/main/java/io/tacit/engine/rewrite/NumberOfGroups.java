package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Domain;
import java.util.OptionalLong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Values;

/** How many groups there are, where they are written out. */
final class NumberOfGroups {
    private NumberOfGroups() {}

    /** The smaller of two that may be known. */
    static OptionalLong least(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()))
                : one.isPresent() ? one : other;
    }

    /** The rows of lists of values and of all their combinations; empty for what a table decides. */
    static OptionalLong of(RelNode keys) {
        if (keys instanceof Values values) {
            return OptionalLong.of(values.getTuples().size());
        }
        if (keys instanceof Join join && join.getCondition().isAlwaysTrue()) {
            OptionalLong left = of(join.getLeft());
            OptionalLong right = of(join.getRight());
            return left.isPresent() && right.isPresent() && left.getAsLong() <= Domain.MOST
                    ? OptionalLong.of(left.getAsLong() * right.getAsLong())
                    : OptionalLong.empty();
        }
        return OptionalLong.empty();
    }
}
