/** Plants bugs in the real sources, one at a time, and lets the tester hunt for each. */
@NullMarked
package io.tacit.engine.plantedbugs;

import org.jspecify.annotations.NullMarked;
