package io.tacit.engine.session;

import org.jspecify.annotations.Nullable;

/**
 * What one limit of a release leaves out, over all its groups together. It was measured with noise, from a small part of
 * the release's epsilon, so that it may be shown.
 *
 * @param limit which limit
 * @param column the column whose values are limited; null for a limit of groups, or of rows in all groups together
 * @param at the limit itself, such as {@code 5} or {@code [0, 100]}
 * @param people which share of the people is beyond it
 * @param contributions which share of what all people contribute is left out by it: of the (person, group) pairs for a
 *     limit of groups, of the rows for one of rows
 * @param better a limit that leaves out much less; null where none is known
 * @param betterMisses about which share of the contributions that one leaves out; null without one
 * @param material whether what is missing outweighs noise; the intervals of totals hold it beside the noise, those of other
 *     values do not
 * @param note what is to be said of it, in words; empty where nothing noteworthy is known to be missing
 */
public record MissingReport(
        Limit limit,
        @Nullable String column,
        String at,
        Share people,
        Share contributions,
        @Nullable String better,
        @Nullable Double betterMisses,
        boolean material,
        String note) {
    /** How the note of {@link Limit#UNSEEN} begins. */
    public static final String UP_TO = "Up to about ";

    /** How it ends; between stands how many people are beyond which ends. */
    public static final String UNNOTICED = " could go unnoticed; no interval holds what they have beyond.";

    /** The limits that leave something out. */
    public enum Limit {
        /** How many groups a person may be in. */
        GROUPS,
        /** How many rows of a person count in all groups together. */
        ALL_ROWS,
        /** How many rows of a person count in a group. */
        ROWS,
        /** Between which ends a contribution is clamped. */
        VALUES,
        /** What no noisy count can show: how many people may be beyond such ends without being noticed, at most. */
        UNSEEN
    }
}
