/** Privacy losses as types. In: exact fractions; out: their sums and parts. */
@NullMarked
package io.tacit.privacy.measure;

import org.jspecify.annotations.NullMarked;
