/**
 * Exact numbers and the only doors to double, rounding named. In: integers and decimals; out: the same, or doubles
 * rounded up or down.
 */
@NullMarked
package io.tacit.privacy.number;

import org.jspecify.annotations.NullMarked;
