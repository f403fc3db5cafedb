/** The interactive shell: statements typed one after the other, answered by one warm session. */
@NullMarked
package io.tacit.cli.shell;

import org.jspecify.annotations.NullMarked;
