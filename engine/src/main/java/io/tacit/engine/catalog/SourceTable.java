package io.tacit.engine.catalog;

/**
 * A table and where its rows lie.
 *
 * @param table what analysts see
 * @param source where the rows lie
 */
public record SourceTable(Table table, Source source) {}
