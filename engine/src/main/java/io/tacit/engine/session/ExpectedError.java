package io.tacit.engine.session;

import org.jspecify.annotations.Nullable;

/**
 * How accurate an aggregate would be if the limits that are found privately turned out so. Known without data.
 *
 * @param rows how many rows, or different values, of a person count in a group at most; null where that is known already
 *     or does not matter
 * @param sum what a person's values in a group add up to at most; null where no sum is limited
 * @param value up to what a single value, or a person's mean, reaches from 0; null where none is limited
 * @param groupSize how many rows the group has; null where the error does not depend on it
 * @param ofRank whether the error is by how many rows a rank may be off, and not one of the value
 * @param error half the interval's length or, of a rank, rows; with the query's confidence
 * @param epsilonForError the epsilon of the release with which the error would be the wanted one, as a decimal; null where
 *     none is wanted, and where 20 is not enough
 */
public record ExpectedError(
        @Nullable Long rows,
        @Nullable Long sum,
        @Nullable Long value,
        @Nullable Integer groupSize,
        boolean ofRank,
        double error,
        @Nullable String epsilonForError) {}
