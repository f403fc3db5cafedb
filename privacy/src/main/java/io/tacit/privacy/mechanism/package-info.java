/**
 * State in, noisy value and interval out. In: exact integers and bounds. Out: noise laws, estimates, approximate
 * bounds.
 *
 * <p>For users of the library alone, not used by the engine: {@link io.tacit.privacy.mechanism.AboveThreshold}.
 */
@NullMarked
package io.tacit.privacy.mechanism;

import org.jspecify.annotations.NullMarked;
