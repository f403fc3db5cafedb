package io.tacit.engine.rewrite;

import io.tacit.privacy.measure.Delta;
import io.tacit.privacy.measure.Epsilon;

/**
 * What one release may spend and how much one person may contribute: public constants, fixed before data is read.
 *
 * @param epsilon of the whole release
 * @param delta of the whole release; used only where groups are selected
 * @param maxGroups how many groups one person may be in, C_u, at least 1
 * @param confidence of the intervals, in (0, 1)
 */
public record ReleaseParameters(Epsilon epsilon, Delta delta, long maxGroups, double confidence) {}
