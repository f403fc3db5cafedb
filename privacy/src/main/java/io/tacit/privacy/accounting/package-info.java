/**
 * Dividing a release's budget, and composing releases. In: a budget and what is measured. Out: the noise of each
 * measurement, the events of a release, and filters that say whether an account can pay.
 *
 * <p>For users of the library alone, not used by the engine: {@link io.tacit.privacy.accounting.Accuracy}.
 */
@NullMarked
package io.tacit.privacy.accounting;

import org.jspecify.annotations.NullMarked;
