/** Who is told how far long work is. */
@NullMarked
package io.tacit.experiments.watch;

import org.jspecify.annotations.NullMarked;
