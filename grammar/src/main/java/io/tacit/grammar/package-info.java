/**
 * The parser of Tacit's SQL, generated from Calcite's template. In: text; out: Calcite's tree with {@link
 * io.tacit.grammar.PrivacyClause} and {@link io.tacit.grammar.PrivacyOperators}.
 */
@NullMarked
package io.tacit.grammar;

import org.jspecify.annotations.NullMarked;
