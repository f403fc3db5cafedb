/**
 * Bits of the operating system and exact samplers. In: rational parameters; out: random integers of exactly the stated
 * law.
 */
@NullMarked
package io.tacit.privacy.random;

import org.jspecify.annotations.NullMarked;
