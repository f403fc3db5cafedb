/** What other programs need to know of the commands: completions for command-line shells, pages for man. */
@NullMarked
package io.tacit.cli.manual;

import org.jspecify.annotations.NullMarked;
