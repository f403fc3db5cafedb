package io.tacit.engine.rewrite;

import io.tacit.engine.catalog.Catalog;
import io.tacit.engine.range.DeclaredBounds;
import io.tacit.engine.range.ValueRange;
import io.tacit.engine.sql.Bounds;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.RelNode;

/** Bounds of a row's value that are known without a private search: see {@link DeclaredBounds}. */
final class RowBoundsOf {
    private final RelNode input;
    private final DeclaredBounds declared;
    private final DeclaredBounds undeclared = new DeclaredBounds(new Catalog(List.of()));

    /**
     * @param input the rows
     * @param catalog what the owner declared
     */
    RowBoundsOf(RelNode input, Catalog catalog) {
        this.input = input;
        this.declared = new DeclaredBounds(catalog);
    }

    /**
     * Bounds of a field and where they come from.
     *
     * @param bounds of one row
     * @param origin {@code DECLARED} or {@code EXPRESSION}
     */
    record Known(Bounds bounds, BoundsOrigin origin) {}

    /** Empty where one end is not known, or no row has a value. */
    Optional<Known> of(int field) {
        ValueRange values = declared.of(input, field);
        if (!values.isBounded()) {
            return Optional.empty();
        }
        boolean anyway = undeclared.of(input, field).equals(values);
        return Optional.of(new Known(
                new Bounds(values.least(), values.largest()),
                anyway ? BoundsOrigin.EXPRESSION : BoundsOrigin.DECLARED));
    }
}
