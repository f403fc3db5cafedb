/**
 * Selection, noise and intervals: the only place where exact states meet noise. In: a calibrated plan and a back end;
 * out: {@link io.tacit.engine.release.ReleasedRows}, noisy values only.
 */
@NullMarked
package io.tacit.engine.release;

import org.jspecify.annotations.NullMarked;
