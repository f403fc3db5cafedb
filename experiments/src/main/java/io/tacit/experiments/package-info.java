/** The paper's experiments, repeated through the engine's own release. */
@NullMarked
package io.tacit.experiments;

import org.jspecify.annotations.NullMarked;
