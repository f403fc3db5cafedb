/** The experiments of the paper's evaluation. */
@NullMarked
package io.tacit.experiments.paper;

import org.jspecify.annotations.NullMarked;
