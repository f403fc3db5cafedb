package io.tacit.engine.backend.duckdb;

/**
 * The optimizers of DuckDB that no query runs with, since whatever an engine computes must be a function of the rows
 * alone.
 */
final class OptimizersLeftOut {
    /**
     * Between commas. {@code statistics_propagation} chooses functions and types by the least and greatest value of a
     * column and by whether it has NULL, which one person decides, also after their rows were deleted: with it the sum of
     * a DECIMAL in a window failed, or was another number, until somebody's value was large. {@code window_self_join}
     * rewrites windows so that such a choice came to be made there.
     */
    static final String NAMES = "statistics_propagation,window_self_join";

    private OptimizersLeftOut() {}
}
