package io.tacit.engine.policy;

import io.tacit.engine.ledger.RefreshWindow;

/**
 * What the owner says of the age of the data: equal queries over equal versions have one answer. Never derived from the
 * data.
 */
public sealed interface DataVersion {
    /** Nothing is said: the data may have changed with every query. */
    record Unstated() implements DataVersion {}

    /**
     * The owner names the version, and changes the name when the data change.
     *
     * @param name not empty
     */
    record Stated(String name) implements DataVersion {}

    /**
     * The data change when a window of the calendar begins.
     *
     * @param every DAILY, WEEKLY or MONTHLY
     */
    record Scheduled(RefreshWindow every) implements DataVersion {}
}
