package io.tacit.engine.rewrite;

import io.tacit.engine.refusal.ErrorCode;
import io.tacit.engine.refusal.Refusal;
import io.tacit.privacy.number.Rational;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A choice from one histogram of values: one measurement, however many columns read it ({@code
 * docs/design/privacy.md#quantiles}). All quantiles of the same values are one; the most frequent of them is another.
 */
public sealed interface ChoiceRequest {
    /** The values among which is chosen. */
    WeighedValues values();

    /**
     * An answer for each kind of choice.
     *
     * @param <R> the answer
     */
    <R> R match(Function<Quantiles, R> quantiles, Function<MostFrequent, R> mostFrequent);

    /**
     * Values at ranks.
     *
     * @param values among which
     * @param fractions which quantiles, from 0 (the least value) to 1 (the largest), ascending, each once
     * @param intervals which of them have an interval, ascending, each once
     */
    record Quantiles(WeighedValues values, List<Rational> fractions, List<Rational> intervals)
            implements ChoiceRequest {
        private static final int MOST = io.tacit.privacy.mechanism.Quantiles.MOST;

        public Quantiles {
            fractions = List.copyOf(fractions);
            intervals = List.copyOf(intervals);
        }

        /**
         * The same request with one more rank.
         *
         * @param interval whether that one is to have an interval
         * @throws Refusal when they are too many to be chosen together
         */
        Quantiles with(Rational fraction, boolean interval) {
            TreeSet<Rational> all = new TreeSet<>(fractions);
            all.add(fraction);
            TreeSet<Rational> ends = new TreeSet<>(intervals);
            if (interval) {
                ends.add(fraction);
            }
            if (all.size() > MOST) {
                throw new Refusal(
                        ErrorCode.AGGREGATE,
                        "More than " + MOST + " different quantiles of one column cannot be drawn together.",
                        "Ask for fewer; each further one makes all of them less accurate.");
            }
            return new Quantiles(values, List.copyOf(all), List.copyOf(ends));
        }

        @Override
        public <R> R match(Function<Quantiles, R> quantiles, Function<MostFrequent, R> mostFrequent) {
            return quantiles.apply(this);
        }
    }

    /**
     * The most frequent value.
     *
     * @param values among which
     */
    record MostFrequent(WeighedValues values) implements ChoiceRequest {
        @Override
        public <R> R match(Function<Quantiles, R> quantiles, Function<MostFrequent, R> mostFrequent) {
            return mostFrequent.apply(this);
        }
    }
}
