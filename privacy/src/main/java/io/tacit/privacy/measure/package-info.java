/** Privacy losses as types. In: exact fractions; out: their parts and sums, never doubles. */
@NullMarked
package io.tacit.privacy.measure;

import org.jspecify.annotations.NullMarked;
