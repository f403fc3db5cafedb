/**
 * Text files that hold one row a line. In: a file; out: fields of lines, where no line can change how another is read.
 */
@NullMarked
package io.tacit.engine.text;

import org.jspecify.annotations.NullMarked;
