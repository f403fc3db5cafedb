/** The paper's figures: the points of each, measured, with the closed form beside them where there is one. */
@NullMarked
package io.tacit.experiments.figure;

import org.jspecify.annotations.NullMarked;
