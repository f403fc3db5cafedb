/**
 * Which groups may appear. In: how many people a group has, exactly or with noise, ε and δ. Out: thresholds and
 * decisions.
 *
 * <p>For users of the library alone, not used by the engine: {@link io.tacit.privacy.selection.WeightedGaussianKeys}.
 */
@NullMarked
package io.tacit.privacy.selection;

import org.jspecify.annotations.NullMarked;
