/** The {@code tacit} command. In: words of the command line; out: text, files and exit codes. */
@NullMarked
package io.tacit.cli;

import org.jspecify.annotations.NullMarked;
