package io.tacit.engine.refusal;

/**
 * A place in the query text.
 *
 * @param line the line, from 1
 * @param column the column in characters, from 1
 */
public record Position(int line, int column) {
    @Override
    public String toString() {
        return line + ":" + column;
    }
}
