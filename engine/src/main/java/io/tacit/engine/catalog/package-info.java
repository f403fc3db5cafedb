/**
 * What the owner declared: tables, column types, privacy units. In: sources and declarations; out: {@link
 * io.tacit.engine.catalog.Catalog}.
 */
@NullMarked
package io.tacit.engine.catalog;

import org.jspecify.annotations.NullMarked;
