/** Which groups may appear. In: how many people a group has, exactly or with noise, ε and δ; out: thresholds and decisions. */
@NullMarked
package io.tacit.privacy.selection;

import org.jspecify.annotations.NullMarked;
