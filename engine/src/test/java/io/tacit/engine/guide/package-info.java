/** The examples of the guides. */
@NullMarked
package io.tacit.engine.guide;

import org.jspecify.annotations.NullMarked;
