package io.tacit.privacy.audit;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one run of a mechanism shows to the world. Everything that can be told apart is an outcome of its own: an error
 * and a missing answer tell as much as a number does.
 */
public sealed interface Outcome {
    /**
     * A number; the infinities and both zeros are numbers.
     *
     * @param value not NaN
     */
    record Value(double value) implements Outcome {
        /** Refuses NaN. */
        public Value {
            if (Double.isNaN(value)) {
                throw new IllegalArgumentException("value must be a number; NotANumber is an outcome of its own");
            }
        }

        @Override
        public String toString() {
            return "the value " + value;
        }
    }

    /** NaN. */
    record NotANumber() implements Outcome {
        @Override
        public String toString() {
            return "NaN";
        }
    }

    /**
     * An error.
     *
     * @param kind what the world sees of it: the name of its class
     */
    record Failure(String kind) implements Outcome {
        @Override
        public String toString() {
            return "the error " + kind;
        }
    }

    /** No answer at all, such as a group that does not appear. */
    record Absent() implements Outcome {
        @Override
        public String toString() {
            return "no answer";
        }
    }

    /**
     * An answer that is not one number: a pair of bounds, the keys that appear.
     *
     * @param text the whole answer
     */
    record Label(String text) implements Outcome {
        @Override
        public String toString() {
            return "the answer " + text;
        }
    }

    /** A double, NaN included. */
    static Outcome of(double value) {
        return Double.isNaN(value) ? new NotANumber() : new Value(value);
    }

    /** A number, or no answer. */
    static Outcome of(OptionalDouble value) {
        return value.isPresent() ? of(value.getAsDouble()) : new Absent();
    }

    /** An answer as text, or no answer. */
    static Outcome of(Optional<?> value) {
        return value.isPresent() ? new Label(value.get().toString()) : new Absent();
    }
}
