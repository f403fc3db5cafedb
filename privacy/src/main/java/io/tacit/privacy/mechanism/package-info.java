/** State in, noisy value and interval out. In: exact integers and bounds; out: noise laws, estimates, approximate bounds. */
@NullMarked
package io.tacit.privacy.mechanism;

import org.jspecify.annotations.NullMarked;
