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
    ROOT,

    /** Of a quotient of covariances and variances; where the plain query gives NULL, it may be anything. */
    LINE,

    /** Drawn from all values, so that it may be any. */
    DRAWN;

    private static final double RELATIVE = 1e-9;
    private static final double GRID_STEPS = 1e-4;

    /** Of variances above one. */
    private static final double LINE_STEPS = 5e-2;

    /** About 2^-40 of the square of the bounds, for hundreds of rows. */
    private static final double SQUARE_STEPS = 1e-2;

    /** Whether a value may be anything where the plain one is NULL. */
    public boolean isFree() {
        return this == LINE || this == DRAWN;
    }

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
            case LINE -> Math.abs(a - b) <= LINE_STEPS * (1 + Math.abs(a));
            case DRAWN -> true;
            case ROOT -> Math.abs(a * a - b * b) <= SQUARE_STEPS;
        };
    }
}
