/** Which groups may appear. In: the noise of the number of people and delta; out: an integer threshold. */
@NullMarked
package io.tacit.privacy.selection;

import org.jspecify.annotations.NullMarked;
