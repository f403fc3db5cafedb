/** Answers and explanations as text. In: {@code engine.session}'s records; out: tables, CSV, JSON, Markdown. */
@NullMarked
package io.tacit.cli.text;

import org.jspecify.annotations.NullMarked;
