package io.tacit.engine.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one aggregate column of a release was or will be made.
 *
 * @param column the column's name in the query's output or, inside it, in the release
 * @param function the aggregate as text, such as {@code SUM(amount)}
 * @param bounds the contribution bounds as text, such as {@code [0, 100] per person and group}; "chosen privately"
 *     when they are found privately and not known yet
 * @param ends the same bounds as numbers; empty where none are needed, and in answers kept by older versions
 * @param boundsOrigin where the bounds come from: {@code in the query}, {@code declared}, {@code known from the
 *     expression}, {@code known from the structure}, {@code chosen privately} or {@code none needed}; where the limit of
 *     rows comes from elsewhere, that behind it, as in {@code declared; rows chosen privately}
 * @param possible between which numbers the value lies whatever the data, as for a mean with bounds; null where that is
 *     not known or there are none
 * @param noise the law of the noise
 * @param scale the scale of the noise in the aggregate's unit; null where it is not one number (AVG, VAR)
 * @param expectedPlusMinus half the interval's length as far as it is known without data, else null
 * @param epsilonForError the epsilon of the release with which the value would be off by no more than a wanted error,
 *     as a decimal; null where no error is wanted, or where its epsilon is not known without data or more than 20
 * @param note a sentence for people about the above, such as how ± depends on the number of people; may be empty
 * @param expected before a release: how accurate the value would be under limits that may be found, one after the other;
 *     empty where limits are known, and after a release
 * @param states the states that this aggregate reads; shared states appear under each reader
 */
public record AggregateReport(
        String column,
        String function,
        String bounds,
        List<BoundsReport> ends,
        String boundsOrigin,
        @Nullable ConfidenceInterval possible,
        String noise,
        @Nullable Double scale,
        @Nullable Double expectedPlusMinus,
        @Nullable String epsilonForError,
        String note,
        List<ExpectedError> expected,
        List<StateReport> states) {
    public AggregateReport {
        ends = List.copyOf(ends);
        expected = List.copyOf(expected);
        states = List.copyOf(states);
    }

    /** A report on an aggregate that may have any value. */
    AggregateReport(
            String column,
            String function,
            String bounds,
            List<BoundsReport> ends,
            String boundsOrigin,
            String noise,
            @Nullable Double scale,
            @Nullable Double expectedPlusMinus,
            @Nullable String epsilonForError,
            String note,
            List<ExpectedError> expected,
            List<StateReport> states) {
        this(
                column,
                function,
                bounds,
                ends,
                boundsOrigin,
                null,
                noise,
                scale,
                expectedPlusMinus,
                epsilonForError,
                note,
                expected,
                states);
    }
}
