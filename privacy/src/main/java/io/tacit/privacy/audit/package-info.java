/**
 * The tester: runs what claims to be private and looks for events that tell neighbours apart. In: a claim. Out:
 * verdicts. Nothing imports it.
 */
@NullMarked
package io.tacit.privacy.audit;

import org.jspecify.annotations.NullMarked;
