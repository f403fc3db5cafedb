package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Domain;
import java.util.OptionalLong;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Values;

/** The number of groups, where the groups are written out. */
final class NumberOfGroups {
    private NumberOfGroups() {}

    /** The smaller of two numbers, each of which may be unknown. */
    static OptionalLong least(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent()
                ? OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()))
                : one.isPresent() ? one : other;
    }

    /** The number of rows of lists of values and of their combinations; empty where a table decides it. */
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
