package io.tacit.engine.rewrite;

/**
 * Values of which the different ones are counted.
 *
 * @param field the input's field; NULLs are not counted
 * @param filter the input's boolean field that must be true; {@link Counted#EVERY_ROW} for all rows
 */
public record Offered(int field, int filter) {}
