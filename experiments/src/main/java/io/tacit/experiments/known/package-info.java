/** The list of all experiments. */
@NullMarked
package io.tacit.experiments.known;

import org.jspecify.annotations.NullMarked;
