/** Tacit beside other systems, as far as they have published figures, and beside the best textbook mechanisms. */
@NullMarked
package io.tacit.experiments.field;

import org.jspecify.annotations.NullMarked;
