package io.tacit.engine.rewrite;

/**
 * What an aggregate of a release is computed from. The states, values and limits that it needs are then among the
 * {@link PlannedStates}.
 *
 * @param computation how it follows from what is measured
 * @param origins who said its bounds
 */
record PlannedAggregate(Computation computation, BoundsOrigins origins) {}
