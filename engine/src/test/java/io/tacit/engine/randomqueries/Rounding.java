package io.tacit.engine.randomqueries;

/** How far two answers may be apart. */
public enum Rounding {
    /** Nothing was rounded: 1e-9 of the value, for doubles. */
    NONE,

    /** Of the grid of doubles, of means, and of what DuckDB adds up in some order. */
    GRID,

    /** Of a variance, which is a small difference of large squares. */
    SQUARES,

    /** Of the root of a variance. */
    ROOT;

    private static final double RELATIVE = 1e-9;
    private static final double GRID_STEPS = 1e-4;

    /** About 2^-40 of the square of the bounds, for hundreds of rows. */
    private static final double SQUARE_STEPS = 1e-2;

    /** Whether two numbers are the same but for rounding. */
    public boolean same(double a, double b) {
        // Anything is within a part of infinity.
        if (Double.isInfinite(a) || Double.isInfinite(b)) {
            return a == b;
        }
        if (a == b
                || Double.isNaN(a) && Double.isNaN(b)
                || Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b))) {
            return true;
        }
        return switch (this) {
            case NONE -> false;
            case GRID -> Math.abs(a - b) <= GRID_STEPS;
            case SQUARES -> Math.abs(a - b) <= SQUARE_STEPS;
            case ROOT -> Math.abs(a * a - b * b) <= SQUARE_STEPS;
        };
    }
}
