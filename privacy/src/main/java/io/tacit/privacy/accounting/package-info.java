/** Dividing a release's budget. In: epsilon and the distinct states; out: the share of each, adding up exactly. */
@NullMarked
package io.tacit.privacy.accounting;

import org.jspecify.annotations.NullMarked;
