/** Pictures of numbers with their errors: as SVG, and in the characters of a terminal. Knows nothing of answers. */
@NullMarked
package io.tacit.cli.chart;

import org.jspecify.annotations.NullMarked;
