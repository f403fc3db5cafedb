package io.tacit.engine.rewrite;

/**
 * Where the bounds of an aggregate come from.
 *
 * @param values bounds of values; {@code NONE} for counts
 * @param rows the limit of rows or of different values that one person counts; {@code NONE} where it is one by meaning
 */
public record BoundsOrigins(BoundsOrigin values, BoundsOrigin rows) {
    /** No bounds. */
    static final BoundsOrigins NONE = new BoundsOrigins(BoundsOrigin.NONE, BoundsOrigin.NONE);

    /** Whether a part of the budget is spent to find bounds. */
    public boolean isAutomatic() {
        return values == BoundsOrigin.AUTOMATIC || rows == BoundsOrigin.AUTOMATIC;
    }

    /** The origins as people read them. */
    public String words() {
        if (values == BoundsOrigin.NONE || rows == BoundsOrigin.NONE || values == rows) {
            return values == BoundsOrigin.NONE ? rows.words() : values.words();
        }
        return values.words() + "; rows " + rows.words();
    }
}
