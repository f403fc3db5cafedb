/** Writes what experiments found: CSV, JSON, Markdown, text, and pictures as SVG and PNG. */
@NullMarked
package io.tacit.experiments.write;

import org.jspecify.annotations.NullMarked;
