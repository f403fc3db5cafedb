/**
 * State in, noisy value and interval out. In: exact integers and bounds. Out: noise laws, estimates, approximate
 * bounds.
 */
@NullMarked
package io.tacit.privacy.mechanism;

import org.jspecify.annotations.NullMarked;
